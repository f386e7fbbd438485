package import Finance

/// The scheduled items of one account from today up to a last day (RL-18, D31).
///
/// The forecast contains only items that the bank lists, and an expected salary. Banks list only
/// the next payment of a standing order, and no incoming money. Items in another currency than the
/// account's are left out, because currencies are never added.
package struct BalanceForecast: Sendable, Hashable {
    /// The sum of one day's items.
    package struct Day: Sendable, Hashable {
        package let day: CalendarDay
        /// The sum of the day's items in minor units, signed from the holder's side.
        package let net: Int64
    }

    /// Today, with overdue items, and every later day with an item, in order.
    package let days: [Day]
    /// The expected salary, if it falls into that time (RL-75).
    package let salary: Day?
    /// The sum of everything that leaves the account, as a positive number of minor units.
    let outgoing: Int64

    /// Adds up the items of an account by day; `nil` on overflow.
    init?(
        _ scheduled: ScheduledItems, of account: Account, from today: CalendarDay,
        through last: CalendarDay, expected: Day? = nil
    ) {
        var nets: [CalendarDay: Int64] = [today: 0]
        salary = expected.flatMap { $0.day <= last ? $0 : nil }
        if let salary { nets[max(salary.day, today), default: 0] += salary.net }
        var outgoing: Int64 = 0
        for item in scheduled.items(ofAccount: account.bankAccountID) {
            guard item.amount.currency == account.currency, item.due <= last else { continue }
            let day = max(item.due, today)
            let (net, overflow) = nets[day, default: 0].addingReportingOverflow(
                item.amount.minorUnits)
            let (sum, isTooMuch) = outgoing.subtractingReportingOverflow(
                min(0, item.amount.minorUnits))
            guard !overflow, !isTooMuch else { return nil }
            nets[day] = net
            outgoing = sum
        }
        self.outgoing = outgoing
        days = nets.map { Day(day: $0.key, net: $0.value) }.sorted { $0.day < $1.day }
    }
    /// Makes a forecast from stored transactions, to be shown.
    ///
    /// - Parameter transactions: the account's transactions in the last half year.
    package init?(
        _ scheduled: ScheduledItems, of account: AccountFacts,
        after transactions: some Sequence<Transaction>, from today: CalendarDay,
        through last: CalendarDay
    ) {
        var income = RegularIncome(isNeeded: true)
        for row in transactions { income.add(row) }
        self.init(
            scheduled, of: account.account, from: today, through: last,
            expected: income.expected(of: account, today))
    }
}

extension Transaction {
    /// The transaction's effect on spending in minor units, negative for a refund.
    ///
    /// `nil` if the transaction does not count as spending (RL-13).
    package var spentMinorUnits: Int64? {
        guard !isOwnTransfer else { return nil }
        if TransactionKinds.spending.contains(self) { return transactionAmount.minorUnits }
        return TransactionKinds.refunds.contains(self) ? 0 - transactionAmount.minorUnits : nil
    }
}
