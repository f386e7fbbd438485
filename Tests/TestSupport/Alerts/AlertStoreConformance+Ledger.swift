import Alerts
import Finance
import Foundation
import Rules
import Testing

extension AlertStoreConformance {
    func keepsLedgerAsChanged() async throws {
        let store = try await makeStore()
        var firing = AlertState(
            ruleID: "low", body: "b1", subject: .account(StoreSamples.details.id),
            since: StoreSamples.now)
        firing.transition = 3
        firing.life = .firing(
            AlertLife.Firing(
                notification: StoreSamples.notification(.fired, "ntc_1"),
                notified: AlertLife.Notified(
                    at: StoreSamples.now, channels: ["desktop", "family"]),
                tending: .snoozed(until: StoreSamples.now)))
        let window = AlertState(
            ruleID: "month", body: "b2",
            subject: .window(
                account: nil, currency: .nok, periodStart: StoreSamples.day(2026, 3, 1)),
            since: StoreSamples.now)
        var first = AlertLedgerChange(alerts: [firing, window], rules: [rule(held: true)])
        first.bindings = ["bruks": [StoreSamples.details.id], "kort": [UUID(), UUID()]]
        try await store.commit(commit(first))
        var expected = AlertLedger().applying(first)
        #expect(try await store.alertLedger() == expected)

        firing.life = .spent
        var second = AlertLedgerChange(
            alerts: [firing], removedAlerts: [window.key], rules: [rule(held: false)])
        second.bindings = ["bruks": [], "spare": [StoreSamples.details.id]]
        try await store.commit(commit(second))
        expected = expected.applying(second)
        #expect(try await store.alertLedger() == expected)
    }

    func leavesFactsAloneWithoutReconciliation() async throws {
        let store = try await makeStore()
        try await store.commit(StoreSamples.commit(accounts: [StoreSamples.facts]))
        let before = try await store.facts()
        try await store.commit(commit(AlertLedgerChange(rules: [rule(held: false)])))
        #expect(try await store.facts() == before)
    }

    private func commit(_ change: AlertLedgerChange) -> CycleCommit {
        CycleCommit(reconciliation: nil, alerts: change, outbox: [])
    }

    private func rule(held: Bool) -> RuleState {
        var rule = RuleState(ruleID: "low", body: "b1", baselineAt: StoreSamples.now)
        rule.sentInPeriod = 1
        rule.periodStart = StoreSamples.now
        let key = AlertKey(
            ruleID: "low", body: "b1", subject: .account(StoreSamples.details.id))
        if held {
            rule.held = [
                HeldNotification(
                    notification: StoreSamples.notification(.fired, "ntc_2"), alertKey: key,
                    cause: .quiet,
                    dueAt: StoreSamples.now.addingTimeInterval(60)),
                HeldNotification(
                    notification: StoreSamples.notification(.resolved, "ntc_3"), alertKey: key,
                    cause: .limit, dueAt: StoreSamples.now.addingTimeInterval(90)),
            ]
        }
        return rule
    }
}
