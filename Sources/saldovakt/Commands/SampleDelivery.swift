import Alerts
import Console
import Finance
import Foundation
import Rules
import Settings
import Store
import Threads
import Watch

/// A sample on the way that every notification goes: a durable outbox, a dispatcher, retries.
///
/// Its outbox is a store of its own in a folder for temporary files: the watcher's belongs to the
/// watcher, and a sample must not wait there for somebody who has gone.
final class SampleDelivery: Sendable {
    private let channel: any Channel
    private let store: SQLiteAlertStore
    private let folder: URL
    private let zone: TimeZone
    private let clock = SystemClock()
    private let progress = Lock((attempts: 0, isDelivered: false))

    /// Puts a sample for the channel into a new outbox.
    ///
    /// - Throws: ``StoreError`` if the folder or the outbox can't be made.
    init(channel: any Channel, detail: DetailLevel, zone: TimeZone) async throws {
        self.channel = channel
        self.zone = zone
        folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("saldovakt-sample-\(UUID().uuidString)")
        store = try SQLiteAlertStore.open(folder: folder.path)
        let notification = Self.notification(for: channel.name, detail, at: clock.now)
        let entry = OutboxEntry(
            channel: channel.name, notification: notification, alertKey: notification.id,
            createdAt: clock.now)
        try await store.commit(
            CycleCommit(reconciliation: nil, alerts: AlertLedgerChange(), outbox: [entry]))
    }

    /// Tries to deliver the sample, again while the next attempt falls into `gracePeriod`.
    ///
    /// - Returns: whether the receiver confirmed it.
    func run(for gracePeriod: Duration) async throws -> Bool {
        let end = clock.now.addingTimeInterval(Double(gracePeriod.components.seconds))
        let dispatcher = ChannelDispatcher(
            channel: channel, store: store, clock: clock,
            observer: { [self] in show($0, until: end) }
        )
        while true {
            await dispatcher.drain()
            if progress.withLock({ $0.isDelivered }) { return true }
            guard let due = try await store.nextDue(channel: channel.name), due <= end else {
                return false
            }
            try await clock.sleep(until: due)
        }
    }

    func end() async {
        try? FileManager.default.removeItem(at: folder)
    }

    private func show(_ event: WatchEvent, until end: Date) {
        switch event {
        case .delivered:
            let count = progress.withLock { progress in
                progress.attempts += 1
                progress.isDelivered = true
                return progress.attempts
            }
            let way = count == 1 ? "at once" : "at attempt \(count)"
            Terminal.write("\(channel.name): the sample was delivered \(way)")
        case .deliveryFailed(let name, _, let problem, let retryAt):
            progress.withLock { $0.attempts += 1 }
            let next = retryAt.flatMap { $0 <= end ? $0 : nil }
            Terminal.complain(
                EventStrings.failure(problem, of: name)
                    + (next.map { "; tried again at \(InstantText.clock($0, in: zone))" } ?? ""))
        case .storeFailed(let error): Terminal.complain(CommandFailure(error).text)
        default: break
        }
    }

    private static func notification(
        for channel: String, _ detail: DetailLevel, at now: Date
    ) -> AlertNotification {
        var data = NotificationData(
            rule: nil, kind: .level, reason: .entered, title: "Sample from saldovakt",
            body: "This is a test of the channel '\(channel)'; nothing happened on any account.")
        if detail != .generic {
            data.rule = NotificationRule(id: "test", sentence: "balance under 100 NOK")
            data.account = NotificationAccount(
                id: "sample", name: "Brukskonto", number: "•••• •• •0001")
        }
        return AlertNotification(
            type: .fired, id: "ntc_" + StableHash("test", UUID().uuidString).hex, timestamp: now,
            data: data)
    }
}
