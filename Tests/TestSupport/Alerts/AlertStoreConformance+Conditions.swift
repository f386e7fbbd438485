import Alerts
import Finance
import Foundation
import Testing

extension AlertStoreConformance {
    private var now: Date { StoreSamples.now }

    func listsBalancesWithTheOneBefore() async throws {
        let store = try await makeStore()
        let records = try [0, 60, 120, 180].map { try balance(after: $0) }
        try await store.commit(
            StoreSamples.commit(accounts: [StoreSamples.facts], balances: records))
        let middle = now.addingTimeInterval(120)
        #expect(try await store.balances(since: middle) == Array(records[1...]))
        #expect(try await store.balances(since: now.addingTimeInterval(-9)) == records)
        #expect(try await store.balances(since: now.addingTimeInterval(999)) == [records[3]])
    }

    private func balance(after seconds: Double) throws -> AccountBalance {
        let instant = now.addingTimeInterval(seconds)
        let figure = try Balance(signed: StoreSamples.kroner(Int64(seconds)), asOf: instant)
        return AccountBalance(
            accountID: StoreSamples.details.id, currentBalance: .booked(figure),
            day: CalendarDay(of: instant, in: .gmt),
            previousRead: seconds > 0 ? instant.addingTimeInterval(-7) : nil)
    }

    func keepsWhatIsScheduled() async throws {
        let store = try await makeStore()
        let item = ScheduledItem(
            bankAccountID: "a1", id: "p1", amount: StoreSamples.kroner(-49_900),
            due: StoreSamples.day(2026, 3, 20), text: "HUSLEIE", kind: .standingOrder)
        var source = StoreSamples.source
        source.scheduled = ScheduledItems(items: [item, item], readAt: now)
        try await store.commit(StoreSamples.commit(source: source, scheduled: [item, item]))
        #expect(try await store.facts().sources["sbanken"] == source)
        // An answer to a poll that did not ask leaves them as they were.
        source.lastAttempt = now.addingTimeInterval(60)
        try await store.commit(StoreSamples.commit(source: source))
        #expect(try await store.facts().sources["sbanken"] == source)
        source.scheduled = ScheduledItems(items: [], readAt: now.addingTimeInterval(60))
        try await store.commit(StoreSamples.commit(source: source, scheduled: []))
        #expect(try await store.facts().sources["sbanken"] == source)
    }

    func namesFailingChannels() async throws {
        let store = try await makeStore()
        let problem = result("x", .waiting).problem
        #expect(problem != nil)
        try await store.commit(
            StoreSamples.commit(
                StoreSamples.entry("ntc_1", alert: "a"), StoreSamples.entry("ntc_2", alert: "b"),
                StoreSamples.entry("ntc_1", on: "family", alert: "a")))
        #expect(try await store.failingChannels().isEmpty)
        for channel in ["desktop", "family"] {
            _ = try await store.takeDue(channel: channel, at: now, limit: 9)
        }
        try await store.finish([
            result("ntc_1", .waiting, dueAt: now), result("ntc_2", .delivered),
            result("ntc_1", .gaveUp, on: "family"),
        ])
        let failing = [
            "desktop": ChannelFacts(failingSince: now),
            "family": ChannelFacts(failingSince: now, hasGivenUp: true),
        ]
        #expect(try await store.failingChannels() == failing)
        let later = now.addingTimeInterval(60)
        try await store.commit(
            StoreSamples.commit(StoreSamples.entry("ntc_3", on: "family", alert: "c", at: later)))
        #expect(try await store.failingChannels() == failing)
        for channel in ["desktop", "family"] {
            _ = try await store.takeDue(channel: channel, at: later, limit: 9)
        }
        try await store.finish([
            result("ntc_1", .delivered), result("ntc_3", .delivered, on: "family"),
        ])
        #expect(try await store.failingChannels().isEmpty)
    }
}
