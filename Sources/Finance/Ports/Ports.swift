public import Foundation

/// A bank that can be asked for a snapshot.
///
/// Implementations never throw: a failure is an answer like any other, because the cycle has to
/// evaluate it. A cancelled task gives a failed snapshot at once.
public protocol BankSource: Sendable {
    /// The source's identifier in the settings, such as `sbanken`.
    var id: String { get }

    /// Asks the bank once and returns when everything is in memory.
    ///
    /// May be called again at any time, never twice at the same time.
    func fetch(_ request: FetchRequest) async -> Snapshot
}

/// What a poll asks for.
public struct FetchRequest: Sendable, Hashable {
    /// The day up to which an account's stored history is complete, by the bank's account id.
    ///
    /// An account that is not listed is new. A source asks for at least fourteen days before
    /// the day.
    public let knownThrough: [String: CalendarDay]
    /// The first day from which an account's stored history is complete, by the bank's account id.
    public let knownFrom: [String: CalendarDay]
    /// Which of the known accounts are stored as cards on which money is owed, by the bank's ids.
    public let cards: Set<String>
    /// The currencies of the known accounts, by the bank's ids.
    public let currencies: [String: Currency]
    /// The accounts whose rows in the last answer need confirmation (D70), by the bank's ids: they
    /// are requested again although nothing has changed.
    public let doubted: Set<String>
    /// Whether payments, standing orders and e-invoices are requested.
    public let includesScheduled: Bool

    /// Makes a request; the default asks for everything that a first poll needs.
    public init(
        knownThrough: [String: CalendarDay] = [:], knownFrom: [String: CalendarDay] = [:],
        cards: Set<String> = [], currencies: [String: Currency] = [:],
        doubted: Set<String> = [], includesScheduled: Bool = false
    ) {
        self.knownThrough = knownThrough
        self.knownFrom = knownFrom
        self.cards = cards
        self.currencies = currencies
        self.doubted = doubted
        self.includesScheduled = includesScheduled
    }
}

/// The time of day and waiting for it, which tests replace.
public protocol WallClock: Sendable {
    /// The current instant, cut to whole milliseconds.
    var now: Date { get }

    /// The reading of a monotonic clock that also runs during suspend.
    ///
    /// Only differences are meaningful: where they differ from those of ``now``, the wall clock was
    /// set.
    var running: Duration { get }

    /// Waits until `instant`, or throws `CancellationError` when the task is cancelled.
    func sleep(until instant: Date) async throws
}

extension WallClock {
    /// A clock that is never set runs with the time that it shows.
    public var running: Duration { .milliseconds(now.wholeMilliseconds) }
}

/// How often banks are polled.
public struct PollIntervals: Sendable, Hashable {
    /// The interval of sources that are not named.
    public var standard: Duration
    /// The intervals of the others, by the source's identifier.
    public var bySource: [String: Duration]

    public init(_ standard: Duration, bySource: [String: Duration] = [:]) {
        self.standard = standard
        self.bySource = bySource
    }

    public subscript(source: String) -> Duration { bySource[source] ?? standard }

    /// How old the figures of a source may be, in seconds: three intervals or six hours, whichever
    /// is longer (RL-30).
    public func freshness(of source: String) -> TimeInterval {
        max(3 * (self[source] / .seconds(1)), 6 * 3_600)
    }
}
