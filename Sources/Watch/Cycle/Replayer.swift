public import Alerts
public import Finance
public import Foundation
public import Rules

/// Plays what was recorded through the watcher's own pipeline on its own clock, in memory (D62): for
/// `eval`, replays, cases and explanations.
///
/// Every answer is committed to one state in memory, so that the program can be ended and started
/// between any two answers with nothing else to go on. Nothing is sent; what falls due between two
/// answers is played before the second (D5). The same answers give the same notifications, byte for byte.
///
/// ```swift
/// var replayer = Replayer(rules: rules, builder: builder)
/// var sent = replayer.play(evening)
/// replayer.restart()
/// sent += replayer.play(morning)
/// ```
public struct Replayer: Sendable {
    private var builder: PipelineBuilder
    private var rules: RuleSet
    /// What was committed.
    package private(set) var state: InMemoryState
    /// `nil` before something is played, and after the end of the program.
    private var pipeline: Pipeline?
    /// When something was last played.
    private var clock: Date?

    /// Starts with an empty memory.
    ///
    /// - Parameter bindings: the accounts that names stand for from the beginning (D20).
    public init(
        rules: RuleSet, builder: PipelineBuilder, bindings: [String: [UUID]] = [:]
    ) {
        self.rules = rules
        self.builder = builder
        state = InMemoryState(bindings: bindings)
    }

    /// Plays what fell due before an answer of a bank, then the answer.
    ///
    /// - Returns: the notifications that are sent up to and at its time, in order.
    public mutating func play(_ snapshot: Snapshot) -> [AlertNotification] {
        let notifications = run(until: snapshot.observedAt)
        if pipeline?.isAhead(of: snapshot.observedAt) ?? false { pipeline = nil }
        return notifications
            + step(at: snapshot.observedAt) { pipeline, state in
                let outcome = pipeline.process(snapshot, with: state.holdings(for: snapshot))
                return Self.settle(outcome, &pipeline, &state)
            }
    }

    /// Plays one bare transaction: always new, no baseline, and nothing keeps it.
    public mutating func play(_ transaction: Transaction, of account: AccountFacts)
        -> [AlertNotification]
    {
        let notifications = run(until: transaction.firstSeen)
        return notifications
            + step(at: transaction.firstSeen) { pipeline, state in
                let decision = pipeline.play(transaction, of: account)
                Self.keep(decision, &state)
                return decision.notifications
            }
    }

    /// Plays a poll whose facts and changes are known already, as a store remembers them.
    public mutating func play(_ changes: FactChanges, facts known: Facts) -> [AlertNotification] {
        let notifications = run(until: changes.observedAt)
        return notifications
            + step(at: changes.observedAt) { pipeline, state in
                let decision = pipeline.play(changes, facts: known)
                Self.keep(decision, &state)
                return decision.notifications
            }
    }

    /// Plays what falls due before `end`, each at its own time, with no answer.
    public mutating func run(until end: Date) -> [AlertNotification] {
        var notifications: [AlertNotification] = []
        while let clock, let due = nextDue(after: clock), due < end {
            notifications += step(at: due) { pipeline, state in
                Self.settle(pipeline.fireDue(at: due), &pipeline, &state)
            }
        }
        return notifications
    }

    /// Ends the program and starts it again.
    ///
    /// - Parameter now: when it starts, if it was down before: what fell due in between is sent at
    ///   the next answer.
    public mutating func restart(at now: Date? = nil) {
        // Without a time it starts a moment after the last answer.
        builder.startedAt = now ?? clock?.addingTimeInterval(0.001)
        clock = now ?? clock
        pipeline = nil
    }

    /// Goes on with edited rules, as after a reload.
    public mutating func reload(rules edited: RuleSet) {
        rules = edited
        pipeline = nil
    }

    /// What is still held when the recording ends, with its due time and marked as pending (D53).
    public func finish() -> [AlertNotification] {
        AlertEngine(rules: rules, policy: builder.policy).pending(in: state.ledger)
    }

    private mutating func nextDue(after instant: Date) -> Date? {
        if pipeline == nil { pipeline = builder.pipeline(for: rules, state: state, at: instant) }
        return pipeline?.nextDue(after: instant)
    }

    /// Takes one step with a pipeline that is made if there is none.
    private mutating func step(
        at now: Date, _ body: (inout Pipeline, inout InMemoryState) -> [AlertNotification]
    ) -> [AlertNotification] {
        clock = now
        // Taken out while it works, so that nothing is copied.
        var current = pipeline.take() ?? builder.pipeline(for: rules, state: state, at: now)
        let notifications = body(&current, &state)
        pipeline = current
        return notifications
    }

    private static func settle(
        _ outcome: CycleOutcome, _ pipeline: inout Pipeline, _ state: inout InMemoryState
    ) -> [AlertNotification] {
        state.apply(outcome.commit)
        pipeline.accept(outcome)
        return outcome.decision.notifications
    }

    private static func keep(_ decision: AlertDecision, _ state: inout InMemoryState) {
        guard !decision.change.isEmpty else { return }
        state.apply(
            CycleCommit(reconciliation: nil, alerts: decision.change, outbox: decision.outbox))
    }
}
