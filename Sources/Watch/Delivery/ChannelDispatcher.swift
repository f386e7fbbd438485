public import Alerts
public import Finance
import Foundation
import Synchronization

/// Delivers the waiting entries of one channel, in order, with retries.
///
/// Each channel has its own dispatcher, so that a failing one delays no other. Every attempt is
/// committed before it is made and its outcome after it, which gives at-least-once delivery with a
/// stable id. A channel that says it is closed for good gets no more attempts until it is made
/// again: at a start, a reload or a change of its settings. What waits for it keeps the reason and
/// its age, so that it is seen and abandoned like that of any other failing channel.
public struct ChannelDispatcher: Sendable {
    private let channel: any Channel
    private let store: any AlertStore
    private let clock: any WallClock
    private let observer: WatchObserver
    private let closing = ClosingProblem()
    private let unstored: UnstoredResults
    private let batch: DeliveryBatch

    /// Makes a dispatcher for one channel.
    ///
    /// - Parameters:
    ///   - batch: how many entries are taken and delivered at the same time; never two of one
    ///     alert.
    ///   - unstored: outcomes that a former dispatcher of the channel could not store.
    public init(
        channel: any Channel, store: any AlertStore, clock: any WallClock,
        observer: @escaping WatchObserver, batch: DeliveryBatch = .oneByOne,
        unstored: UnstoredResults = UnstoredResults()
    ) {
        self.unstored = unstored
        self.batch = batch
        self.channel = channel
        self.store = store
        self.clock = clock
        self.observer = observer
    }

    public var name: String { channel.name }

