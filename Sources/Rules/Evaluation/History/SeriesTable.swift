import Finance

/// The series of all rules with `above the previous one`; the ones that a transaction may belong to
/// are found without trying each of them.
struct SeriesTable: Sendable {
    private var series: [TransactionSeries] = []
    /// The programs of the series, in the form that the index knows.
    private var programs: [EventRule] = []
    private var index = EventIndex()

    /// Whether no rule has a series.
    var isEmpty: Bool { series.isEmpty }

    /// A series by its place.
    subscript(place: Int32) -> TransactionSeries { series[Int(place)] }

    /// Adds a series; gives its place.
    mutating func add(_ one: TransactionSeries, _ pool: MatchPool) -> Int32 {
        let place = Int32(series.count)
        index.add(one.program, place: place, pool)
        programs.append(
            EventRule(
                index: place, trigger: .new, stage: nil, program: one.program,
                need: HistoryNeed()))
        series.append(one)
        return place
    }

    /// Takes in a row that is there; `step` is its place among polls of the same instant.
    mutating func add(
        _ transaction: Transaction, at merchant: FoldedText, step: Int, _ pool: inout MatchPool
    ) {
        let subject = pool.subject(transaction)
        for place in candidates(subject, &pool) {
            series[place].add(subject, at: merchant, step: step, &pool)
        }
    }

    /// Takes out a row that has gone or was rewritten.
    mutating func remove(
        _ transaction: Transaction, at merchant: FoldedText, _ pool: inout MatchPool
    ) {
        for place in candidates(pool.subject(transaction), &pool) {
            series[place].remove(transaction, at: merchant)
        }
    }

    /// Forgets what was found about texts; needed when their numbers change.
    mutating func forgetTexts() {
        index.forgetTexts()
    }

    private mutating func candidates(
        _ subject: MatchSubject, _ pool: inout MatchPool
    ) -> [Int] {
        var places: [Int] = []
        index.forEachCandidate(subject, programs, &pool, accounts: []) { place, _, _ in
            places.append(Int(place))
        }
        return places
    }
}
