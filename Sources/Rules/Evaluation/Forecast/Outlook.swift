import Finance
import Foundation

/// What is scheduled on one account from today up to a last day (RL-18, D31).
///
/// Only what the bank lists is in it: of a standing order that is the next turn, and money that is
/// to come in is in no list. What is in another currency than the account is left out, because
/// currencies are never added.
struct Outlook: Sendable {
    /// What one day brings altogether.
    struct Day: Sendable, Hashable {
        /// The day.
        let day: CalendarDay
        /// The sum of its items in minor units, signed from the holder's side.
        let net: Int64
    }

    /// Today, with what is overdue, and every later day with an item, in order.
    let days: [Day]
    /// What leaves the account over all days, as a positive number of minor units.
    let outgoing: Int64

    /// Sorts the items of an account by their days; `nil` if they are beyond any number.
    init?(
        _ scheduled: ScheduledItems, of account: Account, from today: CalendarDay,
        through last: CalendarDay
    ) {
        var nets: [CalendarDay: Int64] = [today: 0]
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
}
