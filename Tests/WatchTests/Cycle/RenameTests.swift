import Alerts
import Finance
import Foundation
import Rules
import TestSupport
import Testing

@testable import Watch

@Suite("A renamed account over a restart (D20)")
struct RenameTests {
    private let builder = PipelineBuilder(
        policy: AlertPolicy(zone: Make.oslo, channels: ["phone": .full]))

    private func poll(
        _ store: InMemoryAlertStore, _ sentences: [String], _ snapshot: Snapshot,
        isCommitted: Bool = true
    ) async throws -> [AlertNotification] {
        var pipeline = try await builder.pipeline(
            for: try RuleSet.of(sentences), store: store, at: snapshot.observedAt)
        let outcome = pipeline.process(
            snapshot, with: await store.reconciliationInput(for: snapshot))
        if isCommitted { await store.commit(outcome.commit) }
        return outcome.notifications
    }

    @Test("the rule follows the account, and the binding goes with the last rule on it")
    func follows() async throws {
        let store = InMemoryAlertStore()
        let rules = ["balance of 'Brukskonto' under 100"]
        let before = Make.snapshot("2026-03-05T20:00:00Z", [Make.account(booked: "500.00")])
        #expect(try await poll(store, rules, before).isEmpty)
        let bound = await store.alertLedger().bindings
        #expect(bound == ["brukskonto": [Make.accountID("a1")]])
        let after = Make.snapshot(
            "2026-03-05T20:05:00Z", [Make.account(name: "Lønnskonto", booked: "50.00")])
        #expect(try await poll(store, rules, after).map(\.type) == [.fired])
        let other = Make.snapshot(
            "2026-03-05T20:10:00Z", [Make.account(name: "Lønnskonto", booked: "50.00")])
        _ = try await poll(store, ["new debit over 500"], other)
        let left = await store.alertLedger().bindings
        #expect(left.isEmpty)
    }

    @Test("a binding whose commit failed is made again")
    func failedCommit() async throws {
        let store = InMemoryAlertStore()
        let rules = ["balance of 'Brukskonto' under 100"]
        let first = Make.snapshot("2026-03-05T20:00:00Z", [Make.account(booked: "500.00")])
        _ = try await poll(store, rules, first, isCommitted: false)
        #expect(await store.alertLedger().bindings.isEmpty)
        _ = try await poll(store, rules, first)
        #expect(await store.alertLedger().bindings.count == 1)
    }
}
