import Alerts
import Finance
import Foundation
import Rules

extension Pipeline {
    /// Whether an answer repeats the last one while nothing moves, so that nothing has to be looked
    /// at.
    ///
    /// Whether anybody else has written meanwhile is for the store to say, which writes the dates.
    mutating func isRepeated(by snapshot: Snapshot) -> Bool {
        guard let standstill, standstill.isRepeated(by: snapshot) else { return false }
        return nextDue(after: clock).map { snapshot.observedAt < $0 } ?? true
    }

    /// The standstill that an answer found.
    ///
    /// There is none if something changed, or may by the mere passing of time.
    ///
    /// - Parameters:
    ///   - outcome: what the answer brought.
    ///   - holdings: what was stored before it.
    func standstill(
        after snapshot: Snapshot, _ outcome: CycleOutcome, with holdings: Holdings
    ) -> Standstill? {
        guard snapshot.outcome == .complete, snapshot.shortfalls.isEmpty, !needsEveryPoll,
            outcome.bringsDatesOnly, outcome.refreshesEverything
        else { return nil }
        let now = snapshot.observedAt
        let end = CalendarDay(of: now, in: zone).adding(days: 1).instant(in: zone)
        // Records last: there may be many.
        guard evaluator.isAtRest(until: end, facts: outcome.facts, at: now),
            holdings.areAtRest(until: end, from: now, zone: zone)
        else { return nil }
        return Standstill(answer: snapshot, end: end)
    }
}

extension CycleOutcome {
    /// Whether nothing has to be written but when it was read.
    fileprivate var bringsDatesOnly: Bool { commit.quietAnswer != nil }

    /// Whether every account there is was read completely, so that none grows old unseen.
    fileprivate var refreshesEverything: Bool {
        facts.sources.count == 1
            && facts.accounts.values.allSatisfy {
                $0.freshAt == changes.observedAt && $0.completeAt == changes.observedAt
            }
    }
}
