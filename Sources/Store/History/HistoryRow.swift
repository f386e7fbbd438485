import Finance
import Foundation
import GRDB

/// A model with a stream of changes in the database.
protocol HistoryModel: Identifiable, Sendable where ID == UUID {
    static var streamKind: HistoryStream.Kind { get }
    /// Its columns, those of an alias `r`.
    static var historyColumns: String { get }
    static var historyColumnCount: Int { get }
    /// Joins its table as `r` to the row of a change under that alias.
    static func historyJoin(_ change: String) -> String

    static var historyTable: String { get }

    static func read(_ reader: inout RowReader) throws -> Self
    /// Reads what a change names, and the account, as the identifier.
    static func identifier(_ reader: inout RowReader) throws -> UUID
    /// The number of the day by which it is shown or hidden.
    var visibleDay: Int { get }
}

extension HistoryModel {
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

/// A row of the table of changes, with what it is about if that can still be read.
struct HistoryRow<Model: HistoryModel>: FetchableRecord {
    /// What happened; the raw values are those of the table.
    enum Event: Int {
        case inserted = 1
        case updated = 2
        case deleted = 3
    }

    let sequence: Int64
    let id: UUID
    let event: Event
    /// The number of its day afterwards.
    let day: Int
    /// The number of its day before.
    let dayBefore: Int
    let reason: DeletionReason?
    /// The thing as it is now, or was at its end; `nil` if nothing is kept of it.
    let model: Model?

    /// The columns that are read, after those of the model.
    static var columns: String {
        "\(Model.historyColumns), c.sequence, c.entity, c.accountID, c.event, c.day, "
            + "c.dayBefore, c.reason"
    }

    /// Reads a row with ``columns``.
    init(row: Row) throws {
        var reader = RowReader(row, table: "change", from: Model.historyColumnCount)
        sequence = try reader.next()
        id = try Model.identifier(&reader)
        guard let event = Event(rawValue: try reader.next(Int.self)) else {
            throw RowProblem(table: "change", problem: "an unknown event")
        }
        self.event = event
        day = try reader.next()
        dayBefore = try reader.next()
        reason = try reader.next(String?.self).flatMap(DeletionReason.init(rawValue:))
        var columns = RowReader(row, table: Model.historyTable)
        model = columns.isNull ? nil : try UnreadableRows.read { try Model.read(&columns) }
    }
}

/// What one reading of a stream gives.
struct HistoryPage<Model: HistoryModel>: Sendable {
    var inserted: [Model] = []
    var updated: [Model] = []
    var deleted: [UUID] = []
    var reasons: [UUID: DeletionReason] = [:]
    /// Where the next reading continues.
    var place: HistoryPlace
    /// Whether there is nothing more.
    var isCaughtUp = false

    init(at place: HistoryPlace) {
        self.place = place
    }

    var isEmpty: Bool { inserted.isEmpty && updated.isEmpty && deleted.isEmpty }

    /// The changes as readers get them.
    var changes: HistoryChanges<Model> {
        HistoryChanges(
            inserted: inserted, updated: updated, deleted: deleted, deletionReasons: reasons,
            newToken: HistoryToken(place))
    }

    mutating func delete(_ id: UUID, _ reason: DeletionReason) {
        deleted.append(id)
        reasons[id] = reason
    }
}
