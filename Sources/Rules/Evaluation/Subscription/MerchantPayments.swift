import Finance
import Foundation

/// The account and merchant of a payment.
struct PaymentKey: Sendable, Hashable {
    let account: UUID
    let merchant: FoldedText

    /// The key of a payment; `nil` for a transaction that can't belong to a subscription.
    init?(_ row: Transaction) {
        guard !row.isOwnTransfer, row.status.isReal, Subscription.kinds.contains(row),
            let merchant = MerchantKeys(row).primary
        else { return nil }
        account = row.accountID
        self.merchant = merchant
    }
}

/// Similar payments at one merchant, oldest first; a subscription if they are regular.
struct PaymentSeries: Sendable {
    private(set) var payments: [Transaction]
    /// The payment that made the series a subscription: the first that was the third at regular
    /// intervals.
    private(set) var founder: UUID?

    init(_ first: Transaction) { payments = [first] }

    mutating func add(_ payment: Transaction) {
        payments.append(payment)
        if founder == nil, Subscription(payments.suffix(3)) != nil { founder = payment.id }
    }

    /// Whether a payment comes when the next one is due.
    func expects(_ payment: Transaction) -> Bool {
        guard let last = payments.last, let known = Subscription(payments.suffix(5)) else {
            return false
        }
        return known.rhythm.distances.contains(
            last.transactionDate.days(until: payment.transactionDate))
    }

    /// The payments up to one of them; `nil` if it is not in the series.
    func through(_ id: UUID) -> ArraySlice<Transaction>? {
        payments.lastIndex { $0.id == id }.map { payments[...$0] }
    }
}

/// The payments at one merchant on one account, divided into series.
struct MerchantPayments: Sendable {
    private var arrivals = Arrivals()
    /// The series of payments, as of the last ``settle()``.
    private(set) var series: [PaymentSeries] = []
    private var isStale = false

    /// How many days payments are kept, and how many more days they may get before they are
    /// removed.
    private static let reach = 31 * Subscription.monthsRead
    private static let slack = 180

    mutating func add(_ row: Transaction) {
        let isNewest = arrivals.rows.last.map { Arrivals.precedes($0, row) } ?? true
        arrivals.add(row)
        isStale = forgetsOld(row.transactionDate) || isStale || !isNewest
        if !isStale { join(row) }
    }

    mutating func remove(_ row: Transaction) {
        arrivals.remove(row)
        isStale = true
    }

    /// Builds the series again if a payment was not the newest, once for all changes.
    mutating func settle() {
        guard isStale else { return }
        isStale = false
        series = []
        for row in arrivals.rows { join(row) }
    }

    private mutating func forgetsOld(_ newest: CalendarDay) -> Bool {
        guard let oldest = arrivals.rows.first?.transactionDate,
            oldest.days(until: newest) > Self.reach + Self.slack
        else { return false }
        arrivals.forget(before: newest.adding(days: -Self.reach))
        return true
    }

    /// Adds a payment to the series with the most similar last amount, or begins a new series.
    ///
    /// Two subscriptions at one merchant are two series. The price of a subscription may rise by
    /// half if the payment comes when it is due.
    private mutating func join(_ row: Transaction) {
        let like = series.indices.filter { Self.isAlike(row, series[$0].payments.last, part: 4) }
        let candidates =
            !like.isEmpty
            ? like
            : series.indices.filter {
                Self.isAlike(row, series[$0].payments.last, part: 2) && series[$0].expects(row)
            }
        let nearest = candidates.min { left, right in
            Self.distance(row, series[left]) < Self.distance(row, series[right])
        }
        if let nearest { series[nearest].add(row) } else { series.append(PaymentSeries(row)) }
    }

    /// Whether two amounts differ by at most a part of the smaller one: a `part` of 4 is a quarter.
    private static func isAlike(_ one: Transaction, _ other: Transaction?, part: Int64) -> Bool {
        guard let other, one.transactionAmount.currency == other.transactionAmount.currency else {
            return false
        }
        let amounts = [one, other].map(\.transactionAmount.minorUnits).sorted()
        return amounts[1] - amounts[0] <= amounts[0] / part
    }

    private static func distance(_ row: Transaction, _ series: PaymentSeries) -> UInt64 {
        guard let last = series.payments.last?.transactionAmount.minorUnits else { return .max }
        return (row.transactionAmount.minorUnits - last).magnitude
    }
}
