import Finance
public import Foundation

/// Decides an entry's next state after an attempt, and when waiting entries are tried again.
///
/// Every store asks it, and only stores the result. Waits grow from seconds to hours.
///
/// ```swift
/// var chance = SystemRandomNumberGenerator()
/// let result = OutboxPolicy().result(of: entry, outcome: outcome, now: now, jitter: &chance)
/// try await store.finish([result])
/// ```
public struct OutboxPolicy: Sendable, Hashable {
    /// The wait before each attempt, the first attempt included; the last one repeats.
    ///
    /// At once, 5 s, 30 s, 2 min, 10 min, 30 min, 1 h, 3 h, 6 h, 12 h.
    public static let waits: [Duration] = [
        0, 5, 30, 120, 600, 1_800, 3_600, 10_800, 21_600, 43_200,
    ].map { .seconds($0) }

    /// The longest wait that a receiver may ask for.
    private static let longestWish = Duration.seconds(604_800)
    /// For how long a notification is tried without success before it is abandoned.
    private static let ageLimit = Duration.seconds(86_400)
    /// How many times in a row a receiver may refuse a notification before it is abandoned.
    ///
    /// With these waits that takes five hours.
    private static let mostRefusals = 8

    /// The share by which a wait is lengthened or shortened at random: 0.2 is ±20 %.
    ///
    /// It keeps many waiting notifications from reaching a recovering receiver at once.
    private let spread: Double

    public init(spread: Double = 0.2) { self.spread = spread }

    /// Returns the entry's new state after an attempt.
    ///
    /// A closed channel ends the entry at once; the dispatcher stops using the channel. What only
    /// some recipients refuse is delivered, with its problem: the others have it, and get its end
    /// too. A refused notification is retried a few times, because a receiver that is being set up refuses
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
        case .partlyRefused(let problem):
            return OutboxResult(
                channel: entry.channel, notificationID: entry.notification.id, state: .delivered,
                problem: problem, at: now)
        case .channelClosed(let problem): return ended(entry, problem, now)
        case .refused(let problem):
            guard entry.refusals + 1 < Self.mostRefusals else { return ended(entry, problem, now) }
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

    /// The wait after a number of failed attempts, with its random spread.
    ///
    /// - Parameter attempts: how many were begun; zero gives the wait before the first.
    public func wait(
        after attempts: Int, using generator: inout some RandomNumberGenerator
    ) -> Duration {
        let step = Self.waits[min(max(0, attempts), Self.waits.count - 1)]
        let factor = 1 + Double.random(in: -spread...spread, using: &generator)
        return .milliseconds(Int64(step / .seconds(1) * factor * 1_000))
    }

    /// Plans the next attempt, or gives up once the age limit is reached.
    private func retried(
        _ entry: OutboxEntry, _ problem: DeliveryProblem, wish: Duration?, isRefused: Bool,
        _ now: Date, _ jitter: inout some RandomNumberGenerator
    ) -> OutboxResult {
        let left = Self.ageLimit.wholeMilliseconds - entry.triedMilliseconds
        guard left > 0 else { return ended(entry, problem, now) }
        let step = wait(after: entry.attempts, using: &jitter)
        // The last wait is shortened, so that one attempt is made when the age limit is reached.
        let cut = min(step.wholeMilliseconds, left)
        // The receiver is never tried sooner than it asked, up to the longest wish (D76).
        let wait = max(cut, min(wish ?? .zero, Self.longestWish).wholeMilliseconds)
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
        OutboxResult(
            channel: entry.channel, notificationID: entry.notification.id, state: .gaveUp,
            problem: problem, at: now, triedMilliseconds: entry.triedMilliseconds,
            refusals: entry.refusals)
    }

    private func waiting(
        _ entry: OutboxEntry, until instant: Date, problem: DeliveryProblem?,
        triedMilliseconds: Int, refusals: Int, at now: Date
    ) -> OutboxResult {
        OutboxResult(
            channel: entry.channel, notificationID: entry.notification.id, state: .waiting,
            dueAt: Date(wholeMilliseconds: instant.wholeMilliseconds), problem: problem, at: now,
            triedMilliseconds: triedMilliseconds, refusals: refusals)
    }
}

extension Duration {
    var wholeMilliseconds: Int { Int((self / .milliseconds(1)).rounded()) }
}
