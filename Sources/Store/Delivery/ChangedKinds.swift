import Alerts
import Finance
import Foundation
import GRDB

/// Which kinds of data have changed for a reader.
enum ChangedKinds {
    private static let select = """
        SELECT kind, accountID, entity, day, dayBefore FROM change WHERE sequence > ?
        """

    /// The kinds that changed after a number of the sequence, and the newest number.
    static func read(
        since position: Int64, reader: ReaderName?, from database: Database
    ) throws -> (kinds: Set<BackgroundDataType>, head: Int64) {
        let visible = try AccessReader.current(of: reader, from: database)
        let statement = try database.cachedStatement(sql: select)
        let rows = try Row.fetchCursor(statement, arguments: [position])
        var kinds: Set<BackgroundDataType> = []
        while kinds.count < BackgroundDataType.allCases.count, let row = try rows.next() {
            kinds.formUnion(try self.kinds(row, reader: reader, visible))
        }
        return (kinds, try HistoryState.head(of: database))
    }

    private static func kinds(
        _ row: Row, reader: ReaderName?, _ visible: [UUID: Visibility]?
    ) throws -> Set<BackgroundDataType> {
        let kind = HistoryStream.Kind(rawValue: row["kind"])
        guard let kind else {
            // What a reader may see has changed, so anything may look different to it.
            let name = String.fromDatabaseValue(row["entity"])
            return name == reader?.text ? Set(BackgroundDataType.allCases) : []
        }
        let visibility = visible.map { $0[row["accountID"]] ?? .nothing } ?? .everything
        let isSeen =
            kind == .accounts
            ? visibility != .nothing
            : visibility.sees(row["day"]) || visibility.sees(row["dayBefore"])
        return isSeen ? [kind.dataType] : []
    }
}

extension HistoryStream.Kind {
    /// The kind as wake-ups name it.
    fileprivate var dataType: BackgroundDataType {
        switch self {
        case .accounts: .accounts
        case .accountBalances: .accountBalances
        case .transactions: .transactions
        }
    }
}

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
