import Finance
import Foundation
import GRDB

/// A model with a stream of changes in the database.
protocol HistoryModel: Identifiable, Sendable where ID == UUID {
    /// The kind of its stream.
    static var streamKind: HistoryStream.Kind { get }
    /// Its columns, those of an alias `r`.
    static var historyColumns: String { get }
    /// How many columns those are.
    static var historyColumnCount: Int { get }
    /// Joins its table as `r` to the row of a change under that alias.
    static func historyJoin(_ change: String) -> String

    /// The name of its table.
    static var historyTable: String { get }

    /// Reads the columns.
    static func read(_ reader: inout RowReader) throws -> Self
    /// Reads what a change names, and the account, as the identifier.
    static func identifier(_ reader: inout RowReader) throws -> UUID
    /// The number of the day by which it is shown or hidden.
    var visibleDay: Int { get }
}

extension HistoryModel {
    /// Reads the columns of a row.
    static func read(_ row: Row) throws -> Self {
        var reader = RowReader(row, table: historyTable)
        return try read(&reader)
    }

    /// The identifier where changes name things by their identifier.
    static func identifier(_ reader: inout RowReader) throws -> UUID {
        let id = try reader.next(UUID.self)
        reader.skip()
        return id
    }
}

extension Transaction: HistoryModel {
    static let historyTable = "transactionRecord"
    static let streamKind = HistoryStream.Kind.transactions
    static let historyColumns = TransactionRow.columns
    static let historyColumnCount = TransactionRow.columns.split(separator: ",").count

    static func historyJoin(_ change: String) -> String {
        "LEFT JOIN transactionRecord r ON r.id = \(change).entity"
    }

    static func read(_ reader: inout RowReader) throws -> Transaction {
        try TransactionRow.transaction(&reader)
    }

    var visibleDay: Int { transactionDate.dayNumber }
}

extension AccountBalance: HistoryModel {
    static let historyTable = "accountBalance"
    static let streamKind = HistoryStream.Kind.accountBalances
    static let historyColumns = BalanceRow.columns
    static let historyColumnCount = BalanceRow.columns.split(separator: ",").count

    static func historyJoin(_ change: String) -> String {
        "LEFT JOIN accountBalance r "
            + "ON r.accountID = \(change).accountID AND r.asOfMs = \(change).entity"
    }

    static func read(_ reader: inout RowReader) throws -> AccountBalance {
        try BalanceRow.balance(&reader)
    }

    static func identifier(_ reader: inout RowReader) throws -> UUID {
        let instant = try reader.next(Int64.self)
        return identifier(account: try reader.next(), milliseconds: instant)
    }

    var visibleDay: Int { day.dayNumber }
}

extension Account: HistoryModel {
    static let historyTable = "account"
    static let streamKind = HistoryStream.Kind.accounts
    static let historyColumns = AccountRow.columns.split(separator: ",")
        .map { "r." + $0.filter { !$0.isWhitespace } }.joined(separator: ", ")
    static let historyColumnCount = AccountRow.columns.split(separator: ",").count

    static func historyJoin(_ change: String) -> String {
        "LEFT JOIN account r ON r.id = \(change).entity"
    }

    static func read(_ reader: inout RowReader) throws -> Account {
        try AccountRow.account(&reader)
    }

    /// Accounts have no day: they are shown or hidden as a whole.
    var visibleDay: Int { 0 }
}
