import Alerts
import BenchSupport
import Channels
import Finance
import Foundation
import HTTP
import Store
import Synchronization
import Watch

/// A store, a dispatcher and a webhook, put together as the program does it.
struct BenchLine {
    private let store: SQLiteAlertStore
    private let dispatcher: ChannelDispatcher
    private let clock = BenchClock()
    private let tally = Tally()
    private let count: Int
    /// As many as wait on a channel before the oldest are put together.
    private static let portion = OutboxOverflow.limit

    /// What became of the notifications.
    private final class Tally: Sendable {
        let delivered = Atomic(0)
        let failed = Atomic(0)

        func note(_ event: WatchEvent) {
            switch event {
            case .delivered: delivered.add(1, ordering: .relaxed)
            case .deliveryFailed: failed.add(1, ordering: .relaxed)
            default: break
            }
        }
    }

    /// Opens a new state folder.
    init(folder: String, url: String, count: Int) throws {
        self.count = count
        store = try SQLiteAlertStore.open(folder: folder)
        let text = "whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="
        let keys = [SigningSecret(Secret(text))].compactMap(\.self)
        let channel = try WebhookChannel(
            name: BenchNotification.channel,
            receiver: .json(url: Secret(url), signingSecrets: keys),
            transport: CurlTransport(options: TransportOptions()))
        dispatcher = ChannelDispatcher(
            channel: channel, store: store, clock: clock,
            observer: { [tally] in tally.note($0) }, batch: .wide)
    }

    /// Delivers all notifications, those that are refused once at a second attempt.
    func live() async throws {
        var used = Stopwatch()
        for first in stride(from: 0, to: count, by: Self.portion) {
            try await add(first..<min(first + Self.portion, count))
            await used.time { _ = await dispatcher.drain() }
            clock.advance(by: 60)
            await used.time { _ = await dispatcher.drain() }
        }
        print("delivered", tally.delivered.load(ordering: .relaxed))
        print("failed", tally.failed.load(ordering: .relaxed))
        used.reportSums("deliver")
    }

    /// Decides all notifications while nobody takes any; prints private memory before and after.
    func dead() async throws {
        let small = min(count / 10, 2 * Self.portion)
        for first in stride(from: 0, to: count, by: 100) {
            if first == small { print("before", privateMemory()) }
            try await add(first..<min(first + 100, count))
            _ = await dispatcher.drain()
            clock.advance(by: 1)
        }
        print("after", privateMemory())
        let waiting = try await store.outbox(in: [.waiting], limit: count)
        print("waiting", waiting.count)
        print("told", waiting.map { $0.notification.data.count ?? 1 }.reduce(0, +))
    }

    private func add(_ numbers: Range<Int>) async throws {
        try await store.commit(
            CycleCommit(
                reconciliation: nil, alerts: AlertLedgerChange(),
                outbox: numbers.map(BenchNotification.entry)))
    }
}
