public import Finance

extension TransactionFilter {
    /// The texts of a transaction that ``text`` is looked for in, folded.
    public static func searchedTexts(of transaction: Transaction) -> [FoldedText] {
        [
            FoldedText(transaction.originalTransactionDescription),
            FoldedText(transaction.transactionDescription),
            FoldedText(transaction.merchantName), FoldedText(transaction.counterparty?.name),
        ]
    }

    /// Whether everything but ``text`` lets a transaction through.
    public func acceptsApartFromText(_ transaction: Transaction) -> Bool {
        let day = transaction.transactionDate
        if let account, transaction.accountID != account { return false }
        if let from, day < from { return false }
        if let to, day > to { return false }
        guard statuses.isEmpty || statuses.contains(transaction.status),
            types.isEmpty || types.contains(transaction.transactionType)
        else { return false }
        return acceptsAmount(transaction.transactionAmount)
            && acceptsCode(transaction.merchantCategoryCode)
    }

    private func acceptsAmount(_ amount: Money) -> Bool {
        if let over {
            guard over.currency == amount.currency, amount.minorUnits > over.minorUnits
            else { return false }
        }
        guard let under else { return true }
        return under.currency == amount.currency && amount.minorUnits < under.minorUnits
    }

    private func acceptsCode(_ code: MerchantCategoryCode?) -> Bool {
        guard !merchantCodes.isEmpty else { return true }
        guard let code else { return false }
        return merchantCodes.contains { $0.contains(code.rawValue) }
    }
}
