import Alerts
import Foundation
import Rules
import Testing

@Suite("Merging in the outbox (RL-33)")
struct OutboxMergeTests {
    private let start = Date(timeIntervalSince1970: 1_772_787_600)

    private func entry(
        _ id: String, _ type: AlertNotification.Kind, on channel: String = "hook",
        at step: Double = 0,
        attempts: Int = 0, state: OutboxEntry.State = .waiting
    ) -> OutboxEntry {
        var data = NotificationCodingSamples.data
        data.rule = NotificationRule(id: "low", sentence: "s")
        data.title = "\(type.rawValue) \(id)"
        let notification = AlertNotification(
            type: type, id: id, timestamp: start + step, data: data)
        var entry = OutboxEntry(
            channel: channel, notification: notification, alertKey: "low|b|rule",
            createdAt: start + step)
        entry.attempts = attempts
        entry.state = state
        return entry
    }

    @Test("a firing that nobody can have seen and its end are one line")
    func collapse() throws {
        let fire = entry("ntc_1", .fired)
        let reminder = entry("ntc_2", .reminder, at: 60)
        let resolve = entry("ntc_3", .resolved, at: 120)
        let result = OutboxMerge.collapse(waiting: [fire, reminder], incoming: [resolve])
        #expect(Set(result.merged) == [fire.key, reminder.key])
        let line = try #require(result.incoming.first)
        #expect(result.incoming.count == 1)
        #expect(line.notification.type == .digest)
        #expect(line.notification.data.since == start)
        #expect(line.notification.data.title == resolve.notification.data.title)
        #expect(line.notification.data.items?.map(\.title) == [fire.notification.data.title])
        #expect(!["ntc_1", "ntc_2", "ntc_3"].contains(line.notification.id))
        let again = OutboxMerge.collapse(waiting: [reminder, fire], incoming: [resolve])
        #expect(again.incoming == result.incoming)
    }

    @Test(
        "leaves alone what may have been seen, another channel's and another alert's",
        arguments: [true, false])
    func untouched(_ isTried: Bool) {
        let resolve = entry("ntc_3", .resolved, at: 120)
        let fire = isTried ? entry("ntc_1", .fired, attempts: 1) : entry("ntc_1", .fired, on: "x")
        let result = OutboxMerge.collapse(waiting: [fire], incoming: [resolve])
        #expect(result.merged.isEmpty)
        #expect(result.incoming == [resolve])
    }

    @Test("looks at the newest firing only")
    func newest() {
        let old = entry("ntc_1", .fired)
        let new = entry("ntc_3", .fired, at: 60, attempts: 2)
        let resolve = entry("ntc_4", .resolved, at: 120)
        let result = OutboxMerge.collapse(waiting: [new, old], incoming: [resolve])
        #expect(result.merged.isEmpty)
    }

    @Test("the end of a firing that was given up is not sent")
    func gaveUp() {
        let fire = entry("ntc_1", .healthFired, attempts: 9, state: .gaveUp)
        let resolve = entry("ntc_3", .healthResolved, at: 120)
        let result = OutboxMerge.collapse(waiting: [fire], incoming: [resolve])
        #expect(result.merged.isEmpty)
        #expect(result.incoming.map(\.state) == [.merged])
    }

    @Test(
        "the end of a firing that was given up is sent once a reminder of it may have been seen",
        arguments: [OutboxEntry.State.delivered, .waiting, .merged])
    func reminded(_ state: OutboxEntry.State) {
        let fire = entry("ntc_1", .fired, attempts: 9, state: .gaveUp)
        let reminder = entry("ntc_2", .reminder, at: 60, attempts: 1, state: state)
        let resolve = entry("ntc_3", .resolved, at: 120)
        let result = OutboxMerge.collapse(waiting: [fire, reminder], incoming: [resolve])
        #expect(result.merged.isEmpty)
        #expect(result.incoming == [resolve])
    }

    @Test("the end of a firing that was given up ends its reminders that nobody can have seen")
    func unseenReminders() {
        let old = entry("ntc_0", .reminder, at: -60, attempts: 1, state: .delivered)
        let fire = entry("ntc_1", .fired, attempts: 9, state: .gaveUp)
        let lost = entry("ntc_2", .reminder, at: 60, attempts: 9, state: .gaveUp)
        let waiting = entry("ntc_3", .reminder, at: 120)
        let resolve = entry("ntc_4", .resolved, at: 180)
        let result = OutboxMerge.collapse(
            waiting: [old, fire, lost, waiting], incoming: [resolve])
        #expect(result.merged == [waiting.key])
        #expect(result.incoming.map(\.state) == [.merged])
    }

    @Test("events and firings pass through")
    func passes() {
        let incoming = [entry("ntc_1", .fired), entry("ntc_2", .corrected)]
        let result = OutboxMerge.collapse(
            waiting: [entry("ntc_0", .fired)], incoming: incoming)
        #expect(result.incoming == incoming)
        #expect(result.merged.isEmpty)
    }
}
