public import Finance
public import Foundation

/// The settings that decisions depend on besides the rules.
public struct AlertPolicy: Sendable, Hashable {
    /// The zone of quiet hours, limits and texts.
    public var zone: TimeZone
    /// How often the banks are read; `for` counts gaps of up to three of them (D25).
    public var pollIntervals: PollIntervals
    /// How amounts and days are written.
    public var locale: MoneyStyle
    public var language = Language.english
    /// The household of these alerts, where one run evaluates many.
    public var household: String?
    /// The names of banks in notifications, by their identifiers in the settings.
    public var bankNames: [String: String] = [:]
    /// How much each channel may show, by the channel's name.
    public var channels: [String: DetailLevel]
    /// Whether sent events are kept for corrections.
    ///
    /// Streams without corrections, such as bare transaction lines, save the memory.
    public var remembersEvents: Bool
    /// Whether firing alerts follow the newest figures, because somebody may look at them; false on
    /// recorded time.
    public var followsFigures = false
    /// The names of accounts that rules may use, with their aliases.
    public var naming = AccountNaming()
    /// The public holidays that deadlines on working days skip.
    public var holidays = HolidayCalendar.norway
    /// The names of the existing channels; `nil` where they are unknown.
    public var existing: Set<String>?
    /// Where the program reports its own problems when every channel that the rules use fails.
    public var lastChannels: [String]

    /// Makes a policy; the defaults are those of `eval` and `replay`.
    public init(
        zone: TimeZone, pollIntervals: PollIntervals = PollIntervals(.seconds(300)),
        locale: MoneyStyle = .norwegian, channels: [String: DetailLevel] = [:],
        remembersEvents: Bool = true, lastChannels: [String] = ["desktop"]
    ) {
        self.lastChannels = lastChannels
        self.zone = zone
        self.pollIntervals = pollIntervals
        self.locale = locale
        self.channels = channels
        self.remembersEvents = remembersEvents
    }

    /// How much a channel may show.
    ///
    /// `desktop` and `terminal` show everything unless configured otherwise; an unknown channel
    /// shows no amounts.
    public func detail(of channel: String) -> DetailLevel {
        channels[channel] ?? (["desktop", "terminal"].contains(channel) ? .full : .summary)
    }

    /// The longest gap between true samples that `for` counts, in milliseconds (D25).
    ///
    /// - Parameter sources: the banks that the samples come from; empty if none is needed.
    func longestGapMilliseconds(of sources: some Sequence<String> = []) -> Int {
        let interval = sources.map { pollIntervals[$0] }.max() ?? pollIntervals.standard
        return interval.wholeMilliseconds * 3
    }

    /// Whether the figures of an account, read at an instant, are recent enough to be used.
    ///
    /// While the bank does not answer, they are not, fresh as they may still be.
    func isFresh(_ account: AccountFacts, readAt: Date, in facts: Facts, at now: Date) -> Bool {
        let source = account.account.institutionName
        return facts.sources[source]?.failingSince == nil
            && now.timeIntervalSince(readAt) <= pollIntervals.freshness(of: source)
    }
}
