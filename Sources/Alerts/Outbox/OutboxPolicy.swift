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
        result(of: Parcel(entry), outcome: outcome, now: now, jitter: &jitter)
    }

    /// The same for what was taken as a parcel.
    public func result(
        of parcel: Parcel, outcome: DeliveryOutcome, now: Date,
        jitter: inout some RandomNumberGenerator
    ) -> OutboxResult {
        switch outcome {
        case .delivered:
            return OutboxResult(
                channel: parcel.channel, noticeID: parcel.noticeID, state: .delivered, at: now)
        case .refused(let problem), .channelClosed(let problem):
            return ended(parcel, problem, now)
        case .retry(let problem, let wish):
            let end = retry.end(ofOneFrom: parcel.createdAt)
            if problem.reason == .cancelled { return waiting(parcel, until: now, problem, now) }
            guard now < end else { return ended(parcel, problem, now) }
            let wait = retry.wait(after: parcel.attempts, wish: wish, using: &jitter)
            // The last wait is cut, so that one attempt is made when the age limit is reached.
            let next = min(now.addingTimeInterval(wait.seconds), end)
            return waiting(parcel, until: next, problem, now)
        }
    }

    private func ended(
        _ parcel: Parcel, _ problem: DeliveryProblem, _ now: Date
    ) -> OutboxResult {
        OutboxResult(
            channel: parcel.channel, noticeID: parcel.noticeID, state: .gaveUp, problem: problem,
            at: now)
    }

    private func waiting(
        _ parcel: Parcel, until instant: Date, _ problem: DeliveryProblem, _ now: Date
    ) -> OutboxResult {
        let milliseconds = (instant.timeIntervalSince1970 * 1_000).rounded()
        return OutboxResult(
            channel: parcel.channel, noticeID: parcel.noticeID, state: .waiting,
            dueAt: Date(timeIntervalSince1970: milliseconds / 1_000), problem: problem, at: now)
    }
}
