public import Alerts
public import Finance
public import Foundation
public import Rules

/// Replays recorded answers through the watcher's own pipeline on its own clock, in memory (D62),
/// for `eval`, replays, cases and explanations.
///
/// Every answer is committed to one state in memory. The program can therefore be restarted between
/// any two answers, as from a store. Nothing is sent. Deadlines between two answers fire before the
/// second (D5). The same answers give the same notifications, byte for byte.
///
/// ```swift
/// var replayer = Replayer(rules: rules, builder: builder)
/// var sent = replayer.play(evening)
/// replayer.restart()
/// sent += replayer.play(morning)
/// ```
public struct Replayer: Sendable {
    package private(set) var builder: PipelineBuilder
    package private(set) var rules: RuleSet
    /// The committed state; while the program runs, only its pipeline has the alert states.
    private var memory: InMemoryState
    /// `nil` before the first answer, and after the end of the program.
    private var pipeline: Pipeline?
    package private(set) var clock: Date?

    /// Starts with an empty memory.
    ///
    /// - Parameter bindings: the accounts that names stand for from the beginning (D20).
    public init(rules: RuleSet, builder: PipelineBuilder, bindings: [String: [UUID]] = [:]) {
        self.rules = rules
        self.builder = builder
        memory = InMemoryState(bindings: bindings)
    }

    /// Continues from a state that was last changed at `clock`.
    package init(rules: RuleSet, builder: PipelineBuilder, state: InMemoryState, clock: Date?) {
        self.rules = rules
        self.builder = builder
        memory = state
        self.clock = clock
    }

    /// The committed state, with the alert states.
    package var state: InMemoryState {
        var state = memory
        if let pipeline { state.ledger = pipeline.ledger }
        return state
    }

    /// Fires the deadlines before an answer of a bank, then processes the answer.
    ///
    /// - Returns: the notifications that are sent up to and at its time, in order.
    public mutating func play(_ snapshot: Snapshot) -> [AlertNotification] {
        let notifications = run(until: snapshot.observedAt)
        return notifications + take(snapshot).notifications
    }

    /// Fires the deadlines before an answer, then processes the answer; returns what a store would
    /// commit.
    package mutating func commits(of snapshot: Snapshot) -> [CycleCommit] {
        (outcomes(until: snapshot.observedAt) + [take(snapshot)]).map(\.commit)
    }

    /// Fires all overdue deadlines at `now`, as a program does that was late.
    package mutating func commit(dueAt now: Date) -> CycleCommit { fire(at: now).commit }

    private mutating func take(_ answer: Snapshot) -> CycleOutcome {
        let snapshot = answer.keepable()
        if pipeline?.isAhead(of: snapshot.observedAt) ?? false { end() }
        return step(at: snapshot.observedAt) { pipeline, memory in
            pipeline.process(snapshot, with: memory.reconciliationInput(for: snapshot))
        }
    }

    private mutating func fire(at due: Date) -> CycleOutcome {
        let (before, ages) = (clock ?? due, ages)
        return step(at: due) { pipeline, _ in
            let isOlder = pipeline.reviewDue(after: before, ages).map { $0 <= due } ?? false
            return isOlder ? pipeline.review(at: due) : pipeline.fireDue(at: due)
        }
    }

    /// Processes one bare transaction, which is always new, has no baseline and is not kept.
    public mutating func play(_ transaction: Transaction, of account: AccountFacts)
        -> [AlertNotification]
    {
        let notifications = run(until: transaction.firstSeen)
        start(at: transaction.firstSeen)
        let decision = pipeline?.play(transaction, of: account)
        return notifications + (decision?.notifications ?? [])
    }

    /// Processes a poll whose facts and changes are known already, as from a store's history.
    public mutating func play(_ changes: FactChanges, facts known: Facts) -> [AlertNotification] {
        let notifications = run(until: changes.observedAt)
        start(at: changes.observedAt)
        return notifications + (pipeline?.play(changes, facts: known).notifications ?? [])
    }

    /// Fires each deadline before `end` at its own time, without an answer.
    public mutating func run(until end: Date) -> [AlertNotification] {
        outcomes(until: end).flatMap(\.notifications)
    }

    private mutating func outcomes(until end: Date) -> [CycleOutcome] {
        var outcomes: [CycleOutcome] = []
        while let clock, let due = nextDue(after: clock), due < end {
            outcomes.append(fire(at: due))
        }
        return outcomes
    }

    /// Ends the program and starts it again.
    ///
    /// - Parameter now: when it starts, if it was down before. Deadlines that passed meanwhile fire
    ///   at the next answer.
    public mutating func restart(at now: Date? = nil) {
        // Without a time it starts a moment after the last answer.
        builder.startedAt = now ?? clock?.addingTimeInterval(0.001)
        clock = now ?? clock
        end()
    }

    /// Continues with edited rules, as after a reload.
    public mutating func reload(rules edited: RuleSet) {
        rules = edited
        end()
    }

    /// Returns the notifications that are still held when the recording ends, marked as pending and
    /// with their due times (D53).
    public func finish() -> [AlertNotification] {
        AlertEngine(rules: rules, policy: builder.policy).pending(in: state.ledger)
    }

    /// When the next deadline fires without an answer.
    package mutating func nextDue(after instant: Date) -> Date? {
        if pipeline == nil { pipeline = made(at: instant) }
        let due = [pipeline?.nextDue(after: instant), pipeline?.reviewDue(after: instant, ages)]
        return due.compactMap(\.self).min()
    }

    /// The ages at which figures are looked at again without an answer.
    ///
    /// A fleet polls no bank, whose answers would be the occasion: nothing may come any more.
    private var ages: [CalendarSpan] { builder.policy.household == nil ? [] : rules.ages }

    /// Runs one step of the pipeline and commits its proposal.
    private mutating func step(
        at now: Date, _ propose: (inout Pipeline, InMemoryState) -> CycleOutcome
    ) -> CycleOutcome {
        clock = now
        // Taken out meanwhile, so that it is changed in place instead of copied.
        var current = pipeline.take() ?? made(at: now)
        let outcome = propose(&current, memory)
        if let reconciliation = outcome.commit.reconciliation { memory.take(reconciliation) }
        current.accept(outcome)
        pipeline = current
        return outcome
    }

    /// Starts the program if it does not run.
    private mutating func start(at now: Date) {
        clock = now
        if pipeline == nil { pipeline = made(at: now) }
    }

    /// Makes a pipeline from the committed state.
    private mutating func made(at now: Date) -> Pipeline {
        defer { memory.ledger = AlertLedger() }
        return builder.pipeline(for: rules, state: memory, at: now)
    }

    private mutating func end() {
        memory = state
        pipeline = nil
    }

    /// Removes rows that neither the rules nor the next answers need.
    package mutating func forget(at now: Date) {
        guard let needed = pipeline?.needed(at: now) else { return }
        memory.forget(recordsBefore: needed.day, balancesBefore: needed.instant)
    }
}
