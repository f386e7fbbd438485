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

    private static func rules(_ sentences: [String]) -> RuleSet {
        RuleSet(rules: sentences.map { Make.rule($0, id: $0) }, fileHash: "test")
    }

    private func evaluator() -> Evaluator {
        Evaluator(
            rules: Self.rules(Self.sentences), zone: Make.oslo,
            pollIntervals: PollIntervals(.seconds(300)))
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
        for _ in 1...2 {
            let row = Make.observation(amount, "2026-03-06", text: text, type: .pointOfSale)
            let now = Make.instant("2026-03-06T09:00:00Z")
            let changes = FactChanges(observedAt: now, transactions: [Scene.appeared(row)])
            let verdicts = evaluator.apply(changes, facts: Facts(), at: now)
            #expect(verdicts.map(\.ruleID) == expected.map { Self.sentences[$0] })
        }
    }

    @Test("a text that was seen on money going out is looked at again on money coming in")
    func direction() {
        var evaluator = evaluator()
        for (amount, expected) in [("-10.00", [2, 5, 6]), ("10.00", [4]), ("-10.00", [2, 5, 6])] {
            let row = Make.observation(amount, "2026-03-06", text: "KIOSK", type: .pointOfSale)
            let now = Make.instant("2026-03-06T09:00:00Z")
            let changes = FactChanges(observedAt: now, transactions: [Scene.appeared(row)])
            let verdicts = evaluator.apply(changes, facts: Facts(), at: now)
            #expect(verdicts.map(\.ruleID) == expected.map { Self.sentences[$0] })
        }
    }
}
