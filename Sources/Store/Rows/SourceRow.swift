import Finance
import Foundation
import GRDB

/// What is known of a bank connection, as its table has it.
struct SourceRow: FetchableRecord, PersistableRecord {
    static let databaseTableName = "source"
    private static let select = """
        SELECT id, lastSuccessMs, lastCompleteMs, lastAttemptMs, failingSinceMs,
            failureKind, failureProblem, failureFix, scheduledAtMs
        FROM source
        """

    /// The source, without the items that are scheduled.
    let source: SourceFacts

    init(_ source: SourceFacts) { self.source = source }

    init(row: Row) throws {
        var reader = RowReader(row, table: "source")
        var source = SourceFacts(
            id: try reader.next(), lastSuccess: try reader.nextOptionalInstant(),
            lastComplete: try reader.nextOptionalInstant(),
            lastAttempt: try reader.nextOptionalInstant(),
            failingSince: try reader.nextOptionalInstant())
        let kind = try reader.next(String?.self).flatMap(SourceFailure.Kind.init(rawValue:))
        let problem = try reader.next(String?.self) ?? ""
        let fix = try reader.next(String?.self) ?? ""
        source.failure = kind.map { SourceFailure(kind: $0, problem: problem, fix: fix) }
        source.scheduled = try reader.nextOptionalInstant().map {
            ScheduledItems(items: [], readAt: $0)
        }
        self.source = source
    }

    func encode(to row: inout PersistenceContainer) {
        row["id"] = source.id
        row["lastSuccessMs"] = source.lastSuccess?.milliseconds
        row["lastCompleteMs"] = source.lastComplete?.milliseconds
        row["lastAttemptMs"] = source.lastAttempt?.milliseconds
        row["failingSinceMs"] = source.failingSince?.milliseconds
        row["failureKind"] = source.failure?.kind.rawValue
        row["failureProblem"] = source.failure?.problem
        row["failureFix"] = source.failure?.fix
        row["scheduledAtMs"] = source.scheduled?.readAt.milliseconds
    }

    static func readAll(from database: Database) throws -> [SourceFacts] {
        let sources = try UnreadableRows.all(select, from: database) {
            try SourceRow(row: $0).source
        }
        return try sources.map { source in
            var source = source
            guard source.scheduled != nil else { return source }
            source.scheduled?.items = try ScheduledRow.read(source: source.id, from: database)
            return source
        }
    }
}

/// A list that each complete answer of a bank replaces.
protocol ReplacedRow: FetchableRecord, PersistableRecord {
    associatedtype Item: Equatable
    var item: Item { get }
    static var columns: String { get }
    /// Takes an item to write it at its place in the bank's list.
    init(_ item: Item, source: String, position: Int)
}

extension ReplacedRow {
    /// Reads the items of one source in the bank's order.
    static func read(source: String, from database: Database) throws -> [Item] {
        let sql = "SELECT \(columns) FROM \(databaseTableName) WHERE source = ? ORDER BY position"
        return try UnreadableRows.all(sql, [source], from: database) { try Self(row: $0).item }
    }

    /// Replaces the items of one source; writes nothing if they are the same.
    static func replace(_ items: [Item], of source: String, in database: Database) throws {
        guard try read(source: source, from: database) != items else { return }
        try database.run("DELETE FROM \(databaseTableName) WHERE source = ?", [source])
        for (position, item) in items.enumerated() {
            try Self(item, source: source, position: position).insert(database)
        }
    }
}

/// A scheduled item, as its table has it.
struct ScheduledRow: ReplacedRow {
    static let databaseTableName = "scheduledItem"
    static let columns = "bankAccountID, id, amountMinor, currency, dueDay, text, kind"

    let item: ScheduledItem
    private var source = ""
    private var position = 0

    init(_ item: ScheduledItem, source: String, position: Int) {
        self.item = item
        self.source = source
        self.position = position
    }

    init(row: Row) throws {
        var reader = RowReader(row, table: "scheduledItem")
        item = ScheduledItem(
            bankAccountID: try reader.next(), id: try reader.next(),
            amount: try reader.nextMoney(), due: try reader.nextDay(),
            text: try reader.next(), kind: try reader.nextCase())
    }

    func encode(to row: inout PersistenceContainer) {
        row["source"] = source
        row["position"] = position
        row["bankAccountID"] = item.bankAccountID
        row["id"] = item.id
        row["amountMinor"] = item.amount.minorUnits
        row["currency"] = item.amount.currency.code
        row["dueDay"] = item.due.dayNumber
        row["text"] = item.text
        row["kind"] = item.kind.rawValue
    }
}

/// A payment card, as its table has it.
struct CardRow: ReplacedRow {
    static let databaseTableName = "paymentCard"
    static let columns = "id, number, scheme, product, status, accountNumber, lastDay"

    let item: PaymentCard
    private var source = ""
    private var position = 0

    init(_ item: PaymentCard, source: String, position: Int) {
        self.item = item
        self.source = source
        self.position = position
    }

    init(row: Row) throws {
        var reader = RowReader(row, table: "paymentCard")
        item = PaymentCard(
            id: try reader.next(), number: try reader.next(), scheme: try reader.next(),
            product: try reader.next(), status: try reader.nextCase(),
            accountNumber: try (reader.next() as String?).map { AccountNumber($0) },
            lastDay: try reader.nextOptionalDay())
    }

    func encode(to row: inout PersistenceContainer) {
        row["source"] = source
        row["position"] = position
        row["id"] = item.id
        row["number"] = item.number
        row["scheme"] = item.scheme
        row["product"] = item.product
        row["status"] = item.status.rawValue
        row["accountNumber"] = item.accountNumber?.digits
        row["lastDay"] = item.lastDay?.dayNumber
    }
}
