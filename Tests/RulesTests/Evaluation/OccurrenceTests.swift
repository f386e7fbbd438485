import Finance
import TestSupport
import Testing

@testable import Rules

@Suite("Many rules on new transactions")
struct OccurrenceTests {
    private static let sentences = [
        "new debit over 500", "new debit over 100", "new purchase at 'KIOSK'",
        "new debit over 300 at 'KI*'", "new credit from 'KIOSK'", "new debit under 200",
        "new debit",
    ]

    private func evaluator(_ sentences: [String] = Self.sentences) -> Evaluator {
        let rules = sentences.map { Make.rule($0, id: $0) }
        return Evaluator(
            rules: RuleSet(rules: rules, fileHash: "test"), zone: Make.oslo,
            pollInterval: .seconds(300))
    }

    @Test(
        "the rules that match are told in the order of the file, however often a text comes",
        arguments: [
            ("-50.00", "KIOSK", [2, 5, 6]), ("-350.00", "KIOSK", [1, 2, 3, 6]),
            ("-350.00", "KIOSKEN", [1, 3, 6]), ("-900.00", "MUSEUM", [0, 1, 6]),
            ("900.00", "KIOSK", [4]), ("-100.00", "MUSEUM", [5, 6]),
        ])
    func order(_ amount: String, _ text: String, _ expected: [Int]) {
        var evaluator = evaluator()
        for _ in 0..<2 {
            let row = Make.observation(amount, "2026-03-06", text: text, type: .pointOfSale)
            let now = Make.instant("2026-03-06T09:00:00Z")
            let changes = FactChanges(observedAt: now, transactions: [Scene.appeared(row)])
            let verdicts = evaluator.apply(changes, facts: Facts(), at: now)
            #expect(verdicts.map(\.ruleID) == expected.map { Self.sentences[$0] })
            #expect(evaluator.occurrences(of: row) == expected)
        }
    }

    @Test("a text that was seen on money going out is looked at anew on money coming in")
    func direction() {
        var evaluator = evaluator()
        for (amount, expected) in [("-10.00", [2, 5, 6]), ("10.00", [4]), ("-10.00", [2, 5, 6])] {
            let row = Make.observation(amount, "2026-03-06", text: "KIOSK", type: .pointOfSale)
            #expect(evaluator.occurrences(of: row) == expected)
        }
    }

    @Test(
        "counting alone is offered only where every rule is on new transactions of any account",
        arguments: [
            ("new debit over 5", true), ("new debit on 'Brukskonto'", false),
            ("balance under 5", false), ("spending today is over 5", false),
            ("bank is unreachable", false),
        ])
    func offer(_ sentence: String, _ isOffered: Bool) {
        #expect(evaluator(["new debit", sentence]).readsOnlyNewTransactions == isOffered)
    }
}

extension Evaluator {
    /// The places of the rules that a row matches, sorted.
    fileprivate mutating func occurrences(of row: TransactionObservation) -> [Int] {
        var places: [Int] = []
        forEachOccurrence(of: Make.transaction(row)) { places.append($0) }
        return places.sorted()
    }
}
