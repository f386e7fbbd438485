package import Finance

/// What is scheduled on an account and which salary is expected there, as rules on forecasts count it,
/// for showing.
package struct BalanceOutlook: Sendable, Hashable {
    package struct Day: Sendable, Hashable {
        package let day: CalendarDay
        /// The sum of the day in minor units, signed from the holder's side.
        package let net: Int64
    }

    /// Today, with what is overdue, and every later day with an item, in order.
    package let days: [Day]
    /// The salary that is expected in that time (RL-75).
    package let salary: Day?

    /// Looks ahead; `nil` if the items are beyond any number.
    ///
    /// - Parameter transactions: those of the account in the last half year.
    package init?(
        of account: AccountFacts, _ scheduled: ScheduledItems,
        after transactions: some Sequence<Transaction>, from today: CalendarDay,
        through last: CalendarDay
    ) {
        var income = RegularIncome(isNeeded: true)
        for row in transactions { income.add(row) }
        let expected = income.expected(of: account, today).flatMap { $0.day <= last ? $0 : nil }
        guard
            let forecast = BalanceForecast(
                scheduled, of: account.account, from: today, through: last, expected: expected)
        else { return nil }
        days = forecast.days.map { Day(day: $0.day, net: $0.net) }
        salary = expected.map { Day(day: $0.day, net: $0.amount) }
    }
}

extension Transaction {
    /// What it adds to spending in minor units, negative for a refund; `nil` for what is no spending
    /// (RL-13).
    package var spentMinorUnits: Int64? {
        guard !isOwnTransfer else { return nil }
        if TransactionKinds.spending.contains(self) { return transactionAmount.minorUnits }
        return TransactionKinds.refunds.contains(self) ? 0 - transactionAmount.minorUnits : nil
    }
}
