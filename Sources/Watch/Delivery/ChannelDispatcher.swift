public import Alerts
public import Finance
import Foundation

/// Brings the waiting entries of one channel out, in order, with retries.
///
/// Each channel has its own, so that a dead one delays no other. Every attempt is noted durably
/// before it is made and its outcome after it, which gives at-least-once delivery with a stable id.
/// A channel that says it is closed for good is left alone until the program starts again.
public struct ChannelDispatcher: Sendable {
    private let channel: any Channel
    private let store: any AlertStore
    private let clock: any WallClock
    private let observer: WatchObserver
    private let isClosed = ClosedFlag()

    /// Makes a dispatcher for one channel.
    public init(
        channel: any Channel, store: any AlertStore, clock: any WallClock,
        observer: @escaping WatchObserver
    ) {
        self.channel = channel
        self.store = store
        self.clock = clock
        self.observer = observer
    }

    /// The channel's name.
    public var name: String { channel.name }

    /// Makes one attempt for every entry that is due now, without waiting for retries (D37).
    ///
    /// - Returns: whether every attempt was confirmed by the receiver.
    @discardableResult
    public func drain() async -> Bool {
        let begin = clock.now
        var allDelivered = true
        do {
            while !Task.isCancelled, !isClosed.value,
                let entry = try await store.takeDue(channel: name, at: begin, limit: 1).first
            {
                let delivered = try await attempt(entry)
                allDelivered = allDelivered && delivered
            }
        } catch {
            observer(.storeFailed(error))
            return false
        }
        return allDelivered
    }

    /// Delivers until the wake-up stream ends or the task is cancelled.
    ///
    /// Sleeps without a timer while nothing waits; a wake-up means that a commit added entries.
    public func run(wakeUps: WakeUps) async {
        var timer: Task<Void, Never>?
        defer { timer?.cancel() }
        await drain()
        timer = await armTimer(wakeUps)
        for await _ in wakeUps.stream {
            timer?.cancel()
            await drain()
            timer = await armTimer(wakeUps)
        }
    }

    private func attempt(_ entry: OutboxEntry) async throws(StoreError) -> Bool {
        let outcome = await channel.deliver(entry.notice)
        if case .channelClosed = outcome { isClosed.set() }
        var chance = SystemRandomNumberGenerator()
        let result = OutboxPolicy().result(
            of: entry, outcome: outcome, now: clock.now, jitter: &chance)
        try await store.finish([result])
        report(result)
        return result.state == .delivered
    }

    private func report(_ result: OutboxResult) {
        guard let problem = result.problem, result.state != .delivered else {
            observer(.delivered(channel: name, noticeID: result.noticeID, at: clock.now))
            return
        }
        observer(
            .deliveryFailed(
                channel: name, noticeID: result.noticeID, problem: problem,
                retryAt: result.state == .waiting ? result.dueAt : nil))
    }

    private func armTimer(_ wakeUps: WakeUps) async -> Task<Void, Never>? {
        guard !isClosed.value, let due = await nextDue() else { return nil }
        // An entry that is due already but was not handed out waits for its alert's older one.
        let instant = max(due, clock.now.addingTimeInterval(1))
        return Task { [clock] in
            do { try await clock.sleep(until: instant) } catch { return }
            wakeUps.post()
        }
    }

    private func nextDue() async -> Date? {
        do {
            return try await store.nextDue(channel: name)
        } catch {
            observer(.storeFailed(error))
            return clock.now.addingTimeInterval(60)
        }
    }
}
