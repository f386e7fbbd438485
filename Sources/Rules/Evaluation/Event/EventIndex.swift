import Finance
import Foundation

/// Finds the event rules that a transaction may concern, without trying each of them.
///
/// Rules without texts lie behind gates: those that ask for the same accounts, kinds, categories
/// and currencies are let through or passed over together. Behind a gate they lie in the order of
/// their smallest amounts, so that looking ends at the first that asks for more. Rules with texts
/// are tried once for each distinct set of texts; of those that name a text whole, only the ones
/// that name it.
struct EventIndex: Sendable {
    /// A rule without texts.
    private struct Entry: Sendable {
        /// The smallest amount it looks at, in thousandths.
        let lower: Int64
        /// Its place in the table.
        let place: Int32
    }

    /// What rules behind one gate have in common.
    private struct Gate: Sendable, Hashable {
        let kinds: TransactionKinds
        let accounts: Int32
        let madeIn: Int32
        let isForeign: Bool
        let exceptsOwnTransfers: Bool
        let categories: [Category]

        init(_ program: MatchProgram, _ pool: MatchPool) {
            kinds = program.kinds
            accounts = program.accounts
            madeIn = program.madeIn
            isForeign = program.isForeign
            exceptsOwnTransfers = program.exceptsOwnTransfers
            categories = program.categories.map { pool.categories[Int($0)] }
        }
    }

    /// The numbers of a transaction's texts.
    private struct Texts: Sendable, Hashable {
        let merchant: Int32
        let original: Int32
        let description: Int32
        let counterparty: Int32
    }

    /// Where the rules behind each gate lie, and one of their programs that stands for all.
    private var gates: [(program: MatchProgram, entries: Range<Int>)] = []
    private var gateNumbers: [Gate: Int] = [:]
    private var entries: [Entry] = []
    private var named = TextIndex()
    private var known: [Texts: [Int32]] = [:]

    /// So many sets of texts are kept, so that memory stays flat.
    private static let limit = 20_000

    /// Whether there is no rule.
    var isEmpty: Bool { entries.isEmpty && named.isEmpty }

    /// Adds a rule that has that place in the table.
    mutating func add(_ program: MatchProgram, place: Int32, _ pool: MatchPool) {
        guard program.tests.isEmpty else { return named.add(place, program, pool) }
        let gate = Gate(program, pool)
        let number = gateNumbers[gate] ?? gates.count
        if number == gates.count {
            gateNumbers[gate] = number
            gates.append((program, entries.count..<entries.count))
        }
        let range = gates[number].entries
        let position =
            entries[range].firstIndex { $0.lower > program.lower } ?? range.upperBound
        entries.insert(Entry(lower: program.lower, place: place), at: position)
        gates[number].entries = range.lowerBound..<range.upperBound + 1
        for later in gates.indices where later > number {
            let old = gates[later].entries
            gates[later].entries = old.lowerBound + 1..<old.upperBound + 1
        }
    }

    /// Forgets what was found about texts; needed when their numbers change.
    mutating func forgetTexts() {
        known = [:]
    }

    /// Calls `body` with the place of every rule whose smallest amount and texts fit.
    ///
    /// - Parameter body: told besides whether the rule is known to match in all but the amount.
    @inline(__always)
    mutating func forEachCandidate(
        _ subject: MatchSubject, _ rules: [EventRule], _ pool: inout MatchPool,
        accounts: [Set<UUID>?], _ body: (Int32, Bool, inout MatchPool) -> Void
    ) {
        let amount = MatchProgram.thousandths(subject.transaction.transactionAmount)
        for (program, range) in gates where entries[range.lowerBound].lower <= amount {
            guard program.matchesBesidesAmount(subject, &pool, accounts: accounts) else {
                continue
            }
            for place in range {
                guard entries[place].lower <= amount else { break }
                body(entries[place].place, true, &pool)
            }
        }
        guard !named.isEmpty else { return }
        for place in places(subject, rules, &pool) { body(place, false, &pool) }
    }

    private mutating func places(
        _ subject: MatchSubject, _ rules: [EventRule], _ pool: inout MatchPool
    ) -> [Int32] {
        let texts = Texts(
            merchant: subject.merchant, original: subject.original,
            description: subject.description, counterparty: subject.counterparty)
        if let places = known[texts] { return places }
        if known.count >= Self.limit { known = [:] }
        let places = named.candidates(subject, pool).filter { place in
            rules[Int(place)].program.tests.allSatisfy { pool.mayHold(Int($0), subject) }
        }
        known[texts] = places
        return places
    }
}
