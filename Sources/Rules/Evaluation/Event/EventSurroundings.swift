import Finance
import Foundation

/// What rules on events look at besides the transaction itself, as of one poll.
struct EventSurroundings: Sendable {
    /// The accounts of every selector of the pool; `nil` stands for all.
    let accounts: [Set<UUID>?]
    /// What is known of earlier transactions, this poll's included.
    let history: HistoryTable
    /// Everything known after the poll.
    let facts: Facts

    /// Whether a transaction is as its history has to be.
    func holds(_ need: HistoryNeed, _ transaction: Transaction) -> Bool {
        holds(need, transaction, amount: transaction.transactionAmount)
    }

    /// The same with another amount in its place.
    func holds(_ need: HistoryNeed, _ transaction: Transaction, amount: Money) -> Bool {
        guard need.isAny else { return true }
        let account = facts.accounts[transaction.accountID]
        return history.holds(need, transaction, amount: amount, since: account?.firstSeen)
    }
}
