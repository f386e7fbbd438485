import Alerts
import Finance
import Foundation
import Rules
import TestSupport
import Testing

@Suite("Notices about reservations and previous amounts")
struct ReservationAlertTests {
    private func verdict(_ row: Transaction, _ previous: Int64? = nil) -> Verdict {
        var evidence = Verdict.Evidence(
            accountID: row.accountID, value: row.signedAmount, transaction: row)
        evidence.previous = previous.map(Samples.kroner)
        return Verdict(
            ruleID: "r", subject: .transaction(row.id), finding: .occurred, evidence: evidence)
    }

    @Test("a dropped reservation says that it is dropped")
    func dropped() throws {
        var scene = Scene(Make.rule("reservation dropped", id: "r"))
        let notified = try scene.at("09:00", verdict(Samples.transaction("HOTELL", -61_200)))
        #expect(notified.titles == ["Reservation dropped: −612,00 kr HOTELL"])
        #expect(notified.first?.data.reason == .dropped)
        #expect(notified.first?.data.previousAmount == nil)
        #expect(
            try scene.at("09:05", verdict(Samples.transaction("HOTELL", -61_200))).isEmpty)
    }

    @Test("a settled one says what was reserved, also in JSON")
    func settled() throws {
        var scene = Scene(Make.rule("debit settled at another amount", id: "r"))
        let row = Samples.transaction("KAFE", -11_500)
        let notified = try scene.at("09:00", verdict(row, -10_000))
        #expect(notified.titles == ["−115,00 kr KAFE (reserved: −100,00 kr)"])
        let data = try #require(notified.first?.data)
        #expect(data.reason == .settledDifferently)
        #expect(data.previousAmount == Samples.kroner(-10_000))
        let text = NotificationCoding.text(try #require(notified.first))
        #expect(text.contains(#""previousAmount":{"amount":"-100.00","currency":"NOK"}"#))
        let corrected = Samples.event(
            Samples.transaction("KAFE", -12_000), .corrected(previous: Samples.kroner(-11_500)),
            rule: "r")
        #expect(
            try scene.at("09:05", corrected).titles == ["−120,00 kr KAFE (was −115,00 kr)"])
    }

    @Test("a raised amount says what it was before")
    func raised() throws {
        var scene = Scene(Make.rule("new debit over 5% above the previous one", id: "r"))
        let notified = try scene.at(
            "09:00", verdict(Samples.transaction("NETFLIX", -12_900), -11_900))
        #expect(notified.titles == ["−129,00 kr NETFLIX (before: −119,00 kr)"])
        #expect(notified.first?.data.reason == .newTransaction)
        #expect(notified.first?.data.previousAmount == Samples.kroner(-11_900))
    }
}
