public import Finance
public import Foundation
public import Rules

/// An engine with its ledger, and what of it falls due next: the order of events on any clock.
///
/// The watcher proposes a decision and accepts it once it was committed. Bare transactions on recorded
/// time are decided at once. The cost follows what happens, not what is remembered.
///
/// ```swift
/// var timeline = AlertTimeline(engine: engine, ledger: ledger)
/// let decision = timeline.propose(verdicts, facts: facts, at: now)
/// timeline.accept(decision.change)
/// let next = timeline.nextDue(after: now)
/// ```
public struct AlertTimeline: Sendable {
    /// The engine that decides.
    public let engine: AlertEngine
    /// The alert states after the last accepted decision.
    public private(set) var ledger: AlertLedger
    private var index: DueIndex
    /// When something was last decided here, and not only proposed.
    private var last: Date?
    /// Whether what belongs to rules that have left the file is forgotten.
    private var hasForgotten = false
    /// What falls due first after an instant, as long as the ledger stays as it is.
    private var due: (after: Date, instant: Date?)?

    /// Starts with a ledger; an empty one by default.
    public init(engine: AlertEngine, ledger: AlertLedger = AlertLedger()) {
        self.engine = engine
        self.ledger = ledger
        index = DueIndex(ledger, engine: engine)
    }

    /// Decides what one evaluation means and takes over the changed states.
    public mutating func decide(_ verdicts: [Verdict], facts: Facts, at now: Date) -> AlertDecision
    {
        defer { last = now }
        if verdicts.isEmpty, isQuiet(at: now) { return AlertDecision() }
        let decision = propose(verdicts, facts: facts, at: now)
        accept(decision.change)
        return decision
    }

    /// Decides what one evaluation means; the states stay as they are until ``accept(_:)``.
    public func propose(_ verdicts: [Verdict], facts: Facts, at now: Date) -> AlertDecision {
        if verdicts.isEmpty, hasForgotten, nothingWaits { return AlertDecision() }
        var reducer = AlertReducer(engine: engine, facts: facts, ledger: ledger, now: now)
        if !hasForgotten { reducer.forgetAbsentRules() }
        reducer.run(verdicts, due: index)
        return reducer.decision
    }

    /// Takes over the changed states of a decision.
    public mutating func accept(_ change: AlertLedgerChange) {
        hasForgotten = true
        guard !change.isEmpty else { return }
        ledger.apply(change)
        index.apply(change, engine: engine)
        due = nil
    }

    /// When something falls due next after an instant without any new fact.
    public mutating func nextDue(after now: Date) -> Date? {
        if let due, due.after <= now, due.instant.map({ now < $0 }) ?? true { return due.instant }
        let instant = engine.nextDue(index, in: ledger, after: now)
        due = (now, instant)
        return instant
    }

    /// The subjects of rules on conditions, by rule, whose verdicts matter even if they say what they
    /// said before.
    public var wanted: [String: Set<Subject>] { index.wanted(ledger.silences.values) }

    /// The summaries of spending to be sent now, by rule, each with its instant.
    public func overviewsDue(at now: Date) -> [String: Date] {
        engine.overviewsDue(in: ledger, at: now)
    }

    /// Whether nothing can come of time alone.
    private var nothingWaits: Bool {
        index.alerts.isEmpty && index.rules.isEmpty && engine.summaries.isEmpty
            && ledger.silences.isEmpty && ledger.selfAlerts.isEmpty
    }

    /// Whether nothing has fallen due since the last decision.
    private mutating func isQuiet(at now: Date) -> Bool {
        guard let last, last <= now else { return false }
        return nextDue(after: last).map { now < $0 } ?? true
    }
}
