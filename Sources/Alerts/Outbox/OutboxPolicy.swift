import Finance
public import Foundation

/// Decides an entry's next state after an attempt, and when waiting entries are tried again.
///
/// Every store asks it, and only stores the result.
///
/// ```swift
/// var chance = SystemRandomNumberGenerator()
/// let result = OutboxPolicy().result(of: entry, outcome: outcome, now: now, jitter: &chance)
/// try await store.finish([result])
/// ```
public struct OutboxPolicy: Sendable, Hashable {
    public var retry: RetryPolicy

    public init(retry: RetryPolicy = RetryPolicy()) { self.retry = retry }

    /// Returns the entry's new state after an attempt.
    ///
    /// A closed channel ends the entry at once; the dispatcher stops using the channel. A refused
    /// notification is retried a few times, because a receiver that is being set up refuses
    /// everything. An attempt that the program's own stop interrupted is due again at once and is
    /// no failure.
    public func result(
        of entry: OutboxEntry, outcome: DeliveryOutcome, now: Date,
        jitter: inout some RandomNumberGenerator
    ) -> OutboxResult {
        switch outcome {
        case .delivered:
            return OutboxResult(
                channel: entry.channel, notificationID: entry.notification.id, state: .delivered,
                at: now)
        case .channelClosed(let problem): return ended(entry, problem, now)
        case .refused(let problem):
            guard entry.refusals + 1 < retry.mostRefusals else { return ended(entry, problem, now) }
            return retried(entry, problem, wish: nil, isRefused: true, now, &jitter)
        case .retry(let problem, _) where problem.reason == .cancelled:
            return waiting(
                entry, until: now, problem: nil, triedMilliseconds: entry.triedMilliseconds,
                refusals: entry.refusals, at: now)
        case .retry(let problem, let wish):
            return retried(entry, problem, wish: wish, isRefused: false, now, &jitter)
        }
    }

    /// Returns the changes to an entry when the watcher starts or its clock was set (D83).
    ///
    /// The entry is due at once, and the rest of its wait does not count; `nil` if nothing changes.
    /// A receiver that asked for a pause, or that refuses the credentials, is not asked sooner.
    ///
    /// - Parameter servedUntil: the time up to which the wait was served, by the clock with which
    ///   it was planned.
    public func resumed(
        _ entry: OutboxEntry, at now: Date, servedUntil: Date
    ) -> (dueAt: Date, triedMilliseconds: Int)? {
        guard entry.state == .waiting, entry.dueAt > servedUntil || entry.dueAt > now else {
            return nil
        }
        let left = max(0, entry.dueAt.timeIntervalSince(servedUntil))
        switch entry.problem?.reason {
        case .rateLimited, .auth:
            let dueAt = min(max(entry.dueAt, now), now.addingTimeInterval(left))
            return (dueAt, entry.triedMilliseconds)
        default: return (now, max(0, entry.triedMilliseconds - Int((left * 1_000).rounded())))
        }
    }

    /// Plans the next attempt, or gives up once the age limit is reached.
    private func retried(
        _ entry: OutboxEntry, _ problem: DeliveryProblem, wish: Duration?, isRefused: Bool,
        _ now: Date, _ jitter: inout some RandomNumberGenerator
    ) -> OutboxResult {
        let left = Int((retry.ageLimit.seconds * 1_000).rounded()) - entry.triedMilliseconds
        guard left > 0 else { return ended(entry, problem, now) }
        let step = retry.wait(after: entry.attempts, using: &jitter)
        // The last wait is shortened, so that one attempt is made when the age limit is reached.
        let cut = min(Int((step.seconds * 1_000).rounded()), left)
        let wait = max(cut, Int((retry.granted(wish).seconds * 1_000).rounded()))
        // A pause that the receiver asked for does not count, as nothing can be tried (D83).
        let counted = problem.reason == .rateLimited ? cut : wait
        return waiting(
            entry, until: now.addingTimeInterval(Double(wait) / 1_000), problem: problem,
            triedMilliseconds: entry.triedMilliseconds + counted,
            refusals: isRefused ? entry.refusals + 1 : 0, at: now)
    }

    private func ended(
        _ entry: OutboxEntry, _ problem: DeliveryProblem, _ now: Date
    ) -> OutboxResult {
        var result = OutboxResult(
            channel: entry.channel, notificationID: entry.notification.id, state: .gaveUp,
            problem: problem, at: now)
        result.triedMilliseconds = entry.triedMilliseconds
        result.refusals = entry.refusals
        return result
    }

    private func waiting(
        _ entry: OutboxEntry, until instant: Date, problem: DeliveryProblem?,
        triedMilliseconds: Int, refusals: Int, at now: Date
    ) -> OutboxResult {
        var result = OutboxResult(
            channel: entry.channel, notificationID: entry.notification.id, state: .waiting,
            dueAt: Date(wholeMilliseconds: instant.wholeMilliseconds), problem: problem, at: now)
        result.triedMilliseconds = triedMilliseconds
        result.refusals = refusals
        return result
    }
}

/// When a failed delivery is retried, and when it is given up.
///
/// Waits grow from seconds to hours. A random spread keeps many waiting notifications from reaching
/// a recovering receiver at once.
public struct RetryPolicy: Sendable, Hashable {
    /// The wait before each attempt, the first attempt included; the last one repeats.
    public var waits: [Duration]
    /// The share by which a wait is lengthened or shortened at random: 0.2 is ±20 %.
    public var spread: Double
    /// The longest wait that a receiver may ask for.
    public var longestWish: Duration
    /// For how long a notification is tried without success before it is abandoned.
    public var ageLimit: Duration
    /// How many times in a row a receiver may refuse a notification before it is abandoned.
    ///
    /// With the standard waits that takes five hours.
    public var mostRefusals = 8

    /// Makes a policy; the defaults are those of the documentation.
    public init(
        waits: [Duration] = RetryPolicy.standardWaits, spread: Double = 0.2,
        longestWish: Duration = .seconds(604_800), ageLimit: Duration = .seconds(86_400)
    ) {
        self.waits = waits
        self.spread = spread
        self.longestWish = longestWish
        self.ageLimit = ageLimit
    }

    /// At once, 5 s, 30 s, 2 min, 10 min, 30 min, 1 h, 3 h, 6 h, 12 h.
    public static let standardWaits: [Duration] = [
        0, 5, 30, 120, 600, 1_800, 3_600, 10_800, 21_600, 43_200,
    ].map { .seconds($0) }

    /// The wait after a number of failed attempts, with its random spread.
    ///
    /// - Parameter attempts: how many were begun; zero gives the wait before the first.
    public func wait(
        after attempts: Int, using generator: inout some RandomNumberGenerator
    ) -> Duration {
        let step = waits.isEmpty ? .zero : waits[min(max(0, attempts), waits.count - 1)]
        let factor = 1 + Double.random(in: -spread...spread, using: &generator)
        return Duration.milliseconds(Int64(step.seconds * factor * 1_000))
    }

    /// The part of a `Retry-After` that is granted (D76).
    ///
    /// The receiver is never tried sooner than it asked, unless that is later than ``longestWish``.
    func granted(_ wish: Duration?) -> Duration { min(max(wish ?? .zero, .zero), longestWish) }
}

extension Duration {
    /// The length in seconds, for sums with `Date`.
    var seconds: Double {
        let (whole, atto) = components
        return Double(whole) + Double(atto) / 1e18
    }
}
