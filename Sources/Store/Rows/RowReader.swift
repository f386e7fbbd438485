import Finance
import Foundation
import GRDB
import GRDBSQLite

/// Reads the columns of one row from left to right.
///
/// Throws for a value of the wrong kind instead of trusting the file.
struct RowReader {
    private enum Source {
        case row(Row)
        case statement(SQLiteStatement)
    }

    private let source: Source
    private let table: String
    private var position = 0

    /// Starts before the first column of a row of `table`.
    init(_ row: Row, table: String) {
        source = .row(row)
        self.table = table
    }

    /// Starts before a column of the row of `table` on which a statement stands; for rows that are
    /// read by the hundred, because each value comes from SQLite without a way around.
    init(_ statement: Statement, table: String, from position: Int = 0) {
        source = .statement(statement.sqliteStatement)
        self.table = table
        self.position = position
    }

    /// Whether the next column is null.
    var isNull: Bool {
        switch source {
        case .row(let row): row.hasNull(atIndex: position)
        case .statement(let statement):
            sqlite3_column_type(statement, Int32(position)) == SQLITE_NULL
        }
    }

    /// The next column, which is of the asked type; ask for an optional where it may be null.
    mutating func next<Value: DatabaseValueConvertible & StatementColumnConvertible>(
        _ type: Value.Type = Value.self
    ) throws -> Value {
        defer { position += 1 }
        switch source {
        case .row(let row):
            if let value = try? row.decode(Value.self, atIndex: position) { return value }
        case .statement(let statement):
            if let value = Value.fromStatement(statement, atUncheckedIndex: Int32(position)) {
                return value
            }
        }
        throw problem("a value of the wrong kind")
    }

    /// Passes over a column.
    mutating func skip() {
        position += 1
    }

    /// The next column as a case of an enumeration that is stored by its text.
    mutating func nextCase<Value: RawRepresentable<String>>(
        _ type: Value.Type = Value.self
    ) throws -> Value {
        guard let value = Value(rawValue: try next(String.self)) else {
            throw problem("an unknown word")
        }
        return value
    }

    /// The next column as an instant.
    mutating func nextInstant() throws -> Date {
        StoredInstant.date(milliseconds: try next())
    }

    /// The next column as an instant or null.
    mutating func nextOptionalInstant() throws -> Date? {
        try next(Int64?.self).map(StoredInstant.date(milliseconds:))
    }

    /// The next column as a day or null.
    mutating func nextOptionalDay() throws -> CalendarDay? {
        try next(Int?.self).map(CalendarDay.init(dayNumber:))
    }

    /// The next column as a day.
    mutating func nextDay() throws -> CalendarDay {
        CalendarDay(dayNumber: try next())
    }

    /// The next column as a currency.
    mutating func nextCurrency() throws -> Currency {
        try currency(next(String.self))
    }

    /// The next two columns as an amount.
    mutating func nextMoney() throws -> Money {
        let minorUnits = try next(Int64.self)
        return Money(minorUnits: minorUnits, currency: try nextCurrency())
    }

    /// The next two columns as an amount or null.
    mutating func nextOptionalMoney() throws -> Money? {
        let minorUnits = try next(Int64?.self)
        let code = try next(String?.self)
        guard let minorUnits, let code else { return nil }
        return Money(minorUnits: minorUnits, currency: try currency(code))
    }

    /// The next column as a value that is stored as JSON, or null.
    mutating func nextOptionalJSON<Value: Decodable>(
        _ type: Value.Type = Value.self
    ) throws -> Value? {
        try next(String?.self).map { try decoded($0) }
    }

    /// The next column as a value that is stored as JSON.
    mutating func nextJSON<Value: Decodable>(_ type: Value.Type = Value.self) throws -> Value {
        try decoded(next(String.self))
    }

    private func decoded<Value: Decodable>(_ text: String) throws -> Value {
        do {
            return try StoredJSON.decode(text)
        } catch {
            throw problem("unreadable JSON")
        }
    }

    private func currency(_ code: String) throws -> Currency {
        if code == Currency.nok.code { return .nok }
        guard let currency = Currency(code: code) else { throw problem("an unknown currency") }
        return currency
    }

    private func problem(_ words: String) -> RowProblem {
        RowProblem(table: table, problem: words)
    }
}
