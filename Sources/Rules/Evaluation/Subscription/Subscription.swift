public import Finance
public import Foundation

/// A payment that comes again and again: like amounts at one merchant at regular distance, three
/// times or more (RL-78).
public struct Subscription: Sendable, Hashable {
    /// How often it comes.
    public enum Rhythm: String, Sendable, Hashable, CaseIterable {
        case week
        case fortnight = "2 weeks"
        case month, quarter, year

        /// The days between two payments, as far as weekends and short months move them.
        var distances: ClosedRange<Int> {
            switch self {
            case .week: 6...8
            case .fortnight: 12...16
            case .month: 26...36
            case .quarter: 84...98
            case .year: 355...376
            }
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

    /// Its payments, oldest first; three or more.
    let payments: [Transaction]
    public let rhythm: Rhythm
    /// The newest payment.
    public let last: Transaction

    public var count: Int { payments.count }
    public var accountID: UUID { last.accountID }
    public var first: CalendarDay { payments.first?.transactionDate ?? last.transactionDate }
    /// What the payment before the newest cost.
    public var previousAmount: Money? { payments.dropLast().last?.transactionAmount }
    public var next: CalendarDay { rhythm.next(after: last.transactionDate) }

    public var merchant: String { last.merchantName ?? last.originalTransactionDescription }

    /// Whether the next payment is overdue by more days than the distance of two may differ.
    public func isMissing(on day: CalendarDay) -> Bool {
        last.transactionDate.days(until: day) > rhythm.distances.upperBound
    }

    private init?(_ payments: [Transaction]) {
        let days = payments.map(\.transactionDate)
        let distances = zip(days, days.dropFirst()).map { $0.days(until: $1) }
        // Whatever came before, the last three decide.
        guard let last = payments.last, distances.count >= 2,
            let rhythm = Rhythm.allCases.first(where: { rhythm in
                distances.suffix(2).allSatisfy(rhythm.distances.contains)
            })
        else { return nil }
        let regular = distances.reversed().prefix { rhythm.distances.contains($0) }.count + 1
        self.payments = payments.suffix(regular)
        self.rhythm = rhythm
        self.last = last
    }
}

extension Subscription {
    /// Every subscription in stored transactions, the newest payment first.
    ///
    /// One that has not come for two of its distances has ended and is left out.
    public static func found(
        in transactions: some Sequence<Transaction>, on day: CalendarDay
    ) -> [Subscription] {
        var series: [Key: [[Transaction]]] = [:]
        for row in transactions.sorted(by: Arrivals.precedes) {
            guard !row.isOwnTransfer, kinds.contains(row), let merchant = MerchantKeys(row).primary
            else { continue }
            add(row, to: &series[Key(account: row.accountID, merchant: merchant), default: []])
        }
        return series.values.flatMap { $0.compactMap(Subscription.init) }
            .filter { found in
                found.last.transactionDate.days(until: day) <= 2 * found.rhythm.distances.upperBound
            }
            .sorted { Arrivals.precedes($1.last, $0.last) }
    }

    private struct Key: Hashable {
        let account: UUID
        let merchant: FoldedText
    }

    private static let kinds = TransactionKinds(.purchase).union(TransactionKinds(.payment))
        .union(TransactionKinds([.unknown], .debit))

    /// Adds a payment to the series whose last amount is the nearest like it, or begins one: two
    /// subscriptions at one merchant are two series.
    private static func add(_ row: Transaction, to series: inout [[Transaction]]) {
        let candidates = series.indices.filter { place in
            series[place].last.map { isAlike(row, $0) } ?? false
        }
        let nearest = candidates.min { left, right in
            distance(row, series[left].last) < distance(row, series[right].last)
        }
        if let nearest { series[nearest].append(row) } else { series.append([row]) }
    }

    /// Whether two amounts differ by at most a quarter of the smaller one.
    private static func isAlike(_ one: Transaction, _ other: Transaction) -> Bool {
        let amounts = [one.transactionAmount.minorUnits, other.transactionAmount.minorUnits]
        guard one.transactionAmount.currency == other.transactionAmount.currency,
            let low = amounts.min(), let high = amounts.max()
        else { return false }
        return (high - low) <= low / 4
    }

    private static func distance(_ one: Transaction, _ other: Transaction?) -> UInt64 {
        guard let other else { return .max }
        let (left, right) = (one.transactionAmount.minorUnits, other.transactionAmount.minorUnits)
        return left > right ? (left - right).magnitude : (right - left).magnitude
    }
}
