@testable import Store

/// The statements whose cost may not grow with what is stored, by what they answer.
enum SQLStatements {
    /// Their texts.
    static let bounded: [String: String] = [
        "accounts of a source": AccountRow.selectOfSource,
        "newest balances": BalanceRow.selectNewest,
        "balances since": BalanceRow.selectSince,
        "recent records": ReconciliationInputReader.selectRecent,
        "open reservations": ReconciliationInputReader.selectOpen,
        "transactions since": TransactionReader.selectSince,
        "page of transactions": TransactionReader.selectPage,
        "page of an account": TransactionReader.selectPageOfAccount,
        "portion of the history": StoredTransactionReader.select,
        "one record": TransactionReader.selectRecord,
        "due entries": OutboxRow.selectDue,
        "waiting entries": OutboxRow.selectWaiting,
        "next due": OutboxRow.selectNextDue,
        "entries in a state": OutboxRow.selectInState,
        "line of an alert": OutboxRow.selectLine,
        "last firing": OutboxRow.selectPastFire,
        "last sent reminder": OutboxRow.selectSentReminder,
    ]
}
