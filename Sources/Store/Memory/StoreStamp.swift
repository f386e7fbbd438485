import GRDB
import GRDBSQLite

/// A mark of what is stored: equal marks mean that nothing but dates was written between them.
struct StoreStamp: Sendable, Hashable {
    /// Changes with what other processes commit (`PRAGMA data_version`).
    private let others: Int64
    /// Changes with what this process writes.
    private let own: Int

    /// Reads the mark; costs a lock on a shared page and no access to the disk.
    ///
    /// - Parameter own: how many writes of this process there were.
    init(own: Int, in database: Database) throws {
        self.own = own
        others = try Self.dataVersion(of: database)
    }

    /// Steps the statement itself: several times with every poll, a list of rows would cost more
    /// than SQLite's answer.
    private static func dataVersion(of database: Database) throws -> Int64 {
        let statement = try database.cachedStatement(sql: "PRAGMA data_version").sqliteStatement
        defer { sqlite3_reset(statement) }
        let code = sqlite3_step(statement)
        guard code == SQLITE_ROW else {
            throw DatabaseError(
                resultCode: ResultCode(rawValue: code), message: database.lastErrorMessage)
        }
        return sqlite3_column_int64(statement, 0)
    }
}
