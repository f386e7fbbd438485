public import Finance
public import Foundation
public import Rules

/// An engine with its ledger in memory, for what runs on recorded time: `eval` and `replay`.
///
/// It plays every due instant at its own time (D5), and its cost follows what happens, not what is
/// remembered.
///
/// ```swift
/// var timeline = AlertTimeline(engine: engine)
/// for line in recording {
///     let before = timeline.advance(to: line.observedAt, facts: facts)
///     let decision = timeline.decide(verdicts, facts: newFacts, at: line.observedAt)
///     show(before + [decision])
/// }
/// show(timeline.pending())
/// ```
public struct AlertTimeline: Sendable {
    /// The engine that decides.
    public let engine: AlertEngine
    /// The alert states after the last decision.
    public private(set) var ledger: AlertLedger
    private var index: DueIndex
    private var last: Date?
    private var hasForgotten = false
    /// What falls due first after the last decision, as long as the ledger stays as it is.
    private var due: Date?
    private var knowsDue = false

    /// Starts with a ledger; an empty one by default.
    public init(engine: AlertEngine, ledger: AlertLedger = AlertLedger()) {
        self.engine = engine
        self.ledger = ledger
        index = DueIndex(ledger, engine: engine)
    }

    /// Plays the instants that fall due after the last decision and before `instant`, in order.
    ///
    /// - Parameter facts: the facts as they were known before `instant`.
    public mutating func advance(to instant: Date, facts: Facts) -> [AlertDecision] {
        var decisions: [AlertDecision] = []
        while let last, let due = nextDue(after: last), due < instant {
            decisions.append(decide([], facts: facts, at: due))
        }
        return decisions
    }

    /// Decides what one evaluation means and takes over the changed states.
    public mutating func decide(_ verdicts: [Verdict], facts: Facts, at now: Date)
        -> AlertDecision
    {
        if verdicts.isEmpty, isQuiet(at: now) {
            last = now
            return AlertDecision()
        }
        let decision = deliberated(verdicts, facts, now)
        if last.map({ now < $0 }) ?? true { knowsDue = false }
        last = now
        hasForgotten = true
        ledger.apply(decision.change)
        index.apply(decision.change, engine: engine)
        if !decision.change.isEmpty || due.map({ $0 <= now }) ?? false { knowsDue = false }
        return decision
    }

    /// Whether nothing has fallen due since the last decision.
    private mutating func isQuiet(at now: Date) -> Bool {
        guard hasForgotten, let last, last <= now else { return false }
        return nextDue(after: last).map { now < $0 } ?? true
    }

    private mutating func nextDue(after instant: Date) -> Date? {
        if !knowsDue {
            due = engine.nextDue(index, in: ledger, after: instant)
            knowsDue = true
        }
        return due
    }

    /// What is still held, with its due time and marked as pending (D53).
    public func pending() -> [Notice] { engine.pending(in: ledger) }

    /// A function of its own, so that no copy of the ledger is alive when it is changed in place.
    private func deliberated(_ verdicts: [Verdict], _ facts: Facts, _ now: Date) -> AlertDecision {
        var deliberation = Deliberation(engine: engine, facts: facts, ledger: ledger, now: now)
        if !hasForgotten { deliberation.forgetAbsentRules() }
        deliberation.run(verdicts, due: index)
        return deliberation.decision
    }
}
