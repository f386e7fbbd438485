import Finance
import Foundation

/// A compiled rule on similar transactions.
struct RepeatRule: Sendable {
    let id: String
    /// How many transactions make a set.
    let count: Int
    /// The first amount that the sentence names.
    let limit: Amount?
    /// The index of the selector of accounts in the pool; −1 means every account.
    let accounts: Int32
    private let likenesses: Set<Repetition.Likeness>
    private let closeness: Repetition.Closeness
    /// Whether transactions of several accounts are counted together.
    private let isAcrossAccounts: Bool

    /// Counts every account separately (RL-12), unless the sentence says `on all accounts`.
    init(_ repetition: Repetition, id: String, _ pool: inout MatchPool) {
        self.id = id
        count = max(2, repetition.count)
        limit = repetition.filters.firstAmount
        likenesses = Set(repetition.likenesses)
        closeness = repetition.closeness
        let selector = AccountSelector(repetition.filters)
        isAcrossAccounts = selector.reach == .all
        accounts = selector.isEverything ? -1 : pool.add(selector)
    }

    /// The properties that similar transactions share; `nil` if a merchant is needed but not named.
    func key(of transaction: Transaction) -> RepeatKey? {
        let amount = transaction.signedAmount
        var key = RepeatKey(currency: amount.currency)
        if !isAcrossAccounts { key.account = transaction.accountID }
        if likenesses.contains(.amount) { key.amount = amount.minorUnits }
        if likenesses.contains(.merchant) {
            // Two rows that do not name the person or shop paid are not known to be at one
            // merchant.
            guard let merchant = MerchantKeys(transaction).primary else { return nil }
            key.merchant = merchant
        }
        if case .sameDay = closeness { key.day = transaction.transactionDate.dayNumber }
        return key
    }

    /// The first day of the transactions that may have to be counted.
    ///
    /// A margin of a month lets rows that are seen or booked late meet the others.
    func firstDay(at today: CalendarDay) -> CalendarDay {
        let start =
            switch closeness {
            case .sameDay: today
            case .within(let length): length.value.start(before: today)
            }
        return start.adding(days: -31)
    }

    /// Whether two moments are close enough, with the earlier one first.
    ///
    /// Minutes and hours count from when rows were first seen, because the bank dates by day (D14).
    /// From a day on, the bank's days count: `within 2 days` means at most two days apart.
    func isClose(_ earlier: RepeatMoment, _ later: RepeatMoment) -> Bool {
        guard case .within(let length) = closeness else { return true }
        if let seconds = length.value.fixedSeconds {
            return later.seen.timeIntervalSince(earlier.seen) <= Double(seconds)
        }
        return later.day <= earlier.day.adding(length.value)
    }

    /// Whether moments are times of first sight rather than the bank's days.
    var countsFirstSight: Bool {
        guard case .within(let length) = closeness else { return false }
        return length.value.fixedSeconds != nil
    }
}

/// When a transaction happened, as far as a repetition can know.
struct RepeatMoment: Sendable {
    /// The bank's date of the transaction.
    let day: CalendarDay
    let seen: Date

    /// Takes the moment from a transaction.
    ///
    /// - Parameter start: when the account was first read.
    init(_ transaction: Transaction, since start: Date?, zone: TimeZone) {
        day = transaction.transactionDate
        seen = day.sight(transaction.firstSeen, baseline: start, in: zone)
    }
}

extension CalendarSpan {
    /// The first day inside a length of time that ends on a day.
    fileprivate func start(before day: CalendarDay) -> CalendarDay {
        guard fixedSeconds == nil else { return day.adding(days: -1 - min(count, 1_000_000) / 24) }
        return day.adding(back)
    }
}

/// The properties that similar transactions share; only those with equal keys are counted together.
struct RepeatKey: Sendable, Hashable {
    /// The account, unless the sentence counts all accounts together.
    var account: UUID?
    /// The currency; amounts in different currencies are never compared.
    var currency: Currency
    /// The signed amount in minor units, for `of the same amount`.
    var amount: Int64?
    /// The merchant's key, for `at the same merchant`.
    var merchant: FoldedText?
    /// The day number, for `on the same day`.
    var day: Int?
}
