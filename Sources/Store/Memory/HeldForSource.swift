import Alerts
import Finance
import Foundation

/// What is held about one source, for answers that touch the same accounts and days.
struct HeldForSource: Sendable {
    /// The accounts of the answer with the first day that it can touch.
    let days: [UUID: CalendarDay]
    /// What is held.
    var holdings: Holdings

    /// The source's facts after an answer that brought nothing but fresh dates; `nil` if it brought
    /// more.
    ///
    /// - Parameter reconciliation: what the answer means.
    func refreshed(by reconciliation: Reconciliation) -> HeldForSource? {
        var next = self
        for account in reconciliation.accounts {
            guard var known = holdings.accounts[account.account.id] else { return nil }
            known.freshAt = account.freshAt
            known.completeAt = account.completeAt
            guard known == account else { return nil }
            next.holdings.accounts[account.account.id] = account
        }
        return next
    }
}

extension CycleCommit {
    /// The answer of a bank that may have brought nothing but fresh dates; `nil` if there is
    /// something that has to last.
    var quietAnswer: Reconciliation? {
        guard let reconciliation, reconciliation.balances.isEmpty, reconciliation.records.isEmpty,
            reconciliation.decisions.isEmpty, reconciliation.scheduled == nil,
            reconciliation.source.failure == nil, alerts.isEmpty, outbox.isEmpty,
            evaluations.isEmpty, followed.isEmpty, reported.isEmpty, retried.isEmpty
        else { return nil }
        return reconciliation
    }
}
