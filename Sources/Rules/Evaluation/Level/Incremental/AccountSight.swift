import Finance
import Foundation

/// What rules can see of an account: its facts and whether they may be used, but not the instants
/// at which they were read, which every poll moves.
struct AccountSight: Sendable, Equatable {
    /// The facts without their instants.
    private let facts: AccountFacts
    private let figures: Verdict.UnknownReason?
    private let rows: Verdict.UnknownReason?
    /// The day of the last complete answer: a new period is judged only from then on.
    private let completeOn: CalendarDay?

    /// Looks at an account.
    init(_ account: AccountFacts, _ moment: EvaluationMoment) {
        var facts = account
        facts.freshAt = .distantPast
        if facts.completeAt != nil { facts.completeAt = .distantPast }
        self.facts = facts
        completeOn = account.completeAt.map { CalendarDay(of: $0, in: moment.zone) }
        figures = moment.freshness.reason(against: account, in: moment.facts, at: moment.now)
        rows = moment.freshness.windowReason(against: account, in: moment.facts, at: moment.now)
    }

    /// Whether it is the same account under the same name.
    func isOf(_ other: AccountSight) -> Bool { facts.account == other.facts.account }
}
