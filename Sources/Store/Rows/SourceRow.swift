import Finance
import Foundation
import GRDB

/// What is known of a bank connection, as its table has it: without the items that are scheduled.
struct SourceRow: PersistableRecord {
    static let databaseTableName = "source"
    private static let select = """
        SELECT id, lastSuccessMs, lastCompleteMs, lastAttemptMs, failingSinceMs,
            failureKind, failureProblem, failureFix, scheduledAtMs, signInExpiresMs
        FROM source
        """

    let source: SourceFacts

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
        row["signInExpiresMs"] = source.signInExpires?.milliseconds
    }

    static func readAll(from database: Database) throws -> [SourceFacts] {
        let sources = try UnreadableRows.all(select, table: "source", from: database, facts)
        return try sources.map { source in
            var source = source
            guard source.scheduled != nil else { return source }
            source.scheduled?.items = try BankLists.scheduledItems.read(
                source: source.id, from: database)
            return source
        }
    }

    private static func facts(_ reader: inout RowReader) throws -> SourceFacts {
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
        source.signInExpires = try reader.nextOptionalInstant()
        return source
    }
}

/// A list of a bank that each complete answer replaces, in the bank's order.
struct ListTable<Item: Equatable>: Sendable {
    fileprivate let name: String
    /// All but source and position, in the order in which items are read and written.
    fileprivate let columns: [String]
    fileprivate let item: @Sendable (inout RowReader) throws -> Item
    fileprivate let values: @Sendable (Item) -> StatementArguments

    func read(source: String, from database: Database) throws -> [Item] {
        let sql = """
            SELECT \(columns.joined(separator: ", ")) FROM \(name)
            WHERE source = ? ORDER BY position
            """
        return try UnreadableRows.all(sql, [source], table: name, from: database, item)
    }

    /// Replaces the items of one source; writes nothing if they are the same.
    func replace(_ items: [Item], of source: String, in database: Database) throws {
        guard try read(source: source, from: database) != items else { return }
        try database.run("DELETE FROM \(name) WHERE source = ?", [source])
        let all = ["source", "position"] + columns
        let sql = """
            INSERT INTO \(name) (\(all.joined(separator: ", ")))
            VALUES (\(all.map { _ in "?" }.joined(separator: ", ")))
            """
        for (position, item) in items.enumerated() {
            try database.run(sql, [source, position] + values(item))
        }
    }
}

/// Where scheduled items and payment cards are kept, each a list that an answer replaces.
enum BankLists {
    static let scheduledItems = ListTable<ScheduledItem>(
        name: "scheduledItem",
        columns: ["bankAccountID", "id", "amountMinor", "currency", "dueDay", "text", "kind"],
        item: { reader in
            ScheduledItem(
                bankAccountID: try reader.next(), id: try reader.next(),
                amount: try reader.nextMoney(), due: try reader.nextDay(),
                text: try reader.next(), kind: try reader.nextCase())
        },
        values: { item in
            [
                item.bankAccountID, item.id, item.amount.minorUnits, item.amount.currency.code,
                item.due.dayNumber, item.text, item.kind.rawValue,
            ]
        })

    static let paymentCards = ListTable<PaymentCard>(
        name: "paymentCard",
        columns: ["id", "number", "scheme", "product", "status", "accountNumber", "lastDay"],
        item: { reader in
            PaymentCard(
                id: try reader.next(), number: try reader.next(), scheme: try reader.next(),
                product: try reader.next(), status: try reader.nextCase(),
                accountNumber: try reader.next(String?.self).map(AccountNumber.init(_:)),
                lastDay: try reader.nextOptionalDay())
        },
        values: { card in
            [
                card.id, card.number, card.scheme, card.product, card.status.rawValue,
                card.accountNumber?.digits, card.lastDay?.dayNumber,
            ]
        })
}
