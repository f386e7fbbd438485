import Alerts
import Finance
import Foundation
import Rules
import TestSupport
import Testing

@testable import Watch

@Suite("Conditions over restarts, reloads and failing channels")
struct ConditionTests {
    private static let sentences = [
        "balance dropped by 300 in 2 hours", "balance rose by 20% in 1 day",
        "total balance of all accounts changed by 400 in 6 hours",
        "balance of Brukskonto is projected under 0 in the next 7 days",
        "new debit over 50 while balance of Sparekonto is under 600",
        "a reservation is older than 1 day",
    ]

    private static func item(_ amount: Int, due: CalendarDay) -> ScheduledItem {
        ScheduledItem(
            bankAccountID: "a1", id: "p\(amount)",
            amount: Money(minorUnits: Int64(-amount * 100), currency: .nok), due: due,
            text: "HUSLEIE", kind: .payment)
    }

    /// Plays a made-up week; with `restarts` every cycle has a watcher that starts again.
    private func notified(_ seed: UInt64, restarts: Bool) async throws -> [String] {
        var random = SeededGenerator(seed: seed)
        let stage = WatchStage()
        var watcher = try await stage.watcher(Self.sentences)
        var rows: [TransactionObservation] = []
        var (one, other) = (1_000, 800)
        for _ in 0..<120 {
            let gap = random.happens(100) ? Int.random(in: 1...40, using: &random) * 3_600 : 900
            stage.clock.advance(by: Double(gap))
            if random.happens(300) { one = Int.random(in: 0...1_500, using: &random) }
            if random.happens(200) { other = Int.random(in: 300...900, using: &random) }
            let today = CalendarDay(of: stage.clock.now, in: Make.oslo)
            if random.happens(150) {
                let amount = "-\(Int.random(in: 20...90, using: &random)).\(rows.count % 10)0"
                rows.append(Make.reservation(amount, today.description, text: "KJOP \(rows.count)"))
            }
            let due = today.adding(days: Int.random(in: 0...9, using: &random))
            let item = Self.item(Int.random(in: 0...2_000, using: &random), due: due)
            if random.happens(100) {
                stage.bank.append(
                    .failed(SourceFailure(kind: .server, problem: "503", fix: "wait")))
            } else {
                // Now and then the second account comes without its figures.
                let figure = random.happens(150) ? nil : "\(other).00"
                stage.bank.append(
                    .facts(
                        accounts: [
                            Make.account(booked: "\(one).00", from: "2026-02-01"),
                            Make.account(
                                "a2", name: "Sparekonto", booked: figure, from: "2026-02-01"),
                        ], transactions: rows, scheduled: [item]))
            }
            if restarts { watcher = try await stage.watcher(Self.sentences) }
            _ = await watcher.cycleOnce()
        }
        return stage.events.compactMap { event in
            guard case .notified(let notification) = event else { return nil }
            return
                "\(notification.timestamp.timeIntervalSince1970) \(notification.id) \(notification.data.title)"
        }
    }

    @Test(
        "tell the same whether the program runs through or starts again before every poll",
        arguments: Trials.some(1, of: 1...6))
    func restarts(_ seed: UInt64) async throws {
        let through = try await notified(seed, restarts: false)
        #expect(through.count > 10)
        #expect(try await notified(seed, restarts: true) == through)
    }

    @Test("banks are asked for what is scheduled from the reload on that needs it (D42)")
    func requests() async throws {
        let stage = WatchStage()
        var watcher = try await stage.watcher(["balance under 100"])
        let ahead = try RuleSet.of(["balance projected under 0 in the next 7 days"])
        let plain = try RuleSet.of(["balance under 100"])
        for rules in [nil, ahead, nil, plain] {
            if let rules { stage.rules.exchange(.loaded(rules, findings: [])) }
            stage.answer("500.00")
            _ = await watcher.cycleOnce()
            stage.clock.advance(by: 300)
        }
        #expect(stage.bank.requests.map(\.includesScheduled) == [false, true, true, false])
    }

    @Test("a channel that fails for an hour is told on every channel of the rule, and its end")
    func channels() async throws {
        let stage = WatchStage()
        var watcher = try await stage.watcher(["balance under 100", "notifications are failing"])
        func cycle(_ balance: String) async {
            stage.answer(balance)
            _ = await watcher.cycleOnce()
            stage.clock.advance(by: 1_800)
        }
        await cycle("50.00")
        let entry = try #require(
            try await stage.store.takeDue(channel: "phone", at: stage.clock.now, limit: 1).first)
        func finish(_ state: OutboxEntry.State) async throws {
            let problem = DeliveryProblem(
                reason: .server, problem: "answered 500", fix: "look at the receiver")
            try await stage.store.finish([
                OutboxResult(
                    channel: "phone", notificationID: entry.notification.id, state: state,
                    dueAt: stage.clock.now, problem: state == .delivered ? nil : problem)
            ])
        }
        try await finish(.waiting)
        await cycle("50.00")
        #expect(stage.notified == ["alert.fired alreadySo"])
        await cycle("50.00")
        #expect(stage.notified.last == "health.fired deliveryFailing")
        try await finish(.delivered)
        await cycle("50.00")
        #expect(stage.notified.last == "health.resolved restored")
    }
}