    /// Makes one attempt for every entry that is due now, without waiting for retries (D37).
    ///
    /// - Returns: whether every attempt was confirmed by the receiver.
    @discardableResult
    public func drain() async -> Bool {
        let begin = clock.now
        var allDelivered = true
        do {
            try await storeResults()
            while !Task.isCancelled {
                let entries = try await store.takeDue(channel: name, at: begin, limit: batch.taken)
                guard !entries.isEmpty else { break }
                let delivered = try await attempt(entries)
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
    public func run(wakeUps: WakeSignal) async {
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

    /// Makes one attempt for each entry, and commits the outcomes in groups.
    ///
    /// After a crash only entries without a committed outcome are sent again. Entries that were
    /// taken but not begun when the channel closed, the program stopped or a commit failed wait
    /// again.
    private func attempt(_ entries: [OutboxEntry]) async throws(StoreError) -> Bool {
        let outcome = await withTaskGroup(of: OutboxResult.self) { group in
            var (waiting, ended, allDelivered) = (entries[...], [OutboxResult](), true)
            var failure: StoreError?
            for entry in waiting.prefix(batch.inFlight) {
                group.addTask { await result(of: entry) }
            }
            waiting = waiting.dropFirst(batch.inFlight)
            while let next = await group.next() {
                ended.append(next)
                if let entry = waiting.popFirst() { group.addTask { await result(of: entry) } }
                let isFull = ended.count >= DeliveryBatch.noted || group.isEmpty
                guard isFull, failure == nil else { continue }
                do throws(StoreError) {
                    allDelivered = try await note(ended) && allDelivered
                    ended = []
                } catch {
                    failure = error
                    ended += waiting.map { result(of: $0, Self.notBegun) }
                    waiting = []
                }
            }
            guard let failure else { return Result<Bool, StoreError>.success(allDelivered) }
            await unstored.add(ended)
            return .failure(failure)
        }
        return try outcome.get()
    }

    /// Commits the outcomes whose commit failed before; only then are their entries handed out
    /// again.
    private func storeResults() async throws(StoreError) {
        let results = await unstored.take(channel: name)
        guard !results.isEmpty else { return }
        do throws(StoreError) { _ = try await note(results) } catch {
            await unstored.add(results)
            throw error
        }
    }

    private func note(_ results: [OutboxResult]) async throws(StoreError) -> Bool {
        try await store.finish(results)
        for result in results { report(result) }
        return results.allSatisfy { $0.state == .delivered }
    }

    private func result(of entry: OutboxEntry) async -> OutboxResult {
        if Task.isCancelled { return result(of: entry, Self.notBegun) }
        if let problem = closing.value {
            return result(of: entry, .retry(problem, after: Self.closedPause))
        }
        let outcome = await channel.deliver(entry.notification)
        if case .channelClosed(let problem) = outcome { closing.set(WatchTexts.closed(problem)) }
        return result(of: entry, outcome)
    }

    private func result(of entry: OutboxEntry, _ outcome: DeliveryOutcome) -> OutboxResult {
        var chance = SystemRandomNumberGenerator()
        return OutboxPolicy().result(of: entry, outcome: outcome, now: clock.now, jitter: &chance)
    }

    private static let notBegun = DeliveryOutcome.retry(WatchTexts.notBegun, after: nil)
    /// How long what waits for a closed channel is left alone; shorter pauses would only be logged.
    private static let closedPause = Duration.seconds(3_600)

    private func report(_ result: OutboxResult) {
        if result.state == .delivered {
            observer(
                .delivered(channel: name, notificationID: result.notificationID, at: clock.now))
        }
        // An attempt that was cut short or not begun has no problem to report.
        guard let problem = result.problem else { return }
        observer(
            .deliveryFailed(
                channel: name, notificationID: result.notificationID, problem: problem,
                retryAt: result.state == .waiting ? result.dueAt : nil))
    }

    private func armTimer(_ wakeUps: WakeSignal) async -> Task<Void, Never>? {
        guard let due = await nextDue() else { return nil }
        // An entry that is due but was not handed out waits for an older one of its alert.
        let instant = max(due, clock.now.addingTimeInterval(1))
        return Task { [clock] in
            do { try await clock.sleep(until: instant) } catch { return }
            wakeUps.post()
        }
    }

    private func nextDue() async -> Date? {
        if await unstored.has(channel: name) { return clock.now.addingTimeInterval(10) }
        do { return try await store.nextDue(channel: name) } catch {
            observer(.storeFailed(error))
            return clock.now.addingTimeInterval(60)
        }
    }
}

/// Why a channel has closed for good; once set, never reset.
private final class ClosingProblem: Sendable {
    private let problem = Mutex<DeliveryProblem?>(nil)

    var value: DeliveryProblem? { problem.withLock { $0 } }

    func set(_ value: DeliveryProblem) { problem.withLock { $0 = $0 ?? value } }
}

/// The outcomes of attempts that could not be committed yet; they outlive their dispatchers.
public actor UnstoredResults {
    private var results: [OutboxResult] = []

    public init() {}

    func has(channel: String) -> Bool { results.contains { $0.channel == channel } }

    func add(_ more: [OutboxResult]) { results += more }

    func take(channel: String) -> [OutboxResult] {
        defer { results.removeAll { $0.channel == channel } }
        return results.filter { $0.channel == channel }
    }
}

/// How many notifications a channel is given at the same time.
public struct DeliveryBatch: Sendable, Hashable {
    /// How many outcomes are committed together.
    static let noted = 64

    /// How many are taken out of the outbox in one commit.
    public let taken: Int
    public let inFlight: Int

    /// Both numbers are raised to one if they are lower.
    public init(taken: Int, inFlight: Int) {
        self.taken = max(1, taken)
        self.inFlight = max(1, inFlight)
    }

    /// For channels that people read one message at a time: desktop and terminal.
    public static let oneByOne = DeliveryBatch(taken: 1, inFlight: 1)
    /// For receivers that take many connections.
    ///
    /// The order of each alert is kept; different alerts may overtake each other.
    public static let wide = DeliveryBatch(taken: 500, inFlight: 32)
}

/// Wakes a sleeping loop; several posts before it listens count as one.
public struct WakeSignal: Sendable {
    /// One element per post, at most one waiting.
    public let stream: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation
    private let relay: (@Sendable () -> Void)?

    public init() {
        (stream, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
        relay = nil
    }

    /// Makes a signal that passes every post on to `relay`, which must return at once.
    public init(relay: @escaping @Sendable () -> Void) {
        (stream, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
        self.relay = relay
    }

    public func post() {
        if let relay { relay() } else { continuation.yield() }
    }

    /// Ends the listening loop once it has finished its current work.
    public func finish() { continuation.finish() }
}
