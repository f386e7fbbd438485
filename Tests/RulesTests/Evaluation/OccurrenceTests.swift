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
            rules: Self.rules(Self.sentences), zone: Make.oslo, pollInterval: .seconds(300))
    }

    private static func tally(_ sentences: [String]) -> RowTally {
        RowTally(rules: rules(sentences), zone: Make.oslo, pollInterval: .seconds(300))
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
        var tally = Self.tally(Self.sentences)
        for round in 1...2 {
            let row = Make.observation(amount, "2026-03-06", text: text, type: .pointOfSale)
            let now = Make.instant("2026-03-06T09:00:00Z")
            let changes = FactChanges(observedAt: now, transactions: [Scene.appeared(row)])
            let verdicts = evaluator.apply(changes, facts: Facts(), at: now)
            #expect(verdicts.map(\.ruleID) == expected.map { Self.sentences[$0] })
            tally.take(row)
            #expect(
                tally.counts == Self.sentences.indices.map { expected.contains($0) ? round : 0 })
        }
    }

    @Test("a text that was seen on money going out is looked at anew on money coming in")
    func direction() {
        var tally = Self.tally(Self.sentences)
        var counts = Self.sentences.map { _ in 0 }
        for (amount, expected) in [("-10.00", [2, 5, 6]), ("10.00", [4]), ("-10.00", [2, 5, 6])] {
            let row = Make.observation(amount, "2026-03-06", text: "KIOSK", type: .pointOfSale)
            tally.take(row)
            for place in expected { counts[place] += 1 }
            #expect(tally.counts == counts)
        }
    }

    @Test(
        "counting alone decides rules whose every match is told, and sums of each account",
        arguments: [
            ("new debit over 5", true), ("new debit on 'Brukskonto'", false),
            ("balance under 5", false), ("spending today is over 5", false),
            ("bank is unreachable", false), ("new debit at a new merchant", false),
            ("new debit over 5, at most once a day", false),
            ("spending on each account today is over 5", true),
            ("spending on each account today is under 5", false),
            ("number of purchases on each account in the last 3 days is at least 2", true),
            ("largest purchase on each account in the last 3 days is over 2", false),
            ("spending on each account in the last 3 hours is over 5", false),
        ])
    func offer(_ sentence: String, _ isOffered: Bool) {
        #expect(Self.tally(["new debit", sentence]).decides == [true, isOffered])
    }
}

extension RowTally {
    /// Counts a row with one of three texts.
    fileprivate mutating func take(_ row: TransactionObservation) {
        let numbers = TallyRow(
            account: 0, text: Int32(["KIOSK", "KIOSKEN", "MUSEUM"].firstIndex(of: row.text) ?? -1),
            merchant: -1, traits: 0, minorUnits: row.amount.minorUnits, day: row.date,
            seenAt: Make.instant("2026-03-06T09:00:00Z"))
        take(numbers) { Make.transaction(row) }
    }
}
