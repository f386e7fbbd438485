import Finance
import Foundation
import GRDB

/// Reads the access of readers.
enum AccessReader {
    private static let selectOfReader = """
        SELECT accountID, sequence, isGranted, earliestDay FROM accessGrant
        WHERE reader = ? ORDER BY accountID, sequence
        """
    private static let selectReaders = "SELECT name FROM reader ORDER BY name"

    /// Everything one reader was ever allowed to see, by account; `nil` for the owner.
    static func histories(
        of reader: ReaderName?, from database: Database
    ) throws -> [UUID: AccessHistory]? {
        guard let reader else { return nil }
        let rows = try database.rows(selectOfReader, [reader.text])
        var epochs: [UUID: [AccessHistory.Epoch]] = [:]
        while let row = try rows.next() {
            var columns = RowReader(row, table: "accessGrant")
            let account = try columns.next(UUID.self)
            epochs[account, default: []].append(try epoch(&columns))
        }
        return epochs.mapValues { AccessHistory(epochs: $0) }
    }

    /// The access of one reader to one account over time.
    static func history(
        of reader: ReaderName?, account: UUID, from database: Database
    ) throws -> AccessHistory {
        guard let histories = try histories(of: reader, from: database) else { return .owner }
        return histories[account] ?? AccessHistory()
    }

    /// What one reader may see now, by account; `nil` for the owner, who sees everything.
    static func current(
        of reader: ReaderName?, from database: Database
    ) throws -> [UUID: Visibility]? {
        try histories(of: reader, from: database)?
            .mapValues(\.current).filter { $0.value != .nothing }
    }

    /// What was decided for a reader.
    static func access(of reader: ReaderName, from database: Database) throws -> ReaderAccess {
        let visible = try current(of: reader, from: database) ?? [:]
        let accounts = visible.map { account, visibility in
            AccountAccess(
                accountID: account,
                earliest: visibility.firstDay.map(CalendarDay.init(dayNumber:)))
        }
        let known: Int? = try database.first("SELECT 1 FROM reader WHERE name = ?", [reader.text])
        return ReaderAccess(
            reader: reader,
            status: !accounts.isEmpty ? .authorized : known != nil ? .denied : .notDetermined,
            accounts: accounts.sorted { $0.accountID < $1.accountID })
    }

    /// All readers for which something was decided, by name.
    static func readers(from database: Database) throws -> [ReaderAccess] {
        try String.fetchAll(database, sql: selectReaders)
            .compactMap { try? ReaderName($0) }
            .map { try access(of: $0, from: database) }
    }

    private static func epoch(_ columns: inout RowReader) throws -> AccessHistory.Epoch {
        let sequence = try columns.next(Int64.self)
        let isGranted = try columns.next(Bool.self)
        let earliest = try columns.next(Int?.self)
        return AccessHistory.Epoch(
            sequence: sequence,
            visibility: isGranted ? Visibility(earliest: earliest ?? .min) : .nothing)
    }
}

/// Writes the owner's decisions.
enum AccessWriter {
    private static let insertChange = """
        INSERT INTO change (kind, accountID, entity, event, day, dayBefore, atMs)
        VALUES (3, ?, ?, 2, 0, 0, ?)
        """
    private static let insertGrant = """
        INSERT INTO accessGrant (reader, accountID, sequence, isGranted, earliestDay)
        VALUES (?, ?, ?, ?, ?)
        """

    /// Stores what a reader may see of accounts from now on.
    static func set(
        _ visible: [UUID: Visibility], for reader: ReaderName, at now: Date, in database: Database
    ) throws {
        try database.run(
            """
            INSERT INTO reader (name, decidedAtMs) VALUES (?, ?)
            ON CONFLICT (name) DO UPDATE SET decidedAtMs = excluded.decidedAtMs
            """, [reader.text, now.milliseconds])
        for (account, visibility) in visible.sorted(by: { $0.key < $1.key }) {
            try database.run(insertChange, [account, reader.text, now.milliseconds])
            try database.run(
                insertGrant,
                [
                    reader.text, account, database.lastInsertedRowID, visibility != .nothing,
                    visibility.firstDay,
                ])
        }
    }
}

/// The access of one reader to one account over time.
struct AccessHistory: Sendable, Hashable {
    struct Epoch: Sendable, Hashable {
        /// The sequence number of a change from which it applies.
        let sequence: Int64
        let visibility: Visibility
    }

    /// The changes, oldest first.
    var epochs: [Epoch] = []
    /// What is seen before the first change: nothing, except by the owner.
    var before = Visibility.nothing

    /// The history of the owner, who sees everything.
    static let owner = AccessHistory(before: .everything)

    var current: Visibility { epochs.last?.visibility ?? before }

    /// The change in force at a sequence number; 0 before the first one.
    func access(at sequence: Int64) -> Int64 {
        epochs.last { $0.sequence <= sequence }?.sequence ?? 0
    }

    /// The visible days at a sequence number.
    func visibility(at sequence: Int64) -> Visibility {
        epochs.last { $0.sequence <= sequence }?.visibility ?? before
    }

    /// The first change after a sequence number.
    func next(after sequence: Int64) -> Epoch? { epochs.first { $0.sequence > sequence } }
}

/// Which days of an account a reader may see.
struct Visibility: Sendable, Hashable {
    /// The first day, as its number; `nil` if nothing may be seen.
    let earliest: Int?

    static let everything = Visibility(earliest: .min)
    static let nothing = Visibility(earliest: nil)

    /// The first day; `nil` if there is none, because all days or no days may be seen.
    var firstDay: Int? { earliest == .min ? nil : earliest }

    /// Whether a row of this day may be seen.
    func sees(_ day: Int) -> Bool { earliest.map { day >= $0 } ?? false }
}
