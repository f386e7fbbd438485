import Foundation
import SaldovaktKit

let store = try FinanceStore.open(folder: FinanceStore.usualFolder, reader: ReaderName("budget"))
var saved: [UUID: HistoryToken] = [:]  // keep them in a file from run to run
for account in try await store.accounts(query: AccountQuery()) {
    let history = store.transactionHistory(
        forAccountID: account.id, since: saved[account.id], isMonitoring: false)
    for try await change in history {
        for transaction in change.inserted + change.updated {
            print(transaction.transactionDate, transaction.signedAmount, transaction.status)
        }
        saved[account.id] = change.newToken  // after the work: a crash repeats a page, skips none
    }
}
