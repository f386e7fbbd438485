import Finance
import Foundation
import GRDB
import Threads

/// Reads the columns of one row from left to right.
///
/// It throws for a value of the wrong kind instead of trusting the file.
struct RowReader {
    private let row: Row
    /// The table whose columns come next, for problem texts.
    var table: String
    private var position = 0

    init(_ row: Row, table: String) {
        self.row = row
        self.table = table
    }

    var isNull: Bool { row.hasNull(atIndex: position) }

    /// The next column, of the requested type; request an optional where it may be null.
    mutating func next<Value: DatabaseValueConvertible & StatementColumnConvertible>(
        _ type: Value.Type = Value.self
    ) throws -> Value {
        defer { position += 1 }
        guard let value = try? row.decode(Value.self, atIndex: position) else {
            throw problem("a value of the wrong kind")
        }
        return value
    }

    /// Passes over a column.
    mutating func skip() { position += 1 }

    /// The next column as a case of an enumeration that is stored by its text.
    mutating func nextCase<Value: RawRepresentable<String>>(
        _ type: Value.Type = Value.self
    ) throws -> Value {
        guard let value = Value(rawValue: try next(String.self)) else {
            throw problem("an unknown word")
        }
        return value
    }

    mutating func nextInstant() throws -> Date { Date(milliseconds: try next()) }

    mutating func nextOptionalInstant() throws -> Date? {
        try next(Int64?.self).map(Date.init(milliseconds:))
    }

    mutating func nextOptionalDay() throws -> CalendarDay? {
        try next(Int?.self).map(CalendarDay.init(dayNumber:))
    }

    mutating func nextDay() throws -> CalendarDay { CalendarDay(dayNumber: try next()) }

    mutating func nextCurrency() throws -> Currency { try currency(next(String.self)) }

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
        do { return try StoredJSON.decode(text) } catch { throw problem("unreadable JSON") }
    }

    private func currency(_ code: String) throws -> Currency {
        if code == Currency.nok.code { return .nok }
        guard let currency = Currency(code: code) else { throw problem("an unknown currency") }
        return currency
    }

    private func problem(_ words: String) -> RowProblem { RowProblem(table: table, problem: words) }
}

/// A stored value that the program never writes there: the file is damaged or was edited.
///
/// It names the place, never the value.
struct RowProblem: Error, Sendable {
    /// The table, or the program's own name for a part of it.
    let table: String
    /// The problem, in words.
    let problem: String
}

/// Instants as the database holds them: whole milliseconds since 1970.
extension Date {
    /// The instant that many milliseconds after 1970 began.
    init(milliseconds: Int64) { self.init(wholeMilliseconds: Int(milliseconds)) }

    var milliseconds: Int64 { Int64(wholeMilliseconds) }
}

/// Values as JSON text in a column, for states and notifications, which are only read as a whole.
///
/// Instants are whole milliseconds, as everywhere in the database.
enum StoredJSON {
    // Made once: setting up a coder would be a good part of the cost of a small value.
    private static let encoder: JSONEncoder = {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .custom { date, encoder in
            var container = encoder.singleValueContainer()
            try container.encode(date.milliseconds)
        }
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return encoder
    }()
    private static let decoder: JSONDecoder = {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .custom { decoder in
            let container = try decoder.singleValueContainer()
            return Date(milliseconds: try container.decode(Int64.self))
        }
        return decoder
    }()

    /// The value as one line of JSON.
    static func encode(_ value: some Encodable) throws -> String {
        String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    /// The value that ``encode(_:)`` wrote.
    static func decode<Value: Decodable>(_ text: String) throws -> Value {
        try decoder.decode(Value.self, from: Data(text.utf8))
    }
}

/// Statements that are prepared once and reused.
extension Database {
    func run(_ sql: String, _ arguments: StatementArguments = StatementArguments()) throws {
        try cachedStatement(sql: sql).execute(arguments: arguments)
    }

    /// The first column of the first row; `nil` without one.
    func first<Value: DatabaseValueConvertible & StatementColumnConvertible>(
        _ sql: String, _ arguments: StatementArguments = StatementArguments()
    ) throws -> Value? { try Value.fetchOne(cachedStatement(sql: sql), arguments: arguments) }

    /// The rows, one at a time.
    func rows(
        _ sql: String, _ arguments: StatementArguments = StatementArguments()
    ) throws -> RowCursor {
        try Row.fetchCursor(cachedStatement(sql: sql), arguments: arguments)
    }

    /// The statement that writes rows over earlier ones with the same identifiers.
    ///
    /// - Parameters:
    ///   - columns: those of an alias `r`, the identifier first.
    ///   - rows: how many rows it writes.
    static func upsert(_ table: String, _ columns: String, rows: Int = 1) -> String {
        let names = columns.split(separator: ",").map {
            $0.filter { !$0.isWhitespace }.replacing("r.", with: "")
        }
        let marks = "(\(names.map { _ in "?" }.joined(separator: ", ")))"
        let values = Array(repeating: marks, count: rows).joined(separator: ", ")
        let changes = names.dropFirst().map { "\($0) = excluded.\($0)" }
        return """
            INSERT INTO \(table) (\(names.joined(separator: ", "))) VALUES \(values)
            ON CONFLICT (id) DO UPDATE SET \(changes.joined(separator: ", "))
            """
    }
}

/// The stored rows that could not be read: they are set aside, and the rest stays readable (D85).
final class UnreadableRows: Sendable {
    /// Those of the connection that is being used.
    @TaskLocal static var current: UnreadableRows?

    private let problems = Lock<[String: String]>([:])

    /// The problem of the newest such row of each table.
    var byTable: [String: String] { problems.withLock(\.self) }

    /// Sets a row aside.
    func note(_ problem: RowProblem) { problems.withLock { $0[problem.table] = problem.problem } }

    /// Reads a row, or sets it aside.
    static func read<Value>(_ body: () throws -> Value) throws -> Value? {
        do { return try body() } catch let problem as RowProblem {
            guard let current else { throw problem }
            current.note(problem)
            return nil
        }
    }

    /// Reads a row of a table, or sets it aside.
    static func read<Value>(
        _ row: Row, table: String, _ value: (inout RowReader) throws -> Value
    ) throws -> Value? {
        var reader = RowReader(row, table: table)
        return try read { try value(&reader) }
    }

    /// Reads every row that a statement finds, except for those that can't be read.
    static func all<Value>(
        _ sql: String, _ arguments: StatementArguments = StatementArguments(), table: String,
        from database: Database, _ value: (inout RowReader) throws -> Value
    ) throws -> [Value] {
        let rows = try database.rows(sql, arguments)
        var found: [Value] = []
        while let row = try rows.next() {
            if let value = try read(row, table: table, value) { found.append(value) }
        }
        return found
    }
}
