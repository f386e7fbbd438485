import Finance

/// Finds the event rules that a new transaction may concern, without trying each of them.
///
/// Rules without texts lie in the order of their smallest amounts, so that looking ends at the
/// first that asks for more. Rules with texts are tried once for each distinct set of texts.
struct EventIndex: Sendable {
    /// A rule without texts.
    private struct Entry: Sendable {
        /// The smallest amount it looks at, in thousandths.
        let lower: Int64
        /// Its place in the table.
        let place: Int32
    }

    /// The numbers of a transaction's texts.
    private struct Texts: Sendable, Hashable {
        let merchant: Int32
        let original: Int32
        let description: Int32
        let counterparty: Int32
    }

    private var plain: [Entry] = []
    private var named: [Int32] = []
    private var known: [Texts: [Int32]] = [:]

    /// So many sets of texts are kept, so that memory stays flat.
    private static let limit = 20_000

    /// Adds a rule that has that place in the table.
    mutating func add(_ rule: EventRule, place: Int32) {
        guard rule.program.tests.isEmpty else { return named.append(place) }
        let lower = rule.program.lower
        let position = plain.firstIndex { $0.lower > lower } ?? plain.count
        plain.insert(Entry(lower: lower, place: place), at: position)
    }

    /// Forgets what was found about texts; needed when their numbers change.
    mutating func forgetTexts() {
        known = [:]
    }

    /// Calls `body` with the place of every rule whose smallest amount and texts fit.
    @inline(__always)
    mutating func forEachCandidate(
        _ subject: MatchSubject, _ rules: [EventRule], _ pool: inout MatchPool,
        _ body: (Int32, inout MatchPool) -> Void
    ) {
        let amount = MatchProgram.thousandths(subject.transaction.transactionAmount)
        for entry in plain {
            guard entry.lower <= amount else { break }
            body(entry.place, &pool)
        }
        guard !named.isEmpty else { return }
        for place in places(subject, rules, &pool) { body(place, &pool) }
    }

    private mutating func places(
        _ subject: MatchSubject, _ rules: [EventRule], _ pool: inout MatchPool
    ) -> [Int32] {
        let texts = Texts(
            merchant: subject.merchant, original: subject.original,
            description: subject.description, counterparty: subject.counterparty)
        if let places = known[texts] { return places }
        if known.count >= Self.limit { known = [:] }
        let places = named.filter { place in
            rules[Int(place)].program.tests.allSatisfy { pool.mayHold(Int($0), subject) }
        }
        known[texts] = places
        return places
    }
}
