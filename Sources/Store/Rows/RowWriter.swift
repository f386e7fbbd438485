import Finance
import Foundation
import GRDB
import GRDBSQLite

/// Binds the values of one row from left to right and executes the statement.
///
/// For rows that are written by the hundred or with every poll: values go to SQLite one by one,
/// without a list of them in between.
struct RowWriter {
    private let statement: Statement
    private var position: Int32 = 0

    /// Starts before the first value of a statement, whose former values are forgotten.
    init(_ statement: Statement) {
        self.statement = statement
        // Tells GRDB that the statement has its values, and resets it: only then it takes new ones.
        statement.setUncheckedArguments([])
    }

    /// Binds the next value.
    mutating func add(_ value: (some StatementBinding)?) throws {
        position += 1
        let pointer = statement.sqliteStatement
        let code = value?.bind(to: pointer, at: position) ?? sqlite3_bind_null(pointer, position)
        guard code == SQLITE_OK else { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
    }

    /// Binds an instant.
    mutating func add(_ instant: Date?) throws {
        try add(instant.map(StoredInstant.milliseconds))
    }

    /// Binds an amount, which takes two values: the figure and its currency.
    mutating func add(_ money: Money?) throws {
        try add(money?.minorUnits)
        try add(money?.currency.code)
    }

    /// Executes the statement with the values.
    func execute() throws {
        try statement.execute()
    }
}
