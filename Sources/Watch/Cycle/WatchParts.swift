public import Alerts
public import Finance
public import Foundation
public import Rules

/// The ports that a watcher works with.
public struct WatchParts: Sendable {
    /// A bank and how often it is polled.
    public struct PolledSource: Sendable {
        public var source: any BankSource
        public let interval: Duration
        /// Whether the bank counts reads: the slots of the last process go on after a restart.
        public let isRationed: Bool

        public init(source: any BankSource, interval: Duration, isRationed: Bool = false) {
            self.source = source
            self.interval = interval
            self.isRationed = isRationed
        }
    }

    public let sources: [PolledSource]
    public let store: any AlertStore
    public let rules: any RuleSource
    public internal(set) var builder: PipelineBuilder
    public let clock: any WallClock
    public let observer: WatchObserver
    /// How long a poll of one bank may take, in monotonic time.
    ///
    /// The first read of a bank may take ten times as long (D84).
    public var pollDeadline = Duration.seconds(120)
    /// How long a bank may take until it counts as slow, in monotonic time.
    ///
    /// The answers of other banks do not wait for a slow one.
    public var slowAfter = Duration.seconds(1)
    /// The names of the channels that exist.
    ///
    /// Entries for any other channel are abandoned at the start, and when the settings no longer
    /// name it.
    public internal(set) var channels: Set<String>?

    public init(
        sources: [PolledSource], store: any AlertStore, rules: any RuleSource,
        builder: PipelineBuilder, clock: any WallClock, observer: @escaping WatchObserver,
        channels: Set<String>? = nil
    ) {
        self.channels = channels
        self.sources = sources
        self.store = store
        self.rules = rules
        self.builder = builder
        self.clock = clock
        self.observer = observer
    }
}

extension WatchParts {
    /// How many seconds a channel may fail before another channel reports it.
    static let timeout = 3_600.0

    /// How many seconds after a reload the entries of a removed channel are abandoned.
    ///
    /// The delay leaves time to edit a file in several steps.
    static let gracePeriod = 300.0

    func abandonLostChannels() async throws(StoreError) {
        guard let channels else { return }
        try await store.abandon(
            channelsExcept: channels, problem: WatchTexts.channelIsGone, at: clock.now)
    }

    /// Clears the reports of channels that have recovered, or that nothing uses any more (D74).
    ///
    /// A channel has recovered if it took a notification since.
    ///
    /// - Parameters:
    ///   - known: the active self-alerts about channels.
    ///   - waiting: the channels with waiting entries.
    ///   - used: the channels that rules notify.
    func endedReports(
        on known: [SelfAlertState], waiting: Set<String>, used: Set<String>
    ) async throws(StoreError) -> [SelfAlertReport] {
        var ended: [SelfAlertReport] = []
        for state in known {
            let name = state.selfAlert.name
            let last = try await store.lastDelivery(channel: name)
            var report = SelfAlertReport(state.selfAlert, isOver: true)
            if last ?? .distantPast <= state.since {
                let isGone = channels.map { !$0.contains(name) } ?? false
                report.isObsolete = isGone || !used.contains(name) && !waiting.contains(name)
                guard report.isObsolete else { continue }
            }
            ended.append(report)
        }
        return ended
    }

    /// The channels with waiting entries, each with the time of the next try.
    func waitingChannels() async throws(StoreError) -> [String: Date] {
        var waiting: [String: Date] = [:]
        for name in channels ?? [] { waiting[name] = try await store.nextDue(channel: name) }
        return waiting
    }

    /// The names of the channels on which every try has failed for an hour.
    ///
    /// An hour without tries, such as a suspend, does not count. Abandoned entries are reported
    /// elsewhere and make a channel late no more.
    ///
    /// - Parameter waiting: the result of ``waitingChannels()``.
    func lateChannels(among waiting: [String: Date]) async throws(StoreError) -> [String] {
        guard !waiting.isEmpty else { return [] }
        let now = clock.now
        let failing = try await store.failingChannels()
        return waiting.filter { name, due in
            guard let facts = failing[name], !facts.hasGivenUp, let since = facts.failingSince
            else { return false }
            // The time of the next try was decided at the last one.
            return min(now, due) >= since.addingTimeInterval(Self.timeout)
        }.keys.sorted()
    }
}

/// Where the rules come from: files that may change at any time.
public protocol RuleSource: Sendable {
    /// Checks whether the rules changed since the last call that returned `loaded` or `rejected`.
    ///
    /// It is cheap when nothing changed. With `force`, a file that looks unchanged is read all the
    /// same.
    func load(force: Bool) async -> RuleLoad

    /// Checks the rules in force against real accounts and history.
    ///
    /// Finds, for example, an account that does not exist, or a filter that never matched.
    ///
    /// - Parameter bindings: the accounts that names are bound to, by folded name (D20).
    func findings(
        facts: Facts, transactions: [Transaction], bindings: [String: [UUID]]
    ) async -> [RuleFinding]

    /// The settings that were loaded with the current rules; `nil` if they never change.
    func reloadedConfiguration() async -> ReloadedConfiguration?
}

/// The settings that a reload may change together with the rules.
public struct ReloadedConfiguration: Sendable {
    public let policy: AlertPolicy
    public let channels: Set<String>

    public init(policy: AlertPolicy, channels: Set<String>) {
        self.policy = policy
        self.channels = channels
    }
}

/// The result of checking the rules for changes.
public enum RuleLoad: Sendable {
    case unchanged
    /// New rules without errors; `findings` are warnings.
    case loaded(RuleSet, findings: [RuleFinding])
    /// A file that has just changed can't be used yet: check again in a second.
    case unsettled
    /// Files that can't be used; the rules in force stay.
    case rejected([RuleFinding])
}
