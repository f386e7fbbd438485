import Alerts
import Finance
import Foundation
import Rules
import Testing

@Suite("Windows (section 4, D13, D29)")
struct WindowAlertTests {
    private let rule = Samples.rule("low", "spending this month is over 8000", kind: .window)
    private let open = Verdict.Finding.clear(isRecovered: true)

    @Test("fires once in a period")
    func oncePerPeriod() throws {
        var scene = Scene(rule)
        try scene.at("2026-03-02T09:00:00Z", Samples.sum(open, 100, from: "2026-03-01"))
        let notified = try scene.at("2026-03-06T09:00:00Z", Samples.sum(.holds, from: "2026-03-01"))
        #expect(notified.types == [.fired])
        #expect(notified.first?.data.reason == .periodExceeded)
        #expect(notified.titles == ["All accounts: 8\u{A0}120,00 kr"])
        #expect(
            try scene.at("2026-03-07T09:00:00Z", Samples.sum(.holds, from: "2026-03-01")).isEmpty)
    }

    @Test("resolves when a refund brings it back, and does not fire again in the period (D29)")
    func refund() throws {
        var scene = Scene(rule)
        try scene.at("2026-03-06T09:00:00Z", Samples.sum(.holds, from: "2026-03-01"))
        let back = try scene.at("2026-03-07T09:00:00Z", Samples.sum(open, from: "2026-03-01"))
        #expect(back.types == [.resolved])
        #expect(
            try scene.at("2026-03-08T09:00:00Z", Samples.sum(.holds, from: "2026-03-01")).isEmpty)
    }

    @Test("rolls over silently and fires again in the next period, also on its first look")
    func rollOver() throws {
        var scene = Scene(rule)
        try scene.at("2026-03-06T09:00:00Z", Samples.sum(.holds, from: "2026-03-01"))
        #expect(try scene.at("2026-04-01T09:00:00Z", Samples.sum(open, from: "2026-04-01")).isEmpty)
        #expect(scene.ledger.alerts.count == 2)
        let notified = try scene.at("2026-05-01T09:00:00Z", Samples.sum(.holds, from: "2026-05-01"))
        #expect(notified.types == [.fired])
        #expect(notified.first?.data.reason == .periodExceeded)
        #expect(scene.ledger.alerts.count == 2)
    }

    @Test("says at the first look that it is already so")
    func alreadySo() throws {
        var scene = Scene(rule)
        let notified = try scene.at("2026-03-06T09:00:00Z", Samples.sum(.holds, from: "2026-03-01"))
        #expect(notified.first?.data.reason == .alreadySo)
    }

    @Test("over moving days it ends silently and fires again after it was false (D13)")
    func moving() throws {
        var scene = Scene(rule)
        try scene.at("08:00", Samples.sum(open, from: nil))
        #expect(try scene.at("08:05", Samples.sum(.holds, from: nil)).types == [.fired])
        #expect(try scene.at("08:10", Samples.sum(open, from: nil)).isEmpty)
        #expect(try scene.at("08:15", Samples.sum(.holds, from: nil)).types == [.fired])
        #expect(Set(scene.notified.map(\.id)).count == 2)
    }

    @Test("a firing held over the end of its period is told all the same")
    func heldOverRollOver() throws {
        var scene = Scene(
            Samples.rule(
                "low", "spending this month is over 8000", kind: .window, clauses: .daytime()))
        try scene.at("2026-03-30T09:00:00Z", Samples.sum(open, from: "2026-03-01"))
        try scene.at("2026-03-31T21:30:00Z", Samples.sum(.holds, from: "2026-03-01"))
        try scene.at("2026-03-31T22:30:00Z", Samples.sum(open, from: "2026-04-01"))
        let notified = try scene.at("2026-04-01T05:00:00Z")
        #expect(notified.types == [.fired])
        #expect(notified.first?.data.since == Samples.instant("2026-03-31T21:30:00Z"))
    }
}
