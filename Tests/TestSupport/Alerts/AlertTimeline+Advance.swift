public import Alerts
public import Finance
public import Foundation

extension AlertLedger {
    /// The ledger after a change.
    public func applying(_ change: AlertLedgerChange) -> AlertLedger {
        var next = self
        next.apply(change)
        return next
    }
}

extension AlertTimeline {
    /// Decides at each instant that falls due after `start` and before `end`, in order (D5).
    ///
    /// - Parameter start: the last decision; nothing falls due without one.
    public mutating func advance(
        from start: Date?, to end: Date, facts: Facts
    ) -> [AlertDecision] {
        var decisions: [AlertDecision] = []
        var last = start
        while let now = last, let due = nextDue(after: now), due < end {
            decisions.append(decide([], facts: facts, at: due))
            last = due
        }
        return decisions
    }

    /// The notifications that are still held.
    public var pending: [AlertNotification] { engine.pending(in: ledger) }
}
