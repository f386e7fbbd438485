import Alerts
import Finance
import Foundation
import Rules
import Settings
import Watch

/// A replayer that is made when the first line tells what kind of stream it is.
struct StreamPlayer: Sendable {
    /// The kinds of streams, by their first line.
    enum Stream {
        case snapshots
        case transactions
    }

    private let rules: RuleSet
    private let configuration: Configuration
    private var stream: Stream?
    private var replayer: Replayer?
    /// Whether transactions passed by, played here or counted elsewhere.
    private var hasSeenRows = false

    /// Waits for the first line.
    init(rules: RuleSet, configuration: Configuration) {
        self.rules = rules
        self.configuration = configuration
    }

    /// Whether something was played.
    var isStarted: Bool { replayer != nil }

    /// Notes the kind of the first line.
    mutating func begin(_ stream: Stream) {
        self.stream = self.stream ?? stream
    }

    /// Plays one answer of a bank.
    mutating func play(_ snapshot: Snapshot) -> [Notice] {
        begin(.snapshots)
        return withReplayer { $0.play(snapshot) }
    }

    /// Plays one bare transaction.
    mutating func play(_ transaction: Transaction, of account: AccountFacts) -> [Notice] {
        begin(.transactions)
        return withReplayer { $0.play(transaction, of: account) }
    }

    /// Lets time pass for what was played so far.
    mutating func advance(to now: Date) -> [Notice] {
        hasSeenRows = true
        guard isStarted else { return [] }
        return withReplayer { $0.advance(to: now) }
    }

    /// The notices that are still held when the stream ends.
    func finish() -> [Notice] { replayer?.finish() ?? [] }

    private mutating func withReplayer(_ play: (inout Replayer) -> [Notice]) -> [Notice] {
        // Taken out while it plays, so that nothing is copied.
        var own =
            replayer.take()
            ?? Replayer(rules: rules, builder: builder(for: stream ?? .snapshots))
        if hasSeenRows { own.seeEveryRow() }
        let notices = play(&own)
        replayer = own
        return notices
    }

    /// A stream of bare transactions never corrects any, so that nothing need be remembered of them.
    private func builder(for stream: Stream) -> PipelineBuilder {
        let interval = SourceFactory.standardInterval
        var policy = configuration.policy(pollInterval: interval)
        policy.remembersEvents = stream == .snapshots
        return PipelineBuilder(
            zone: configuration.settings.timeZone, pollInterval: interval, policy: policy,
            aliases: configuration.aliases)
    }
}
