import Finance
import Foundation
import GRDB

extension Account: QueriedModel {
    static let table = "account r"
    static let presence: String? = nil
    static let accountColumn = "r.id"
    static let dayColumn: String? = nil
    static let lastOrder = "r.source, r.displayName, r.id"
    static var shape: ModelShape { .accounts }
    static var orders: [QueryOrder<Account>] {
        QueryOrder.text(\.displayName, "r.displayName")
            + QueryOrder.text(\.institutionName, "r.source")
            + QueryOrder.text(\.currencyCode, "r.currency")
            + QueryOrder.text(\.accountDescription, "r.accountDescription")
            + [QueryOrder<Account>(\.id, "r.id")]
    }
}

extension AccountBalance: QueriedModel {
    static let table = "accountBalance r"
    static let presence: String? = nil
    static let accountColumn = "r.accountID"
    static let dayColumn: String? = "(r.asOfMs / 86400000)"
    static let lastOrder = "r.asOfMs DESC, r.accountID"
    static var shape: ModelShape { .accountBalances }
    static var orders: [QueryOrder<AccountBalance>] {
        let asOf = ModelShape.newestFigure
        return [
            QueryOrder<AccountBalance>(\.asOfDate, asOf),
            QueryOrder<AccountBalance>(\.accountID, "r.accountID"),
            QueryOrder<AccountBalance>(\.currentBalance.asOfDate, ModelShape.bookedFirst),
        ]
    }
}

extension Transaction: QueriedModel {
    static let table = "transactionRecord r"
    static let presence: String? = "r.isGone = 0"
    static let accountColumn = "r.accountID"
    static let dayColumn: String? = "r.day"
    static let lastOrder = "r.day DESC, r.firstSeenMs DESC, r.id DESC"
    static var shape: ModelShape { .transactions }
    static var orders: [QueryOrder<Transaction>] {
        let texts =
            QueryOrder<Transaction>.text(\.transactionDescription, "r.description")
            + QueryOrder.text(\.originalTransactionDescription, "r.originalDescription")
            + QueryOrder.text(\.merchantName, "r.merchantName")
        return texts + [
            QueryOrder<Transaction>(\.transactionDate, "r.day"),
            QueryOrder<Transaction>(\.postedDate, "r.postedDay"),
            QueryOrder<Transaction>(\.firstSeen, "r.firstSeenMs"),
            QueryOrder<Transaction>(\.id, "r.id"),
            QueryOrder<Transaction>(\.accountID, "r.accountID"),
            QueryOrder<Transaction>(\.transactionAmount.minorUnits, "r.amountMinor"),
            QueryOrder<Transaction>(\.signedAmount.minorUnits, ModelShape.signedAmount),
        ]
    }
}
