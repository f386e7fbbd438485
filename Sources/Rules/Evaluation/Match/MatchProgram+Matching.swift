import Finance
import Foundation

extension MatchProgram {
    /// Whether a transaction matches in everything; cheap tests come first.
    ///
    /// - Parameter accounts: the accounts of each selector of the pool; `nil` is every account.
    func matches(
        _ subject: MatchSubject, _ pool: inout MatchPool, accounts: [Set<UUID>?]
    ) -> Bool {
        matchesAmount(subject.transaction.transactionAmount, pool)
            && matchesBesidesAmount(subject, &pool, accounts: accounts)
    }

    /// Whether an amount without sign lies inside the limits.
    func matchesAmount(_ amount: Money, _ pool: MatchPool) -> Bool {
        if currency >= 0, pool.currencies[Int(currency)] != amount.currency { return false }
        guard lower > .min || upper < .max else { return true }
        let thousandths = Self.thousandths(amount)
        return lower <= thousandths && thousandths <= upper
    }

    /// Whether everything but the amount matches.
    func matchesBesidesAmount(
        _ subject: MatchSubject, _ pool: inout MatchPool, accounts: [Set<UUID>?]
    ) -> Bool {
        let transaction = subject.transaction
        guard kinds.contains(transaction), transaction.status.isReal,
            !(exceptsOwnTransfers && transaction.isOwnTransfer)
        else { return false }
        if self.accounts >= 0, let selected = accounts[Int(self.accounts)],
            !selected.contains(transaction.accountID)
        {
            return false
        }
        guard matchesCurrency(transaction, pool), matchesCategory(transaction, pool) else {
            return false
        }
        for test in tests where !pool.holds(Int(test), subject) { return false }
        return true
    }

    private func matchesCurrency(_ transaction: Transaction, _ pool: MatchPool) -> Bool {
        let own = transaction.transactionAmount.currency
        let made = transaction.foreignAmount?.amount.currency ?? own
        if isForeign, made == own { return false }
        return madeIn < 0 || pool.currencies[Int(madeIn)] == made
    }

    private func matchesCategory(_ transaction: Transaction, _ pool: MatchPool) -> Bool {
        guard !categories.isEmpty else { return true }
        guard let code = transaction.merchantCategoryCode else { return false }
        for index in categories where pool.categories[Int(index)].contains(code) { return true }
        return false
    }

    /// Whether it looks at amounts.
    var hasLimits: Bool { lower > .min || upper < .max || currency >= 0 }

    /// The amount in thousandths; the largest number for what does not fit.
    static func thousandths(_ amount: Money) -> Int64 {
        thousandths(amount.minorUnits, decimals: amount.currency.minorUnitDigits)
    }

    /// The thousandths of an amount without sign, in a currency with so many decimals.
    static func thousandths(_ minorUnits: Int64, decimals: Int) -> Int64 {
        // Of four decimals the last one is cut off.
        guard decimals < 3 else { return decimals == 3 ? minorUnits : minorUnits / 10 }
        let (value, overflow) = minorUnits.multipliedReportingOverflow(
            by: [1_000, 100, 10][max(0, decimals)])
        return overflow ? .max : value
    }
}

extension TransactionStatus {
    /// Whether money moves or is about to: neither a refusal nor a mere remark.
    var isReal: Bool { self == .booked || isReservation }
}
