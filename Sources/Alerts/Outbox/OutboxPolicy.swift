public import Foundation

/// Decides what an attempt's outcome means for its entry.
///
/// ```swift
/// var chance = SystemRandomNumberGenerator()
/// let result = OutboxPolicy().result(of: entry, outcome: outcome, now: now, jitter: &chance)
/// try await store.finish([result])
/// ```
public struct OutboxPolicy: Sendable, Hashable {
    /// When to try again.
    public var retry: RetryPolicy

    /// Makes a policy.
    public init(retry: RetryPolicy = RetryPolicy()) {
        self.retry = retry
    }

    /// The entry's new state after an attempt.
    ///
    /// A refused notice and a closed channel end the entry at once; whoever delivers stops using
    /// a closed channel. An attempt that the program's own stop cut short is due again at once.
    public func result(
        of entry: OutboxEntry, outcome: DeliveryOutcome, now: Date,
        jitter: inout some RandomNumberGenerator
    ) -> OutboxResult {
        switch outcome {
        case .delivered:
            return OutboxResult(
                channel: entry.channel, noticeID: entry.notice.id, state: .delivered, at: now)
        case .refused(let problem), .channelClosed(let problem):
            return ended(entry, problem, now)
        case .retry(let problem, let wish):
            let end = retry.end(of: entry)
            if problem.reason == .cancelled { return waiting(entry, until: now, problem, now) }
            guard now < end else { return ended(entry, problem, now) }
            let wait = retry.wait(after: entry.attempts, wish: wish, using: &jitter)
            // The last wait is cut, so that one attempt is made when the age limit is reached.
            let next = min(now.addingTimeInterval(wait.seconds), end)
            return waiting(entry, until: next, problem, now)
        }
    }

    private func ended(
        _ entry: OutboxEntry, _ problem: DeliveryProblem, _ now: Date
    ) -> OutboxResult {
        OutboxResult(
            channel: entry.channel, noticeID: entry.notice.id, state: .gaveUp, problem: problem,
            at: now)
    }

    private func waiting(
        _ entry: OutboxEntry, until instant: Date, _ problem: DeliveryProblem, _ now: Date
    ) -> OutboxResult {
        let milliseconds = (instant.timeIntervalSince1970 * 1_000).rounded()
        return OutboxResult(
            channel: entry.channel, noticeID: entry.notice.id, state: .waiting,
            dueAt: Date(timeIntervalSince1970: milliseconds / 1_000), problem: problem, at: now)
    }
}
