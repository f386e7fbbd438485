public import Finance
public import Foundation

/// A recurring payment: three or more similar amounts at one merchant at regular intervals (RL-78).
public struct Subscription: Sendable, Hashable {
    /// How often the payment comes.
    public enum Rhythm: String, Sendable, Hashable, CaseIterable {
        case week
        case fortnight = "2 weeks"
        case month, quarter, year

        /// The possible number of days between two payments, which weekends and short months vary.
        var distances: ClosedRange<Int> {
            switch self {
            case .week: 6...8
            case .fortnight: 12...16
            case .month: 26...36
            case .quarter: 84...98
            case .year: 355...376
            }
        }

        /// Whether the newest two distances, newest first, are those of the rhythm.
        fileprivate func begins(_ newest: some Collection<Int>) -> Bool {
            newest.count >= 2 && newest.prefix(2).allSatisfy(distances.contains)
        }

        /// Whether the rhythm had begun before one payment was left out among the newest two.
        fileprivate func continues(_ newest: [Int]) -> Bool {
            let twice = 2 * distances.lowerBound...2 * distances.upperBound
            guard let gap = newest.prefix(2).firstIndex(where: twice.contains) else {
                return false
            }
            return newest.prefix(gap).allSatisfy(distances.contains)
                && begins(newest.dropFirst(gap + 1))
        }

        func next(after day: CalendarDay) -> CalendarDay {
            switch self {
            case .week: day.adding(days: 7)
            case .fortnight: day.adding(days: 14)
            case .month: day.adding(months: 1)
            case .quarter: day.adding(months: 3)
            case .year: day.adding(months: 12)
            }
        }
    }

    public let rhythm: Rhythm
    /// The newest payment.
    public let last: Transaction
    /// The number of payments without a gap, and the day of the first one.
    public let count: Int
    public let first: CalendarDay
    /// The amount of the payment before the newest.
    public let previousAmount: Money?
    /// The day on which the next payment is due.
    public let next: CalendarDay

    public var accountID: UUID { last.accountID }

    public var merchant: String { last.merchantName ?? last.originalTransactionDescription }

    /// The months that contain three yearly payments and the time until the next one is due.
    public static let monthsRead = 37

    static let kinds = TransactionKinds(.purchase).union(TransactionKinds(.payment))
        .union(TransactionKinds([.unknown], .debit))

    /// Whether the next payment is overdue by more days than the distance of two payments may vary.
    public func isMissing(on day: CalendarDay) -> Bool {
        last.transactionDate.days(until: day) > rhythm.distances.upperBound
    }

    /// Whether no payment has come for twice the distance of two payments.
    func hasEnded(on day: CalendarDay) -> Bool {
        last.transactionDate.days(until: day) > 2 * rhythm.distances.upperBound
    }

    /// Makes the subscription of some payments; `nil` if the last three are not regular.
    ///
    /// A payment at the second distance continues a subscription, which has not ended by then.
    init?(_ payments: some BidirectionalCollection<Transaction>) {
        let days = payments.lazy.map(\.transactionDate).reversed()
        // There may be thousands of payments, so only the newest are read, as far as they are
        // regular.
        let distances = zip(days.dropFirst(), days).lazy.map { $0.days(until: $1) }
        let newest = Array(distances.prefix(4))
        guard let last = payments.last,
            let rhythm = Rhythm.allCases.first(where: { $0.begins(newest) })
                ?? Rhythm.allCases.first(where: { $0.continues(newest) })
        else { return nil }
        let regular = payments.suffix(
            distances.prefix { rhythm.distances.contains($0) }.reduce(1) { count, _ in count + 1 })
        self.rhythm = rhythm
        self.last = last
        count = regular.count
        first = regular.first?.transactionDate ?? last.transactionDate
        previousAmount = payments.dropLast().last?.transactionAmount
        next = Self.due(
            rhythm, after: last.transactionDate, payments.suffix(3).map(\.transactionDate))
    }

    /// The day of the next payment after the last of some days.
    ///
    /// A payment on the last day of a month may be due later in a longer month, so the latest day
    /// of a month among the payments is the agreed one.
    private static func due(
        _ rhythm: Rhythm, after last: CalendarDay, _ days: [CalendarDay]
    ) -> CalendarDay {
        let due = rhythm.next(after: last)
        let isLastOfMonth = last.adding(days: 1).components.day == 1
        guard isLastOfMonth, [.month, .quarter, .year].contains(rhythm) else { return due }
        return due.inMonth(days.map(\.components.day).max() ?? last.components.day)
    }
}

extension Subscription {
    /// Every subscription in stored transactions that has not ended, with the newest payment first.
    public static func found(
        in transactions: some Sequence<Transaction>, on day: CalendarDay
    ) -> [Subscription] {
        var payments: [PaymentKey: MerchantPayments] = [:]
        for row in transactions.sorted(by: Arrivals.precedes) {
            guard let key = PaymentKey(row) else { continue }
            payments[key, default: MerchantPayments()].add(row)
        }
        for key in payments.keys { payments[key]?.settle() }
        return payments.values.flatMap(\.series).compactMap { Subscription($0.payments) }
            .filter { !$0.hasEnded(on: day) }
            .sorted { Arrivals.precedes($1.last, $0.last) }
    }
}
