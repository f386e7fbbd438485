import Alerts
import Finance
import Foundation
import TestSupport
import Testing
import Watch

@Suite("Rules that compare with what is stored")
struct HistoryTests {
    private static let sentences = [
        "new debit at a new merchant", "new debit over 5% above the previous one",
        "2 debits of the same amount on the same day",
    ]

    private func row(_ amount: String, _ day: String, _ text: String) -> TransactionObservation {
        Make.observation(amount, day, text: text, type: .pointOfSale)
    }

    /// What is sent on the third poll, by a watcher that ran on or by one that was started again.
    private func notified(restarts: Bool) async throws -> [String] {
        let stage = WatchStage()
        var watcher = try await stage.watcher(Self.sentences)
        let known = [
            row("-90.00", "2026-02-02", "KIWI"), row("-119.00", "2026-02-06", "NETFLIX"),
        ]
        stage.answer("5000.00", known)
        _ = await watcher.cycleOnce()
        stage.clock.advance(by: 300)
        let first = [row("-40.00", "2026-03-06", "KIWI")]
        stage.answer("4960.00", known + first)
        _ = await watcher.cycleOnce()
        #expect(stage.notified.isEmpty)
        if restarts { watcher = try await stage.watcher(Self.sentences) }
        stage.clock.advance(by: 300)
        let second = [
            row("-40.00", "2026-03-06", "KIWI"), row("-129.00", "2026-03-06", "NETFLIX"),
            row("-500.00", "2026-03-06", "GULLSMED"),
        ]
        stage.answer("4291.00", known + first + second)
        _ = await watcher.cycleOnce()
        let notifications = stage.events.compactMap { event -> AlertNotification? in
            if case .notified(let notification) = event { notification } else { nil }
        }
        return notifications.map { "\($0.data.rule?.id ?? "") \($0.data.title) \($0.id)" }
    }

    @Test("know it after a restart as well as without one")
    func restart() async throws {
        let steady = try await notified(restarts: false)
        #expect(steady.map { $0.prefix(2) } == ["r0", "r1", "r2"])
        #expect(steady[0].contains("GULLSMED"))
        #expect(steady[1].contains("NETFLIX (before: −119,00 kr)"))
        #expect(steady[2].contains("2 × −40,00 kr KIWI"))
        #expect(try await notified(restarts: true) == steady)
    }
}
