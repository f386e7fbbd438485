import Alerts
import Finance
import Foundation
import Rules
import Testing

@Suite("The program's own trouble")
struct SelfAlertTests {
    private let rejected = SelfAlert(.rulesRejected, problem: "rules.json:1:1: not JSON")
    private let failing = SelfAlert(.deliveryFailing, name: "hook", problem: "answered 503")

    @Test("is told when it begins, every day while it lasts, and when it is over")
    func rulesRejected() throws {
        var scene = Scene(Samples.rule())
        let first = try scene.report("08:00", SelfAlertReport(rejected))
        #expect(first.types == [.healthFired])
        #expect(first.first?.data.rule?.id == "saldovakt-rules-rejected")
        #expect(first.first?.data.body == "rules.json:1:1: not JSON")
        #expect(try scene.report("08:05", SelfAlertReport(rejected)).isEmpty)
        #expect(try scene.nextDue(after: "08:05") == "2026-03-07T08:00:00Z")
        let second = try scene.at("2026-03-07T08:00:00Z")
        #expect(second.types == [.reminder])
        #expect(second.first?.data.kind == .health)
        let end = try scene.report("2026-03-07T09:00:00Z", SelfAlertReport(rejected, isOver: true))
        #expect(end.types == [.healthResolved])
        #expect(end.first?.data.reason == .restored)
        #expect(Set(scene.notified.map(\.id)).count == 3)
    }

    @Test("what a channel did not take is told on another one, with what was lost")
    func deliveryFailing() throws {
        var scene = Scene(Samples.rule(notify: ["hook", "family"]))
        try scene.at("07:00", Samples.clear())
        let lost = try scene.at("07:30", Samples.holds())
        let notified = try scene.report("08:00", SelfAlertReport(failing, undelivered: lost))
        #expect(notified.types == [.healthFired])
        #expect(notified.titles == ["1 notification was not delivered on hook"])
        #expect(notified.first?.data.reason == .deliveryFailing)
        #expect(notified.first?.data.items?.map(\.rule.id) == ["low"])
        #expect(
            scene.outbox.filter { $0.notification.type == .healthFired }.map(\.channel) == [
                "family"
            ])
        let more = try scene.report("09:00", SelfAlertReport(failing, undelivered: lost))
        #expect(more.count == 1)
        #expect(more.first?.id != notified.first?.id)
    }

    @Test("falls back to the channel that always exists when no other works")
    func fallback() throws {
        var scene = Scene(Samples.rule(notify: ["hook"]))
        try scene.report("08:00", SelfAlertReport(failing))
        #expect(scene.outbox.map(\.channel) == ["desktop"])
        let desktop = SelfAlert(.deliveryFailing, name: "desktop", problem: "no desktop")
        #expect(try scene.report("09:00", SelfAlertReport(desktop)).first?.data.kind == .health)
        #expect(scene.outbox.count == 1)
    }

    @Test("an amount stays off a channel that shows none")
    func detail() throws {
        let policy = AlertPolicy(
            zone: Samples.oslo, channels: ["hook": .full, "family": .summary])
        var scene = Scene(Samples.rule(notify: ["hook", "family"]), policy: policy)
        try scene.at("07:00", Samples.clear())
        let lost = try scene.at("07:30", Samples.holds())
        try scene.report("08:00", SelfAlertReport(failing, undelivered: lost))
        let notification = try #require(scene.outbox.last?.notification)
        #expect(!NotificationCoding.text(notification).contains("95,00"))
        #expect(notification.data.title == "1 notification was not delivered on hook")
        #expect(notification.data.body == "See why with 'saldovakt alerts --gave-up'")
        #expect(notification.data.items == nil)
    }

    @Test("a set clock is told once and is over at once")
    func clock() throws {
        var scene = Scene(Samples.rule())
        let step = SelfAlert(.clockStepped, problem: "It was set back by 3600 seconds.")
        #expect(try scene.report("08:00", SelfAlertReport(step)).types == [.healthFired])
        #expect(scene.ledger.selfAlerts.isEmpty)
    }

    @Test("is held by a silence of everything")
    func silenced() throws {
        var scene = Scene(Samples.rule())
        try scene.apply("07:30", Scene.silence(.all, until: "10:00"))
        #expect(try scene.report("08:00", SelfAlertReport(rejected)).isEmpty)
        #expect(try scene.at("10:00").types == [.healthFired])
    }
}
