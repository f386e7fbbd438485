import Alerts
import Finance
import GRDB

/// Reads everything that is stored, portion by portion.
enum StoredTransactionReader {
    /// A portion after a row, in the order in which rows were first written.
    static let select = """
        SELECT \(TransactionRow.columns), r.isBaseline, r.isGone, r.rowid
        FROM transactionRecord r WHERE r.rowid > ? ORDER BY r.rowid LIMIT ?
        """

    /// Reads up to `limit` rows after a place.
    static func page(
        after place: Int64?, limit: Int, from database: Database
    ) throws -> StoredTransactionPage {
        let statement = try database.cachedStatement(sql: select)
        let cursor = try Row.fetchCursor(statement, arguments: [place ?? Int64.min, Int64(limit)])
        var rows: [StoredTransaction] = []
        var last: Int64?
        while try cursor.next() != nil {
            var reader = RowReader(statement, table: "transactionRecord")
            let transaction = try TransactionRow.transaction(&reader)
            rows.append(
                StoredTransaction(
                    transaction, isBaseline: try reader.next(), isGone: try reader.next()))
            last = try reader.next()
        }
        return StoredTransactionPage(rows: rows, next: rows.count < limit ? nil : last)
    }
}
