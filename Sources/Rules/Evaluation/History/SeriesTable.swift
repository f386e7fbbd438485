import Finance

/// The series of all rules with `above the previous one`; the ones that a transaction may belong to
/// are found without trying each of them.
struct SeriesTable: Sendable {
    private var series: [TransactionSeries] = []
    private var index = RuleIndex()

    /// Whether no rule has a series.
    var isEmpty: Bool { series.isEmpty }

    /// A series by its place.
    subscript(place: Int32) -> TransactionSeries { series[Int(place)] }

    /// Adds a series; gives its place.
    mutating func add(_ one: TransactionSeries, _ pool: MatchPool) -> Int32 {
        let place = Int32(series.count)
        index.add(one.program, place: place, pool)
        series.append(one)
        return place
    }

    /// Takes in a row that is there; `step` is its place among polls of the same instant.
    mutating func add(
        _ transaction: Transaction, at merchant: FoldedText, step: Int, _ pool: inout MatchPool
    ) {
        let subject = pool.subject(transaction)
        for place in matches(subject, &pool) {
            series[place].add(transaction, at: merchant, step: step)
        }
    }

    /// Takes out a row that has gone or was rewritten.
    mutating func remove(
        _ transaction: Transaction, at merchant: FoldedText, _ pool: inout MatchPool
    ) {
        for place in matches(pool.subject(transaction), &pool) {
            series[place].remove(transaction, at: merchant)
        }
    }

    /// Forgets what was found about texts; needed when their numbers change.
    mutating func forgetTexts() {
        index.forgetTexts()
    }

    private mutating func matches(
        _ subject: MatchSubject, _ pool: inout MatchPool
    ) -> [Int] {
        var places: [Int] = []
        index.forEachMatch(subject, &pool) { places.append(Int($0)) }
        return places
    }
}
