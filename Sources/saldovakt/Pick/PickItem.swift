import Finance
import Store

/// A transaction that can be picked, with what is looked for in it.
struct PickItem: Sendable {
    /// The transaction and its account, as they are printed.
    let line: TransactionText.Line
    private let texts: [FoldedText]

    /// Folds the texts once, so that every key finds them ready.
    init(_ line: TransactionText.Line) {
        self.line = line
        texts =
            TransactionFilter.searchedTexts(of: line.transaction)
            + [FoldedText(line.account?.displayName)]
    }

    /// Whether a query lets it through: each word somewhere, and all filters.
    func matches(_ query: PickQuery) -> Bool {
        let transaction = line.transaction
        guard query.filter.acceptsApartFromText(transaction) else { return false }
        if let accounts = query.accounts, !accounts.contains(transaction.accountID) { return false }
        return query.words.allSatisfy { word in texts.contains { $0.contains(word) } }
    }
}
