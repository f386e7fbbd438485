import Finance
import Foundation
import TestSupport
import Testing

@testable import Rules

@Suite("Checks on rules that compare and count")
struct HistoryChecksTests {
    private func findings(
        _ sentence: String, since: String, rows: [TransactionObservation] = []
    ) -> [RuleFinding] {
        let file = #"{"version":1,"rules":[{"when":"\#(sentence)"}]}"#
        let result = RulesFile.load(Array(file.utf8), fileName: "rules.json", channels: [])
        #expect(result.ruleSet != nil, "\(result.findings)")
        var account = Make.accountFacts(
            Make.account("a1", name: "Brukskonto"), at: "2026-03-06T09:00:00Z")
        account.firstSeen = Make.instant(since)
        return StoreChecks.findings(
            for: result, facts: Facts(accounts: [account.account.id: account]),
            transactions: rows.map { Make.transaction($0, firstSeen: since) },
            zone: Make.oslo, pollInterval: .seconds(300))
    }

    @Test("a rule on new merchants says until when it learns (RL-19)")
    func learning() {
        let sentence = "new debit at a new merchant"
        let early = findings(sentence, since: "2026-03-01T09:00:00Z")
        #expect(early.map(\.code) == ["learning"])
        #expect(early.first?.severity == .warning)
        #expect(early.first?.message.contains("2026-03-31") == true)
        #expect(findings(sentence, since: "2026-02-04T09:00:00Z").isEmpty)
        let old = Make.observation("-1.00", "2026-01-31", text: "KIWI")
        #expect(findings(sentence, since: "2026-03-01T09:00:00Z", rows: [old]).isEmpty)
    }

    @Test("minutes and hours between rows are finer than the bank's days (D14)")
    func closeness() {
        let since = "2026-01-01T09:00:00Z"
        let codes = findings("2 debits of the same amount within 10 minutes", since: since)
        #expect(codes.map(\.code) == ["finer-than-data"])
        #expect(findings("2 debits of the same amount within 2 days", since: since).isEmpty)
        #expect(findings("2 debits of the same amount on the same day", since: since).isEmpty)
    }

    @Test("an amount in a currency that no account has is noticed")
    func currencies() {
        let since = "2026-01-01T09:00:00Z"
        for sentence in [
            "2 debits over 5 EUR of the same amount on the same day",
            "new debit over 5 EUR above the previous one", "reservation dropped over 5 EUR",
        ] {
            let codes = findings(sentence, since: since).map(\.code)
            #expect(codes == ["no-account-in-currency"], "\(sentence)")
        }
    }

    @Test("the end of learning is counted in the person's days")
    func learningZone() {
        // Half past midnight on 1 March in Oslo.
        let found = findings("new debit at a new merchant", since: "2026-02-28T23:30:00Z")
        let end = Make.day("2026-03-01").adding(days: HistoryTable.learningDays)
        #expect(found.first?.message.hasSuffix("before \(end)") == true, "\(found)")
    }

    @Test(
        "earlier transactions are compared with in rules on new ones only",
        arguments: [
            ("new debit at a new merchant", true), ("new booked debit at a new merchant", true),
            ("new debit over 5% above the previous one", true),
            ("number of debits at a new merchant today is over 3", false),
            ("reservation dropped at a new merchant", false),
            ("debit settled at another amount over 5 above the previous one", false),
            ("2 debits at a new merchant of the same amount on the same day", false),
        ])
    func places(_ sentence: String, _ isAvailable: Bool) {
        let codes = SentenceParser.check(sentence).problems.map(\.code)
        #expect(codes == (isAvailable ? [] : ["not-available"]))
    }

    @Test(
        "explanations say what is waited for",
        arguments: [
            ("new debit at a new merchant", "learning"),
            ("new debit over 5% above the previous one", "one earlier transaction"),
            ("new debit", "reported afterwards"),
        ])
    func explained(_ sentence: String, _ words: String) {
        #expect(RuleExplanation(Make.rule(sentence))[.waits].contains(words))
    }

    @Test("explanations say how a repetition counts and goes on")
    func repetition() {
        let hours = RuleExplanation(
            Make.rule("3 purchases at the same merchant within 1 hour"))
        #expect(hours[.reads].contains("first seen"))
        #expect(hours[.recovers].contains("join the set"))
        let days = RuleExplanation(Make.rule("2 debits of the same amount within 2 days"))
        #expect(days[.reads].contains("those of the bank"))
    }
}
