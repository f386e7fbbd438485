import Alerts
import Finance
import Foundation
import GRDB

/// What is remembered of one program that is woken for changes, so that it survives a restart.
struct DeliveryBook: Sendable {
    /// What the book says.
    struct Entry: Sendable, Hashable {
        /// When the program was last woken; `nil` if it never was.
        var lastStart: Date?
        /// The newest change that it was woken for and came back from.
        var position: Int64
        /// Whether changes after that were compacted, so that their kinds are not known any more.
        var isCompacted = false
    }

    private let connection: StoreConnection
    private let name: String

    private static let select = """
        SELECT lastStartMs, position, position < (SELECT compactedTo FROM history)
        FROM delivery WHERE name = ?
        """
    private static let upsert = """
        INSERT INTO delivery (name, lastStartMs, position) VALUES (?, ?, ?)
        ON CONFLICT (name) DO UPDATE
        SET lastStartMs = excluded.lastStartMs, position = excluded.position
        """

    /// Opens the book of a state folder at one program's page.
    init(folder: String, name: String) throws(StoreError) {
        connection = try StoreConnection.openBeside(folder: folder)
        self.name = name
    }

    /// What is remembered; `nil` for a program that was never registered.
    func entry() async throws(StoreError) -> Entry? {
        let name = name
        return try await connection.read("read a registration") { database in
            let statement = try database.cachedStatement(sql: Self.select)
            guard let row = try Row.fetchOne(statement, arguments: [name]) else { return nil }
            var reader = RowReader(row, table: "delivery")
            return Entry(
                lastStart: try reader.nextOptionalInstant(), position: try reader.next(),
                isCompacted: try reader.next())
        }
    }

    /// Remembers an entry durably.
    func write(_ entry: Entry) async throws(StoreError) {
        let name = name
        try await connection.write("note a registration") { database in
            try database.cachedStatement(sql: Self.upsert).execute(arguments: [
                name, entry.lastStart.map(StoredInstant.milliseconds), entry.position,
            ])
        }
    }
}
