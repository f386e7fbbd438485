public import Foundation

/// When a failed delivery is tried again, and when it is given up.
///
/// Seconds at first, hours later, each wait spread by chance so that many waiting notices do not
/// meet a recovering receiver in step.
public struct RetryPolicy: Sendable, Hashable {
    /// The wait before each attempt, the first attempt included; the last one repeats.
    public var waits: [Duration]
    /// By which share a wait is lengthened or shortened at random: 0.2 is ±20 %.
    public var spread: Double
    /// The longest wait that a receiver may ask for.
    public var longestWish: Duration
    /// For how long a notification is tried in vain before it is given up.
    public var ageLimit: Duration
    /// How many times in a row a receiver may refuse a notification before it is given up.
    public var mostRefusals = 5

    /// Makes a policy; the defaults are those of the documentation.
    public init(
        waits: [Duration] = RetryPolicy.standardWaits, spread: Double = 0.2,
        longestWish: Duration = .seconds(7 * 86_400), ageLimit: Duration = .seconds(86_400)
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

    /// The wait after so many failed attempts, spread by chance.
    ///
    /// - Parameter attempts: how many were begun; zero gives the wait before the first.
    public func wait(
        after attempts: Int, using generator: inout some RandomNumberGenerator
    ) -> Duration {
        let step = waits.isEmpty ? .zero : waits[min(max(0, attempts), waits.count - 1)]
        let factor = 1 + Double.random(in: -spread...spread, using: &generator)
        return Duration.milliseconds(Int64(step.seconds * factor * 1_000))
    }

    /// How much of what the receiver asked for in `Retry-After` is granted: it is never tried sooner,
    /// and never later than ``longestWish`` because of it (D76).
    func granted(_ wish: Duration?) -> Duration { min(max(wish ?? .zero, .zero), longestWish) }
}

extension Duration {
    /// The length in seconds, for sums with `Date`.
    var seconds: Double {
        let (whole, atto) = components
        return Double(whole) + Double(atto) / 1e18
    }
}
