import Foundation
import Rules
import Testing

@testable import Alerts

@Suite("Stored states")
struct StateCodingTests {
    private func without(_ names: [String], _ value: some Encodable) throws -> Data {
        let data = try JSONEncoder().encode(value)
        var object = try #require(
            try JSONSerialization.jsonObject(with: data) as? [String: Any])
        for name in names { object[name] = nil }
        return try JSONSerialization.data(withJSONObject: object)
    }

    @Test("an alert is the same after it was stored, wherever it is in its life")
    func alert() throws {
        let at = Date(timeIntervalSince1970: 5)
        let notification = AlertNotification(
            type: .fired, id: "ntc_1", timestamp: at, data: NotificationCodingSamples.data)
        let notified = AlertLife.Notified(at: at, channels: ["x"])
        let lives: [AlertLife] = [
            .idle,
            .pending(
                AlertLife.Pending(heldMilliseconds: 7, readAt: at, notification: notification)),
            .firing(
                AlertLife.Firing(
                    notification: notification, notified: notified, reminders: 4,
                    tending: .acknowledged(at))),
            .firing(AlertLife.Firing(notification: notification, tending: .snoozed(until: at))),
            .spent,
            .announced(nil), .announced(notified),
            .found(
                AlertLife.FoundSet(notified: notified, notification: notification, rows: [UUID()])),
        ]
        for life in lives {
            var state = AlertState(ruleID: "low", body: "b", subject: .rule, since: at)
            state.alreadySo = true
            state.orderKey = "digest"
            state.life = life
            let data = try JSONEncoder().encode(state)
            #expect(try JSONDecoder().decode(AlertState.self, from: data) == state)
        }
    }

    @Test("a held notice without channels is for all of the rule")
    func oldHeld() throws {
        let notification = AlertNotification(
            type: .fired, id: "ntc_1", timestamp: Date(timeIntervalSince1970: 5),
            data: NotificationCodingSamples.data)
        let held = HeldNotification(
            notification: notification,
            alertKey: AlertKey(ruleID: "low", body: "b", subject: .rule),
            cause: .quiet, dueAt: Date(timeIntervalSince1970: 9), channels: ["x"])
        let old = try JSONDecoder().decode(
            HeldNotification.self, from: without(["channels"], held))
        #expect(old.channels == nil)
        #expect(old.notification == notification)
    }
}
