import Finance
import Foundation

extension StoreCheck {
    private static let finerThanData =
        "the bank dates transactions by day; hours and minutes count from when this program first "
        + "saw them"

    /// Reports times that are finer than the bank's data or than the poll interval (D14).
    mutating func checkLengths() {
        for window in rule.body.quantities.compactMap({ $0.aggregate?.window }) {
            checkPrecision(window.length, expected: ["today", "in the last 2 days"])
        }
        let isRepetition = rule.kind == .repeat
        checkPrecision(rule.body.length, expected: [isRepetition ? "on the same day" : "2 days"])
        for clause in (try? SentenceParser.parse(rule.sentence, groups: groups).get())?.clauses
            ?? []
        {
            guard case .hold(let length) = clause.kind else { continue }
            checkInterval(
                length, "hold-below-interval", at: clause.span, "a shorter time can't be seen")
        }
        for leaf in rule.body.leaves {
            switch leaf {
            case .change(let change):
                // A figure counts for up to twice the window, so half a poll interval is enough.
                checkInterval(
                    change.within, times: 2, "window-below-interval", at: change.within.span,
                    "a change in so short a time can't be seen")
            case .health(let health):
                guard case .dataOlder(_, let length) = health.kind else { continue }
                checkInterval(
                    length, "age-below-interval", at: length.span, "this is so before every poll")
            default: continue
            }
        }
    }

    private mutating func checkPrecision(_ length: LengthOfTime?, expected: [String]) {
        guard let length, length.value.fixedSeconds != nil else { return }
        add("finer-than-data", at: length.span, Self.finerThanData, expected: expected)
    }

    /// Reports a length of time that can pass between two polls.
    private mutating func checkInterval(
        _ length: LengthOfTime, times factor: Int = 1, _ code: String, at span: Range<Int>,
        _ consequence: String
    ) {
        guard let interval = store.pollInterval, let seconds = length.value.fixedSeconds,
            .seconds(factor * seconds) < interval
        else { return }
        add(
            code, at: span,
            "the bank is asked every \(interval.components.seconds) seconds, so \(consequence)")
    }
}

extension StoreCheck {
    /// Reports rules that are still learning, and until when (RL-19).
    mutating func checkLearning() {
        guard
            let filters = rule.body.selections.map(\.filters).first(where: { list in
                list.contains { $0.kind == .atNewMerchant }
            }), let filter = filters.first(where: { $0.kind == .atNewMerchant }),
            let end = store.learningEnd(for: AccountSelector(filters))
        else { return }
        add(
            "learning", at: filter.span,
            "which merchants are new is known after \(HistoryTable.learningDays) days of history; "
                + "on some account the rule sends nothing before \(end)")
    }
}

extension CheckedStore {
    /// The day on which all accounts have enough history; `nil` if they already have.
    fileprivate func learningEnd(for selector: AccountSelector) -> CalendarDay? {
        let now = accounts.map(\.freshAt).max()
        let ends = accounts(of: selector).map { account in
            historyStart(of: account).adding(days: HistoryTable.learningDays)
        }
        guard let now, let end = ends.max(), end > CalendarDay(of: now, in: zone) else {
            return nil
        }
        return end
    }

    private func historyStart(of account: AccountFacts) -> CalendarDay {
        let read = CalendarDay(of: account.firstSeen, in: zone)
        let oldest = transactions.lazy.filter { row in
            row.accountID == account.account.id && row.firstSeen <= account.firstSeen
        }.map(\.transactionDate).min()
        return min(read, oldest ?? read)
    }
}
