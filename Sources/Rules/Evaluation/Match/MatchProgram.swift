import Finance
import Foundation

/// The conditions of a noun and its filters that a transaction must match, in flat form.
///
/// Everything of variable size is in the shared ``MatchPool``. A program contains only plain
/// numbers, so that many programs in one array are run without touching a reference count.
struct MatchProgram: Sendable, Hashable {
    var kinds: TransactionKinds
    /// The smallest amount without sign, in thousandths, inclusive.
    var lower = Int64.min
    /// The largest amount without sign, in thousandths, inclusive.
    var upper = Int64.max
    /// The index of the currency that the sentence gives its amounts; −1 without one.
    var currency: Int32 = -1
    /// The index of the currency of `in NOK`; −1 without such a filter.
    var madeIn: Int32 = -1
    /// Whether the transaction must be made in another currency than the account's.
    var isForeign = false
    /// Whether own transfers are excluded.
    var exceptsOwnTransfers = false
    /// The index of the selector of accounts; −1 means every account.
    var accounts: Int32 = -1
    /// The range of the text tests, all of which must be true.
    var tests: Range<Int32> = 0..<0
    /// The range of the categories, one of which must match if there are any.
    var categories: Range<Int32> = 0..<0

    /// Whether a transaction matches all conditions; cheap tests come first.
    func matches(_ subject: MatchSubject, _ pool: inout MatchPool) -> Bool {
        matchesAmount(subject.transaction.transactionAmount, pool)
            && matchesBesidesAmount(subject, &pool)
    }

    /// Whether an amount without sign is inside the limits.
    func matchesAmount(_ amount: Money, _ pool: MatchPool) -> Bool {
        if currency >= 0, pool.currencies[Int(currency)] != amount.currency { return false }
        guard lower > .min || upper < .max else { return true }
        let thousandths = Self.thousandths(amount)
        return lower <= thousandths && thousandths <= upper
    }

    /// Whether everything but the amount matches.
    func matchesBesidesAmount(_ subject: MatchSubject, _ pool: inout MatchPool) -> Bool {
        let transaction = subject.transaction
        guard kinds.contains(transaction), transaction.status.isReal,
            !(exceptsOwnTransfers && transaction.isOwnTransfer),
            accounts < 0 || pool.selected.includes(transaction.accountID, accounts),
            matchesCurrency(transaction, pool), matchesCategory(transaction, pool)
        else { return false }
        for test in tests where !pool.holds(Int(test), subject) { return false }
        return true
    }

    private func matchesCurrency(_ transaction: Transaction, _ pool: MatchPool) -> Bool {
        guard isForeign || madeIn >= 0 else { return true }
        let made = transaction.currencyMade
        if isForeign, made == transaction.currency { return false }
        return madeIn < 0 || pool.currencies[Int(madeIn)] == made
    }

    /// Whether the category of a transaction decides.
    func readsCategory(_ pool: MatchPool) -> Bool {
        !categories.isEmpty
            || tests.contains { test in
                if case .category = pool.tests[Int(test)].field { true } else { false }
            }
    }

    private func matchesCategory(_ transaction: Transaction, _ pool: MatchPool) -> Bool {
        guard !categories.isEmpty else { return true }
        guard let code = transaction.merchantCategoryCode else { return false }
        for index in categories where pool.categories[Int(index)].contains(code) { return true }
        return false
    }

    /// The amount in thousandths; the largest number if the result does not fit.
    static func thousandths(_ amount: Money) -> Int64 {
        let (minorUnits, decimals) = (amount.minorUnits, amount.currency.minorUnitDigits)
        // The last of four decimals is cut off.
        guard decimals < 3 else { return decimals == 3 ? minorUnits : minorUnits / 10 }
        let factor: Int64 = decimals == 2 ? 10 : decimals == 1 ? 100 : 1_000
        let (value, overflow) = minorUnits.multipliedReportingOverflow(by: factor)
        return overflow ? .max : value
    }
}

/// A transaction prepared for many programs, so that its texts are looked up only once.
struct MatchSubject: Sendable {
    /// The numbers of a transaction's texts.
    struct Texts: Sendable, Hashable {
        /// The number of the merchant's name.
        var merchant = TextCache.none
        /// The number of the bank's unmodified text.
        var original = TextCache.none
        /// The number of the friendly text.
        var description = TextCache.none
        /// The number of the counterparty's name.
        var counterparty = TextCache.none
    }

    let transaction: Transaction
    let texts: Texts
    /// The account of the other half of an own transfer, if it came with this one.
    var otherAccount: UUID?
}

extension Transaction {
    /// The account's own currency.
    var currency: Currency { transactionAmount.currency }

    /// The currency in which the transaction was made.
    var currencyMade: Currency { foreignAmount?.amount.currency ?? currency }
}

extension TransactionStatus {
    /// Whether money moves or is about to, unlike in a refusal or a mere remark.
    var isReal: Bool { self == .booked || isReservation }
}
