public import Foundation

/// Which transactions to select; a condition that is `nil` or empty does not narrow the selection.
public struct TransactionFilter: Sendable, Hashable {
    public var account: UUID?
    /// Not before this day.
    public var from: CalendarDay?
    /// Not after this day.
    public var to: CalendarDay?
    /// Only with this text in the bank's text, the description, or the name of the merchant or the
    /// counterparty.
    ///
    /// Texts are compared as rules compare them (``FoldedText``).
    public var text: String?
    /// Only in one of these states; empty for any.
    public var statuses: Set<TransactionStatus>
    /// Only of more than this amount, in either direction, and only in its currency.
    public var over: Money?
    /// Only of less than this amount, in either direction, and only in its currency.
    public var under: Money?
    /// Only of one of these kinds; empty for any.
    public var types: Set<TransactionType>
    /// Only with a merchant code in one of these ranges; empty for any, also for none.
    public var merchantCodes: [ClosedRange<Int16>]

    public init(
        account: UUID? = nil, from: CalendarDay? = nil, to: CalendarDay? = nil, text: String? = nil,
        statuses: Set<TransactionStatus> = [], over: Money? = nil, under: Money? = nil,
        types: Set<TransactionType> = [], merchantCodes: [ClosedRange<Int16>] = []
    ) {
        self.account = account
        self.from = from
        self.to = to
        self.text = text
        self.statuses = statuses
        self.over = over
        self.under = under
        self.types = types
        self.merchantCodes = merchantCodes
    }
}

extension TransactionFilter {
    /// The folded texts of a transaction in which ``text`` is searched.
    public static func searchedTexts(of transaction: Transaction) -> [FoldedText] {
        [
            FoldedText(transaction.originalTransactionDescription),
            FoldedText(transaction.transactionDescription),
            FoldedText(transaction.merchantName), FoldedText(transaction.counterparty?.name),
        ]
    }

    /// Whether a transaction matches all conditions except ``text``.
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
