public import Alerts
public import Finance
public import Foundation
public import Rules

/// The live parts that a watcher works with; each is a port.
public struct WatchParts: Sendable {
    /// A bank and how often it is polled.
    public struct PolledSource: Sendable {
        public let source: any BankSource
        /// How long from slot to slot.
        public let interval: Duration

        /// Pairs a bank with its interval.
        public init(source: any BankSource, interval: Duration) {
            self.source = source
            self.interval = interval
        }
    }

    /// The banks.
    public let sources: [PolledSource]
    /// The durable memory.
    public let store: any AlertStore
    public let rules: any RuleSource
    /// Makes the pure middle.
    public internal(set) var builder: PipelineBuilder
    /// The time.
    public let clock: any WallClock
    /// Is sent what happens.
    public let observer: WatchObserver
    /// How long a poll of one bank may take, in time that really passes; the first read of a bank
    /// may take ten times as long (D84).
    public var pollDeadline = Duration.seconds(120)
    /// After that long without an answer, in time that really passes, a bank is slow: what other banks
    /// answered is not held back for it.
    public var slowAfter = Duration.seconds(1)
    /// The names of the channels that exist; what waits for another one is given up at the start
    /// and when the settings no longer name it.
    public internal(set) var channels: Set<String>?

    /// Gathers the parts.
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
    /// How long a channel may take nothing before a person is notified elsewhere, in seconds.
    static let timeout = 3_600.0

    /// For how long a channel may be missing after a reload before what waits for it is given up, in
    /// seconds: a file may be edited in steps.
    static let gracePeriod = 300.0

    /// Gives up what waits for channels that are no longer in the settings.
    func abandonLostChannels() async throws(StoreError) {
        guard let channels else { return }
        try await store.abandon(
            channelsExcept: channels, problem: WatchTexts.channelIsGone, at: clock.now)
    }

    /// The reports on channels that fail no more, of those that are known to fail.
    func endedReports(
        on known: [SelfAlertState], waiting: Set<String>, used: Set<String>
    ) async throws(StoreError) -> [SelfAlertReport] {
        var delivered: [String: Date] = [:]
        for name in known.map(\.selfAlert.name) {
            delivered[name] = try await store.lastDelivery(channel: name)
        }
        return UndeliveredReports.ended(
            known, delivered: delivered, waiting: waiting, used: used, existing: channels)
    }

    /// The channels on which every try has failed for an hour, by name.
    ///
    /// An hour in which nobody tried, such as a suspend, does not count. What was given up is sent
    /// elsewhere and makes a channel late no more.
    func lateChannels() async throws(StoreError) -> [String] {
        try await lateChannels(among: try await waitingChannels())
    }

    /// The channels on which notifications wait, each with when the next one falls due.
    func waitingChannels() async throws(StoreError) -> [String: Date] {
        var waiting: [String: Date] = [:]
        for name in channels ?? [] { waiting[name] = try await store.nextDue(channel: name) }
        return waiting
    }

    func lateChannels(among waiting: [String: Date]) async throws(StoreError) -> [String] {
        guard !waiting.isEmpty else { return [] }
        let now = clock.now
        let failing = try await store.failingChannels()
        return waiting.filter { name, due in
            guard let facts = failing[name], !facts.hasGivenUp, let since = facts.failingSince
            else { return false }
            // When it is tried next was decided at the last try.
            return min(now, due) >= since.addingTimeInterval(Self.timeout)
        }.keys.sorted()
    }
}

/// Where the rules come from: a file that may change at any time.
public protocol RuleSource: Sendable {
    /// Looks whether the rules changed since the last call that returned `loaded` or `rejected`.
    ///
    /// Cheap when nothing changed. With `force` a file that looks unchanged is read all the same.
    func load(force: Bool) async -> RuleLoad

    /// What is doubtful about the rules in force, held against real accounts and history: an
    /// account that does not exist, a filter that never matched.
    ///
    /// - Parameter bindings: the accounts that names are bound to, by folded name (D20).
    func findings(
        facts: Facts, transactions: [Transaction], bindings: [String: [UUID]]
    ) async -> [RuleFinding]

    /// What the settings say around the rules that were loaded last; `nil` if that never changes.
    func surroundings() async -> ReloadedConfiguration?
}

/// What rules are carried out with besides themselves, as far as it may change with them.
public struct ReloadedConfiguration: Sendable {
    /// How notifications are sent.
    public let policy: AlertPolicy
    /// Other names of accounts, by their name in the bank.
    public let aliases: [String: [String]]
    /// The names of the channels that exist; what waits for another one is given up.
    public let channels: Set<String>

    /// Gathers them.
    public init(policy: AlertPolicy, aliases: [String: [String]], channels: Set<String>) {
        self.policy = policy
        self.aliases = aliases
        self.channels = channels
    }
}

/// What a look at the rules brought.
public enum RuleLoad: Sendable {
    /// The same as before.
    case unchanged
    /// New rules without errors; `findings` are warnings.
    case loaded(RuleSet, findings: [RuleFinding])
    /// A file that has just changed can't be used: look again in a second.
    case unsettled
    /// Files that can't be used; what was in force stays so.
    case rejected([RuleFinding])
}
