import Finance
import Foundation
import GRDB

/// A model with a table, a stream of changes and queries.
protocol StoredModel: Identifiable, Sendable where ID == UUID {
    static var dataType: BackgroundDataType { get }
    static var table: String { get }
    /// Its columns in the order in which ``read(_:)`` takes them, those of an alias `r`.
    static var columns: String { get }
    /// A condition that a row of its table, as `r`, is the one that a change under an alias refers
    /// to.
    static func isOf(_ change: String) -> String
    static func read(_ reader: inout RowReader) throws -> Self
    /// Reads the identifier that a change refers to, for accounts the account's.
    static func identifier(_ reader: inout RowReader) throws -> UUID
    /// The number of the day by which it is shown or hidden.
    var visibleDay: Int { get }

    /// A condition that a row exists; `nil` if all do.
    static var presence: String? { get }
    /// The expression of the account that a row belongs to.
    static var accountColumn: String { get }
    /// The expression of the day by which a row is shown or hidden; `nil` if it has none.
    static var dayColumn: String? { get }
    /// The order among rows that a query leaves equal, which makes pages repeatable.
    static var lastOrder: String { get }
    static var shape: ModelShape.Group { get }
    /// The orders that the database knows.
    static var orders: [QueryOrder<Self>] { get }
}

extension StoredModel {
    static var presence: String? { nil }

    static func isOf(_ change: String) -> String { "r.id = \(change).entity" }

    static func identifier(_ reader: inout RowReader) throws -> UUID {
        let id = try reader.next(UUID.self)
        reader.skip()
        return id
    }
}

/// An order that the database supports: a sort descriptor in both directions, and the same in SQL.
struct QueryOrder<Model> {
    // A list, not two properties: a generic type that holds a descriptor itself asks the optimizer
    // for a symbol that Foundation keeps to itself, and does not link (seen with Swift 6.3.1).
    /// From small to large, and from large to small.
    let descriptors: [SortDescriptor<Model>]
    let sql: String

    /// An order by a value that SQL compares as the descriptor does.
    init(_ sql: String, _ descriptor: (SortOrder) -> SortDescriptor<Model>) {
        self.sql = sql
        descriptors = [.forward, .reverse].map(descriptor)
    }

    /// The `ORDER BY` term for a descriptor; `nil` if this order does not match it.
    func term(for wanted: SortDescriptor<Model>) -> String? {
        // One whose `order` was changed equals neither: Foundation for Linux also keeps, and compares
        // by, the order that it was made with (seen with Swift 6.3.1).
        let isKnown = [SortOrder.forward, .reverse].contains { order in
            var made = wanted
            made.order = order
            return descriptors.contains(made)
        }
        return isKnown ? sql + (wanted.order == .forward ? " ASC" : " DESC") : nil
    }

    /// Both orders of a text: Swift's own, and that of Foundation's comparator without a locale.
    static func text(_ path: any KeyPath<Model, String> & Sendable, _ sql: String) -> [QueryOrder] {
        [
            QueryOrder(sql + " COLLATE swiftCompare") { SortDescriptor(path, order: $0) },
            QueryOrder(sql + lexical) { SortDescriptor(path, comparator: .lexical, order: $0) },
        ]
    }

    /// Both orders of a text that may be missing.
    static func text(
        _ path: any KeyPath<Model, String?> & Sendable, _ sql: String
    ) -> [QueryOrder] {
        [
            QueryOrder(sql + " COLLATE swiftCompare") { SortDescriptor(path, order: $0) },
            QueryOrder(sql + lexical) { SortDescriptor(path, comparator: .lexical, order: $0) },
        ]
    }

    private static var lexical: String { " COLLATE \(TextFunctions.lexical.name)" }
}

extension Account: StoredModel {
    static let dataType = BackgroundDataType.accounts
    static let table = "account"
    static let accountColumn = "r.id"
    static let dayColumn: String? = nil
    static let lastOrder = "r.source, r.displayName, r.id"
    static var shape: ModelShape.Group { ModelShape.accounts }
    static var orders: [QueryOrder<Account>] {
        QueryOrder.text(\.displayName, "r.displayName")
            + QueryOrder.text(\.institutionName, "r.source")
            + QueryOrder.text(\.currencyCode, "r.currency")
            + QueryOrder.text(\.accountDescription, "r.accountDescription")
            + [QueryOrder("r.id") { SortDescriptor(\.id, order: $0) }]
    }

    /// Accounts have no day: they are shown or hidden as a whole.
    var visibleDay: Int { 0 }
}

extension AccountBalance: StoredModel {
    static let dataType = BackgroundDataType.accountBalances
    static let table = "accountBalance"
    static let accountColumn = "r.accountID"
    static let dayColumn: String? = "r.day"
    static let lastOrder = "r.asOfMs DESC, r.accountID"
    static var shape: ModelShape.Group { ModelShape.accountBalances }
    static var orders: [QueryOrder<AccountBalance>] {
        [
            QueryOrder(ModelShape.newestFigure) { SortDescriptor(\.asOfDate, order: $0) },
            QueryOrder("r.accountID") { SortDescriptor(\.accountID, order: $0) },
            QueryOrder(ModelShape.bookedFirst) {
                SortDescriptor(\.currentBalance.asOfDate, order: $0)
            },
        ]
    }

    static func isOf(_ change: String) -> String {
        "r.accountID = \(change).accountID AND r.asOfMs = \(change).entity"
    }

    static func identifier(_ reader: inout RowReader) throws -> UUID {
        let instant = try reader.next(Int64.self)
        return identifier(account: try reader.next(), milliseconds: instant)
    }

    var visibleDay: Int { day.dayNumber }
}

extension Transaction: StoredModel {
    static let dataType = BackgroundDataType.transactions
    static let table = "transactionRecord"
    static let presence: String? = "r.isGone = 0"
    static let accountColumn = "r.accountID"
    static let dayColumn: String? = "r.day"
    static let lastOrder = "r.day DESC, r.firstSeenMs DESC, r.id DESC"
    static var shape: ModelShape.Group { ModelShape.transactions }
    static var orders: [QueryOrder<Transaction>] {
        let texts =
            QueryOrder<Transaction>.text(\.transactionDescription, "r.description")
            + QueryOrder.text(\.originalTransactionDescription, "r.originalDescription")
            + QueryOrder.text(\.merchantName, "r.merchantName")
        return texts + [
            QueryOrder("r.day") { SortDescriptor(\.transactionDate, order: $0) },
            QueryOrder("r.postedDay") { SortDescriptor(\.postedDate, order: $0) },
            QueryOrder("r.firstSeenMs") { SortDescriptor(\.firstSeen, order: $0) },
            QueryOrder("r.id") { SortDescriptor(\.id, order: $0) },
            QueryOrder("r.accountID") { SortDescriptor(\.accountID, order: $0) },
            QueryOrder("r.amountMinor") {
                SortDescriptor(\.transactionAmount.minorUnits, order: $0)
            },
            QueryOrder(ModelShape.signedAmount) {
                SortDescriptor(\.signedAmount.minorUnits, order: $0)
            },
        ]
    }

    var visibleDay: Int { transactionDate.dayNumber }
}
