import Finance
import GRDB

/// Payment cards to and from their table.
enum CardRow {
    private static let delete = "DELETE FROM paymentCard WHERE source = ?"
    private static let insert = """
        INSERT INTO paymentCard (
            source, position, id, number, scheme, product, status, accountNumber, lastDay)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
        """
    private static let select = """
        SELECT id, number, scheme, product, status, accountNumber, lastDay
        FROM paymentCard WHERE source = ? ORDER BY position
        """

    /// Replaces the cards of one source; writes nothing if they are the same.
    ///
    /// - Returns: whether anything changed.
    static func replace(
        _ cards: [PaymentCard], of source: String, in database: Database
    ) throws -> Bool {
        guard try read(source: source, from: database) != cards else { return false }
        try database.cachedStatement(sql: delete).execute(arguments: [source])
        let statement = try database.cachedStatement(sql: insert)
        for (position, card) in cards.enumerated() {
            try statement.execute(arguments: [
                source, position, card.id, card.number, card.scheme, card.product,
                card.status.rawValue, card.accountNumber?.digits, card.lastDay?.dayNumber,
            ])
        }
        return true
    }

    /// Reads the cards of one source in the bank's order.
    static func read(source: String, from database: Database) throws -> [PaymentCard] {
        let statement = try database.cachedStatement(sql: select)
        let rows = try Row.fetchCursor(statement, arguments: [source])
        var cards: [PaymentCard] = []
        while let row = try rows.next() {
            var reader = RowReader(row, table: "paymentCard")
            cards.append(
                PaymentCard(
                    id: try reader.next(), number: try reader.next(), scheme: try reader.next(),
                    product: try reader.next(), status: try reader.nextCase(),
                    accountNumber: try (reader.next() as String?).map { AccountNumber($0) },
                    lastDay: try reader.nextOptionalDay()))
        }
        return cards
    }
}
