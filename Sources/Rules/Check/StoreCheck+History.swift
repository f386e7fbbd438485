import Finance
import Foundation

extension StoreCheck {
    /// Warns of minutes and hours between rows that the bank dates by day (D14).
    mutating func checkCloseness() {
        guard case .repetition(let repetition) = rule.body,
            case .within(let length) = repetition.closeness, length.value.fixedSeconds != nil
        else { return }
        add(
            "finer-than-data", at: length.span,
            "the bank dates transactions by day; hours and minutes count from when this program "
                + "first saw them", expected: ["on the same day"])
    }

    /// Says which rules still learn, and until when (RL-19).
    mutating func checkLearning() {
        guard case .event(let event) = rule.body,
            let filter = event.filters.first(where: { $0.kind == .atNewMerchant }),
            let end = store.learningEnd(for: AccountSelector(event.filters.scope))
        else { return }
        add(
            "learning", at: filter.span,
            "which merchants are new is known after \(HistoryTable.learningDays) days of history; "
                + "on some account the rule tells nothing before \(end)")
    }
}

extension CheckedStore {
    /// The day from which on each account has enough history; `nil` if all have.
    fileprivate func learningEnd(for selector: AccountSelector) -> CalendarDay? {
        let now = accounts.map(\.freshAt).max()
        let ends = accounts(of: selector).map { account in
            historyStart(of: account).adding(days: HistoryTable.learningDays)
        }
        guard let now, let end = ends.max(), end > CalendarDay(of: now, in: .gmt) else {
            return nil
        }
        return end
    }

    private func historyStart(of account: AccountFacts) -> CalendarDay {
        let read = CalendarDay(of: account.firstSeen, in: .gmt)
        let oldest = transactions.lazy.filter { row in
            row.accountID == account.account.id && row.firstSeen <= account.firstSeen
        }.map(\.transactionDate).min()
        return min(read, oldest ?? read)
    }
}
