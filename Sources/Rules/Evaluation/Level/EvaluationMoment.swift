import Finance
import Foundation

/// What conditions are evaluated against at one moment.
struct EvaluationMoment {
    /// What is known.
    let facts: Facts
    /// The moment.
    let now: Date
    /// The zone of the person's calendar.
    let zone: TimeZone
    /// The person's calendar day at the moment.
    let today: CalendarDay
    /// How old figures may be.
    let freshness: Freshness
    /// All accounts in the order of their names; none if no rule reads them.
    let accounts: [AccountFacts]

    /// Takes everything that holds for one poll.
    init(
        facts: Facts, now: Date, zone: TimeZone, freshness: Freshness,
        accounts: [AccountFacts]
    ) {
        self.facts = facts
        self.now = now
        today = CalendarDay(of: now, in: zone)
        self.zone = zone
        self.freshness = freshness
        self.accounts = accounts
    }
}
