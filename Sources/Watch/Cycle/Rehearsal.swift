public import Alerts
public import Finance
public import Foundation
public import Rules

/// Plays answers through the watcher's own pipeline and a store, on their own clock.
///
/// Unlike ``Replayer`` it commits every step to its store, so that the program can be ended and
/// started anew between any two answers, with nothing but the store to go on. Nothing is sent.
///
/// ```swift
/// var rehearsal = Rehearsal(rules: rules, builder: builder)
/// var told = try await rehearsal.play(evening)
/// rehearsal.restart()
/// told += try await rehearsal.play(morning)
/// ```
public struct Rehearsal: Sendable {
    private var builder: PipelineBuilder
    private let store: any AlertStore
    private var rules: RuleSet
    private var pipeline: Pipeline?
    private var clock: Date?

    /// Starts with what is in the store.
    public init(
        rules: RuleSet, builder: PipelineBuilder, store: any AlertStore = InMemoryAlertStore()
    ) {
        self.rules = rules
        self.builder = builder
        self.store = store
    }

    /// Plays what fell due before the answer, then the answer.
    ///
    /// - Returns: the notices that are told up to and at its time, in order.
    public mutating func play(_ snapshot: Snapshot) async throws(StoreError) -> [Notice] {
        let notices = try await run(until: snapshot.observedAt)
        if pipeline?.isAhead(of: snapshot.observedAt) ?? false { pipeline = nil }
        var current = try await currentPipeline(at: snapshot.observedAt)
        clock = snapshot.observedAt
        let holdings = try await store.holdings(for: snapshot)
        let outcome = current.process(snapshot, with: holdings)
        return notices + (try await settle(outcome, in: current))
    }

    /// Plays what falls due before `end`, each at its own time, with no answer.
    public mutating func run(until end: Date) async throws(StoreError) -> [Notice] {
        var notices: [Notice] = []
        while let due = try await nextDue(before: end) {
            let current = try await currentPipeline(at: due)
            clock = due
            notices += try await settle(current.playDue(at: due), in: current)
        }
        return notices
    }

    /// Ends the program and starts it anew, with these rules if they were edited.
    ///
    /// - Parameter now: when it starts, if it was down before: what fell due in between is told at
    ///   the next answer.
    public mutating func restart(rules edited: RuleSet? = nil, at now: Date? = nil) {
        rules = edited ?? rules
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

    /// What is still held, with its due time and marked as pending (D53).
    public func finish() async throws(StoreError) -> [Notice] {
        AlertEngine(rules: rules, policy: builder.policy)
            .pending(in: try await store.alertLedger())
    }

    private mutating func nextDue(before end: Date) async throws(StoreError) -> Date? {
        guard let clock else { return nil }
        var current = try await currentPipeline(at: clock)
        let due = current.nextDue(after: clock)
        return due.flatMap { $0 < end ? $0 : nil }
    }

    private mutating func settle(
        _ outcome: CycleOutcome, in current: Pipeline
    ) async throws(StoreError) -> [Notice] {
        var current = current
        try await store.commit(outcome.commit)
        current.accept(outcome)
        pipeline = current
        return outcome.decision.notices
    }

    private mutating func currentPipeline(at now: Date) async throws(StoreError) -> Pipeline {
        if let pipeline { return pipeline }
        let made = try await builder.pipeline(for: rules, store: store, at: now)
        pipeline = made
        return made
    }
}
