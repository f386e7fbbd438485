public import Finance
public import Foundation

extension Evaluator {
    /// From when on the stored balances are needed that rules on changes look at; `nil` if none do.
    public func balancesNeeded(at now: Date) -> Date? {
        changes.balancesNeeded(at: now, in: zone)
    }

    /// Follows the stored balances at start or after a reload, so that changes are found as if the
    /// program had never stopped.
    ///
    /// Call it once, before the first ``apply(_:facts:at:)``.
    ///
    /// - Parameters:
    ///   - balances: the records since ``balancesNeeded(at:)`` and for each account the one before,
    ///     oldest first.
    ///   - facts: what was known when they were read.
    ///   - now: the time of the start.
    public mutating func seed(with balances: [AccountBalance], facts: Facts, at now: Date) {
        guard !changes.isEmpty else { return }
        let moment = EvaluationMoment(
            facts: facts, now: now, zone: zone, freshness: freshness,
            accounts: AccountNames.sorted(facts))
        changes.seed(balances, moment, &names)
    }

    /// Takes over events whose `while` could not be known before a restart or a reload.
    public mutating func seed(waiting events: [WaitingEvent]) {
        guards.seed(events)
    }

    /// The first day of stored history that is needed to know how old open reservations are.
    func reservationsNeeded(at now: Date) -> CalendarDay? {
        let today = CalendarDay(of: now, in: zone)
        return reservationAges.map { span in
            today.adding(CalendarSpan(count: -span.count, unit: span.unit))
                .adding(days: -ReservationRule.newsDays)
        }.min()
    }
}

extension Rule {
    /// The ages of reservations that it asks for.
    var reservationAges: [CalendarSpan] {
        (body.condition?.leaves ?? []).compactMap { leaf in
            if case .reservationAge(let age) = leaf { age.age.value } else { nil }
        }
    }
}
