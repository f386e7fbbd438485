import Alerts
import Finance
import Foundation
import Rules
import Testing

@Suite("Events that wait for their while, and reservations that grow old")
struct WaitingEventTests {
    private func rule() throws -> Rule {
        try Rule.builtIn(id: "low", sentence: "new debit over 500 while balance under 1000")
    }

    private func waits(_ text: String) -> Verdict {
        Samples.event(Samples.transaction(text, -61_235), .unknown(.missingFigure))
    }

    @Test("an event that waits survives a restart and is told once")
    func waitsAndNotifies() throws {
        let rule = try rule()
        var scene = Scene(rule)
        #expect(try scene.at("09:00", waits("KIOSK")).isEmpty)
        #expect(try scene.at("09:05", waits("KIOSK")).isEmpty)
        let rules = RuleSet(rules: [rule], fileHash: "")
        #expect(scene.ledger.waitingEvents(of: rules).map(\.since) == [Samples.instant("09:00")])
        #expect(try scene.at("09:10", Samples.event("KIOSK")).types == [.fired])
        #expect(try scene.at("09:15", Samples.event("KIOSK")).isEmpty)
        #expect(scene.ledger.waitingEvents(of: rules).isEmpty)
    }

    @Test("one whose condition was not so leaves nothing behind")
    func forgets() throws {
        var scene = Scene(try rule())
        try scene.at("09:00", waits("KIOSK"))
        let over = Samples.event(
            Samples.transaction("KIOSK", -61_235), .clear(isRecovered: true))
        #expect(try scene.at("09:05", over).isEmpty)
        #expect(scene.ledger.alerts.isEmpty)
        // Should the amount cross the limit later, that is an event of its own.
        #expect(try scene.at("09:10", Samples.event("KIOSK")).types == [.fired])
    }

    @Test("a digest of others does not count one that waits as told")
    func digest() throws {
        let night = "new debit over 500 while balance under 1000, between 07:00 and 22:00"
        let rule = try Rule.builtIn(id: "low", sentence: night)
        var scene = Scene(rule)
        try scene.at("00:00", waits("WAITS"))
        let texts = (1...7).map { "KIOSK \($0)" }
        try scene.at("00:05", texts.map { Samples.event($0) })
        #expect(try scene.at("06:00", []).types == [.digest])
        let notified = try scene.at("09:00", Samples.event("WAITS"))
        #expect(notified.types == [.fired])
    }

    @Test("a reservation that was older before the rule was first looked at is no news")
    func baseline() throws {
        let rule = try Rule.builtIn(id: "low", sentence: "a reservation is older than 8 days")
        var scene = Scene(rule)
        let begin = Verdict(
            ruleID: "low", subject: .rule, finding: .clear(isRecovered: true),
            evidence: Verdict.Evidence())
        func event(_ text: String, since: String) -> Verdict {
            let transaction = Samples.transaction(text, -90_000)
            let evidence = Verdict.Evidence(
                accountID: transaction.accountID, value: transaction.signedAmount,
                transaction: transaction, since: Samples.instant(since))
            return Verdict(
                ruleID: "low", subject: .transaction(transaction.id), finding: .occurred,
                evidence: evidence)
        }
        let old = event("HOTELL", since: "2026-03-01T23:00:00Z")
        #expect(try scene.at("09:00", begin, old).isEmpty)
        #expect(try scene.at("09:05", old).isEmpty)
        let fresh = event("LEIEBIL", since: "2026-03-06T23:00:00Z")
        let notified = try scene.at("2026-03-07T09:00:00Z", fresh)
        #expect(notified.types == [.fired])
        #expect(notified.first?.data.reason == .entered)
        #expect(notified.titles == ["Still reserved: \u{2212}900,00 kr LEIEBIL"])
    }
}
