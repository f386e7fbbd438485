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
            guard let place = next.holdings.accounts.index(forKey: account.account.id) else {
                return nil
            }
            next.holdings.accounts.values[place].freshAt = account.freshAt
            next.holdings.accounts.values[place].completeAt = account.completeAt
            guard next.holdings.accounts.values[place] == account else { return nil }
        }
        return next
    }
}
