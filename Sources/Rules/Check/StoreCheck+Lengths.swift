import Finance
import Foundation

extension StoreCheck {
    private static let finerThanData =
        "the bank dates transactions by day; hours and minutes count from when this program first "
        + "saw them"

    /// Looks for times that are finer than what the bank reports or than how often it is asked (D14).
    mutating func checkLengths() {
        for quantity in rule.body.quantities {
            guard let window = quantity.aggregate?.window, case .last(let length) = window.kind,
                length.fixedSeconds != nil
            else { continue }
            addFiner(window.span, expected: ["today", "in the last 2 days"])
        }
        if case .absence(let absence) = rule.body, case .last(let length) = absence.deadline,
            length.value.fixedSeconds != nil
        {
            addFiner(length.span, expected: ["2 days"])
        }
        if case .repetition(let repetition) = rule.body,
            case .within(let length) = repetition.closeness, length.value.fixedSeconds != nil
        {
            addFiner(length.span, expected: ["on the same day"])
        }
        checkAgainstInterval()
    }

    private mutating func addFiner(_ span: Range<Int>, expected: [String]) {
        add("finer-than-data", at: span, Self.finerThanData, expected: expected)
    }

    /// Looks for times that pass between two polls.
    private mutating func checkAgainstInterval() {
        for clause in parsed?.clauses ?? [] {
            guard case .hold(let length) = clause.kind, isBelowInterval(length) else { continue }
            addBelowInterval("hold-below-interval", clause.span, "a shorter time can't be seen")
        }
        for leaf in rule.body.condition?.leaves ?? [] {
            switch leaf {
            // A figure counts for as long as twice the window, so half an interval can be seen.
            case .change(let change) where isBelowInterval(change.within, times: 2):
                addBelowInterval(
                    "window-below-interval", change.within.span,
                    "a change in so short a time can't be seen")
            case .health(let health):
                guard case .dataOlder(_, let length) = health.kind, isBelowInterval(length) else {
                    continue
                }
                addBelowInterval(
                    "age-below-interval", length.span, "this is so before every poll")
            default: continue
            }
        }
    }

    private func isBelowInterval(_ length: LengthOfTime, times factor: Int = 1) -> Bool {
        guard let interval = store.pollInterval, let seconds = length.value.fixedSeconds else {
            return false
        }
        return .seconds(factor * seconds) < interval
    }

    private mutating func addBelowInterval(
        _ code: String, _ span: Range<Int>, _ consequence: String
    ) {
        let seconds = store.pollInterval?.components.seconds ?? 0
        add(code, at: span, "the bank is asked every \(seconds) seconds, so \(consequence)")
    }

    /// The sentence with the places of its clauses.
    private var parsed: Sentence? { try? SentenceParser.parse(rule.sentence).get() }
}

extension StoreCheck {
    /// Says which rules still learn, and until when (RL-19).
    mutating func checkLearning() {
        guard case .event(let event) = rule.body,
            let filter = event.filters.first(where: { $0.kind == .atNewMerchant }),
            let end = store.learningEnd(for: AccountSelector(event.filters.scope))
        else { return }
        add(
            "learning", at: filter.span,
            "which merchants are new is known after \(HistoryTable.learningDays) days of history; "
                + "on some account the rule sends nothing before \(end)")
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
