import Finance
import Foundation
import GRDB

/// A model that snapshot queries read.
protocol QueriedModel: HistoryModel {
    /// Its table, as `r`.
    static var table: String { get }
    /// Which rows of the table are there at all; `nil` for all.
    static var presence: String? { get }
    /// The expression of the account that a row belongs to.
    static var accountColumn: String { get }
    /// The expression of the day by which a row is shown or hidden; `nil` if it has none.
    static var dayColumn: String? { get }
    /// The order of rows that a query leaves open, which makes pages repeatable.
    static var lastOrder: String { get }
    /// Which properties are which columns.
    static var shape: ModelShape { get }
    /// The orders that the database knows.
    static var orders: [QueryOrder<Self>] { get }
}

/// An order that the database knows: a sort descriptor in both directions, and the same in SQL.
///
/// Both are made and compared as they are: changing the `order` of a descriptor does not change
/// what it does in Foundation for Linux (seen with Swift 6.3.1).
struct QueryOrder<Model> {
    // A list, not two properties: a generic type that holds a descriptor itself asks the optimizer
    // for a symbol that Foundation keeps to itself, and does not link (seen with Swift 6.3.1).
    /// From small to large, and from large to small.
    let descriptors: [SortDescriptor<Model>]
    let sql: String

    /// The term of an `ORDER BY` that does what a descriptor wants; `nil` if this order does not.
    func term(for wanted: SortDescriptor<Model>) -> String? {
        descriptors.firstIndex(of: wanted).map { sql + Self.directions[$0] }
    }

    private init(descriptors: [SortDescriptor<Model>], sql: String) {
        self.descriptors = descriptors
        self.sql = sql
    }

    /// An order by anything comparable that compares in SQL as in Swift.
    init<Value: Comparable>(_ path: any KeyPath<Model, Value> & Sendable, _ sql: String) {
        self.init(
            descriptors: [SortDescriptor(path), SortDescriptor(path, order: .reverse)], sql: sql)
    }

    /// An order by something that may be missing.
    init<Value: Comparable>(_ path: any KeyPath<Model, Value?> & Sendable, _ sql: String) {
        self.init(
            descriptors: [SortDescriptor(path), SortDescriptor(path, order: .reverse)], sql: sql)
    }

    /// As SQL has them, beside `descriptors`.
    private static var directions: [String] { [" ASC", " DESC"] }

    /// Both orders of a text: Swift's own, and that of Foundation's comparator without a locale.
    static func text(
        _ path: any KeyPath<Model, String> & Sendable, _ sql: String
    ) -> [QueryOrder] {
        texts(
            [
                SortDescriptor(path), SortDescriptor(path, order: .reverse),
                SortDescriptor(path, comparator: .lexical),
                SortDescriptor(path, comparator: .lexical, order: .reverse),
            ], sql)
    }

    /// Both orders of a text that may be missing.
    static func text(
        _ path: any KeyPath<Model, String?> & Sendable, _ sql: String
    ) -> [QueryOrder] {
        texts(
            [
                SortDescriptor(path), SortDescriptor(path, order: .reverse),
                SortDescriptor(path, comparator: .lexical),
                SortDescriptor(path, comparator: .lexical, order: .reverse),
            ], sql)
    }

    private static func texts(
        _ all: [SortDescriptor<Model>], _ sql: String
    ) -> [QueryOrder] {
        zip([all.prefix(2), all.suffix(2)], TextOrder.allCases).map {
            QueryOrder(descriptors: Array($0), sql: "\(sql) COLLATE \($1.rawValue)")
        }
    }
}

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
    static let dayColumn: String? = "r.day"
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
