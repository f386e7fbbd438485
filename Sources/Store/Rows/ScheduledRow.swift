import Finance
import GRDB

/// Scheduled items to and from their table.
enum ScheduledRow {
    private static let delete = "DELETE FROM scheduledItem WHERE source = ?"
    private static let insert = """
        INSERT INTO scheduledItem (
            source, position, bankAccountID, id, amountMinor, currency, dueDay, text, kind)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
        """
    private static let select = """
        SELECT bankAccountID, id, amountMinor, currency, dueDay, text, kind
        FROM scheduledItem WHERE source = ? ORDER BY position
        """

    /// Replaces the items of one source; writes nothing if they are the same.
    ///
    /// - Returns: whether anything changed.
    static func replace(
        _ items: [ScheduledItem], of source: String, in database: Database
    ) throws -> Bool {
        guard try read(source: source, from: database) != items else { return false }
        try database.cachedStatement(sql: delete).execute(arguments: [source])
        let statement = try database.cachedStatement(sql: insert)
        for (position, item) in items.enumerated() {
            try statement.execute(arguments: [
                source, position, item.bankAccountID, item.id, item.amount.minorUnits,
                item.amount.currency.code, item.due.dayNumber, item.text, item.kind.rawValue,
            ])
        }
        return true
    }

    /// Reads the items of one source in the bank's order.
    static func read(source: String, from database: Database) throws -> [ScheduledItem] {
        let statement = try database.cachedStatement(sql: select)
        let rows = try Row.fetchCursor(statement, arguments: [source])
        var items: [ScheduledItem] = []
        while let row = try rows.next() {
            var reader = RowReader(row, table: "scheduledItem")
            items.append(
                ScheduledItem(
                    bankAccountID: try reader.next(), id: try reader.next(),
                    amount: try reader.nextMoney(), due: try reader.nextDay(),
                    text: try reader.next(), kind: try reader.nextCase()))
        }
        return items
    }
}
