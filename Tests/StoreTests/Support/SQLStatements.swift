@testable import Store

/// The statements whose cost may not grow with what is stored, by what they answer.
enum SQLStatements {
    /// Their texts.
    static let bounded: [String: String] = [
        "accounts of a source": AccountRow.selectOfSource,
        "newest balances": BalanceRow.selectNewest,
        "balances since": BalanceRow.selectSince,
        "recent records": HoldingsReader.selectRecent,
        "open reservations": HoldingsReader.selectOpen,
        "transactions since": TransactionReader.selectSince,
        "page of transactions": TransactionReader.selectPage,
        "page of an account": TransactionReader.selectPageOfAccount,
        "portion of the history": StoredTransactionReader.select,
        "one record": TransactionReader.selectRecord,
        "due entries": OutboxReader.selectDue,
        "due parcels": OutboxReader.selectParcels,
        "waiting digest": OutboxKeeper.selectDigest,
        "oldest entries": OutboxKeeper.selectOldest,
        "next due": OutboxReader.selectNextDue,
        "entries in a state": OutboxReader.selectInState,
        "line of an alert": OutboxReader.selectLine,
        "last firing": OutboxReader.selectPastFire,
    ]
}
