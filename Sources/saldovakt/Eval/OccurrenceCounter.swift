import Finance
import Foundation
import Recording
import Rules

/// Counts bare transactions per rule without making notices, where that gives the same numbers.
///
/// It does where every rule is on new transactions of any account and tells each at once: nothing
/// is held back, merged or remembered then, so that every match is one notice.
struct OccurrenceCounter: Sendable {
    private var evaluator: Evaluator
    private var counts: [Int]
    /// Nothing reads them here, so that all transactions may share them.
    private let id = StableHash("bare").uuid
    private let firstSeen = Date(timeIntervalSince1970: 0)

    /// Starts at nothing; `nil` for rules whose notices need more than counting.
    init?(rules: RuleSet, zone: TimeZone) {
        let evaluator = Evaluator(
            rules: rules, zone: zone, pollInterval: SourceFactory.standardInterval)
        guard evaluator.readsOnlyNewTransactions,
            rules.rules.allSatisfy(\.clauses.tellsAtOnce)
        else { return nil }
        self.evaluator = evaluator
        counts = rules.rules.map { _ in 0 }
    }

    /// Counts one line.
    mutating func count(_ line: BareTransactionLine) {
        let transaction = Transaction(
            id: id, accountID: id, observed: line.observation, firstSeen: firstSeen)
        evaluator.forEachOccurrence(of: transaction) { counts[$0] += 1 }
    }

    /// How often the rule at that place of the file occurred.
    func count(at place: Int) -> Int { counts[place] }
}

extension Clauses {
    /// Whether no clause delays, limits or repeats a notice.
    fileprivate var tellsAtOnce: Bool {
        hold == nil && telling == nil && weekdays == nil && limit == nil && remindEvery == nil
    }
}
