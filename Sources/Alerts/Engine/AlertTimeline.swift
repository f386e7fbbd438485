public import Finance
public import Foundation
public import Rules

/// An engine with its ledger and its next deadline: the order of events on any clock.
///
/// The watcher proposes a decision and accepts it once it was committed. Bare transactions on
/// recorded time are decided at once. The cost depends on new events, not on the size of the
/// ledger.
///
/// ```swift
/// var timeline = AlertTimeline(engine: engine, ledger: ledger)
/// let decision = timeline.propose(verdicts, facts: facts, at: now)
/// timeline.accept(decision.change)
/// let next = timeline.nextDue(after: now)
/// ```
public struct AlertTimeline: Sendable {
    public let engine: AlertEngine
    /// The alert states after the last accepted decision.
    public private(set) var ledger: AlertLedger
    private var index: DueIndex
    /// When something was last decided here rather than only proposed.
    private var last: Date?
    /// Whether the states of rules that have left the file were removed.
    private var hasForgotten = false
    /// The next deadline after an instant, cached until the ledger changes.
    private var due: (after: Date, instant: Date?)?

    /// Starts with a ledger; an empty one by default.
    public init(engine: AlertEngine, ledger: AlertLedger = AlertLedger()) {
        self.engine = engine
        self.ledger = ledger
        index = DueIndex(ledger, engine: engine)
    }

    /// Decides what one evaluation leads to, and applies the changes.
    public mutating func decide(_ verdicts: [Verdict], facts: Facts, at now: Date) -> AlertDecision
    {
        defer { last = now }
        if verdicts.isEmpty, isQuiet(at: now) { return AlertDecision() }
        let decision = propose(verdicts, facts: facts, at: now)
        accept(decision.change)
        return decision
    }

    /// Decides what one evaluation leads to, and fires every deadline up to `now`; the states stay
    /// as they are until ``accept(_:)``.
    ///
    /// Verdicts come first, so that an alert that has ended by now is sent as ended. Everything is
    /// sent at `now`, overdue deadlines too. To fire each deadline at its own time, as `replay`
    /// does (D5), step through ``nextDue(after:)`` and decide without verdicts before the next
    /// evaluation.
    ///
    /// - Parameters:
    ///   - verdicts: the verdicts of one evaluation; empty to fire deadlines only.
    ///   - facts: the facts that the verdicts are based on.
    ///   - now: the instant of the evaluation, not before that of the last decision.
    public func propose(_ verdicts: [Verdict], facts: Facts, at now: Date) -> AlertDecision {
        if verdicts.isEmpty, hasForgotten, nothingWaits { return AlertDecision() }
        var reducer = AlertReducer(engine: engine, facts: facts, ledger: ledger, now: now)
        if !hasForgotten { reducer.forgetAbsentRules() }
        reducer.run(verdicts, due: index)
        return reducer.decision
    }

    public mutating func accept(_ change: AlertLedgerChange) {
        hasForgotten = true
        guard !change.isEmpty else { return }
        ledger.apply(change)
        index.apply(change, engine: engine)
        due = nil
    }

    /// The next deadline after an instant that needs no new fact.
    public mutating func nextDue(after now: Date) -> Date? {
        if let due, due.after <= now, due.instant.map({ now < $0 }) ?? true { return due.instant }
        let instant = engine.nextDue(index, in: ledger, after: now)
        due = (now, instant)
        return instant
    }

    /// The subjects of rules on conditions, by rule, whose verdicts matter even if they are
    /// unchanged.
    public var wanted: [String: Set<Subject>] { index.wanted(ledger.silences.values) }

    /// The spending summaries to be sent now, by rule, each with its instant.
    public func overviewsDue(at now: Date) -> [String: Date] {
        engine.overviewsDue(in: ledger, at: now)
    }

    /// Whether there is nothing that the passing of time alone could cause.
    private var nothingWaits: Bool {
        index.alerts.isEmpty && index.rules.isEmpty && engine.summaries.isEmpty
            && ledger.silences.isEmpty && ledger.selfAlerts.isEmpty
    }

    /// Whether no deadline has passed since the last decision.
    private mutating func isQuiet(at now: Date) -> Bool {
        guard let last, last <= now else { return false }
        return nextDue(after: last).map { now < $0 } ?? true
    }
}
