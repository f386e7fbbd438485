import GRDB
import Threads

/// The stored rows that could not be read: they are set aside, and the rest stays readable (D85).
final class UnreadableRows: Sendable {
    /// Those of the connection that is being used.
    @TaskLocal static var current: UnreadableRows?

    private let problems = Lock<[String: String]>([:])

    /// What was wrong with the newest such row of each table.
    var byTable: [String: String] { problems.withLock(\.self) }

    /// Sets a row aside.
    func note(_ problem: RowProblem) {
        problems.withLock { $0[problem.table] = problem.problem }
    }

    /// Reads a row, or sets it aside.
    static func read<Value>(_ body: () throws -> Value) throws -> Value? {
        do {
            return try body()
        } catch let problem as RowProblem {
            guard let current else { throw problem }
            current.note(problem)
            return nil
        }
    }

    /// Reads every row that a statement finds, but for those that can't be read.
    static func all<Value>(
        _ sql: String, _ arguments: StatementArguments = StatementArguments(),
        from database: Database, _ read: (Row) throws -> Value
    ) throws -> [Value] {
        let rows = try Row.fetchCursor(
            database.cachedStatement(sql: sql), arguments: arguments)
        var found: [Value] = []
        while let row = try rows.next() {
            if let value = try Self.read({ try read(row) }) { found.append(value) }
        }
        return found
    }
}
