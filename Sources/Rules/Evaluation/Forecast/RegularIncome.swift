import Finance
import Foundation

/// The salaries that came on each account, and when the next one is due (RL-75).
///
/// A salary is regular if the last three came a week, two weeks or a month apart. The next one is
/// expected on the same day, or on the last weekday before it.
struct RegularIncome: Sendable {
    private typealias Rhythm = Subscription.Rhythm

    /// The rhythms of salaries, with the possible numbers of days between two.
    ///
    /// Monthly salaries vary more than other payments, because they come early before a weekend.
    private static let rhythms: [(rhythm: Rhythm, distances: ClosedRange<Int>)] = [
        (.week, Rhythm.week.distances), (.fortnight, Rhythm.fortnight.distances), (.month, 24...38),
    ]

    private let isNeeded: Bool
    private var salaries: [UUID: Arrivals] = [:]

    /// For how many days salaries are kept, which is more than four monthly ones span.
    private static let reach = 160

    init(isNeeded: Bool) { self.isNeeded = isNeeded }

    func historyNeeded(at now: Date, zone: TimeZone) -> CalendarDay? {
        isNeeded ? CalendarDay(of: now, in: zone).adding(days: -Self.reach) : nil
    }

    mutating func add(_ transaction: Transaction) {
        guard isNeeded, TransactionKinds(.salary).contains(transaction) else { return }
        var own = salaries[transaction.accountID] ?? Arrivals()
        own.add(transaction)
        let newest = own.rows.last?.transactionDate ?? transaction.transactionDate
        own.forget(before: newest.adding(days: -Self.reach))
        salaries[transaction.accountID] = own
    }

    mutating func apply(_ change: TransactionChange) {
        if let before = change.before { salaries[before.accountID]?.remove(before) }
        if let after = change.after { add(after) }
    }

    /// The next salary on an account; `nil` if salaries are not regular or have stopped.
    func expected(of account: AccountFacts, _ today: CalendarDay) -> BalanceForecast.Day? {
        salaries[account.account.id].flatMap { expected($0.rows, today) }
    }

    /// The next salary on an account or, if none is expected there, the first on any account.
    func next(for account: AccountFacts, _ today: CalendarDay) -> BalanceForecast.Day? {
        expected(of: account, today)
            ?? salaries.values.compactMap { expected($0.rows, today) }.min { $0.day < $1.day }
    }

    /// The day of the next salary, with the smallest of the last amounts.
    private func expected(_ rows: [Transaction], _ today: CalendarDay) -> BalanceForecast.Day? {
        // One salary may come as several rows.
        let days = Set(rows.map(\.transactionDate)).sorted().suffix(3)
        let distances = zip(days, days.dropFirst()).map { $0.days(until: $1) }
        guard distances.count == 2, let last = days.last,
            let (rhythm, expected) = Self.rhythms.first(where: {
                distances.allSatisfy($0.distances.contains)
            })
        else { return nil }
        let amounts = days.map { day in
            rows.reduce(Int64(0)) { sum, row in
                row.transactionDate == day ? sum &+ row.transactionAmount.minorUnits : sum
            }
        }
        let next = next(after: last, Array(days), rhythm)
        // A salary that is long overdue has stopped.
        guard let least = amounts.min(), next.days(until: today) < expected.lowerBound / 2
        else { return nil }
        return BalanceForecast.Day(day: max(next, today), net: least)
    }

    private func next(
        after last: CalendarDay, _ days: [CalendarDay], _ rhythm: Rhythm
    ) -> CalendarDay {
        guard rhythm == .month else { return rhythm.next(after: last) }
        // The latest day of the month is the agreed one; the others were early because of a
        // weekend.
        let number = days.map(\.components.day).max() ?? 1
        var day = last.start(of: .month).adding(months: 1).inMonth(number)
        while day.weekday > 5 { day = day.adding(days: -1) }
        return day
    }
}
