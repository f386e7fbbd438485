import GRDB
import GRDBSQLite
import Synchronization

/// Whether the commits of one connection wait for the disk.
///
/// SQLite reads SQL text for each change of the setting, so it changes only when a commit comes that
/// wants it otherwise; an idle watcher makes none for hours.
final class DiskWait: Sendable {
    private let isOn = Atomic<Bool>(true)

    /// Makes the commits from here on wait for the disk (`synchronous=FULL`), as those of a
    /// connection do that was just opened.
    func turnOn(in database: Database) throws {
        guard !isOn.load(ordering: .relaxed) else { return }
        try Self.set("PRAGMA synchronous = FULL", in: database)
        isOn.store(true, ordering: .relaxed)
    }

    /// Makes the commits from here on not wait (`synchronous=NORMAL`).
    func turnOff(in database: Database) throws {
        guard isOn.load(ordering: .relaxed) else { return }
        // Noted before: if SQLite fails at it, the next commit that has to wait asks for that anew.
        isOn.store(false, ordering: .relaxed)
        try Self.set("PRAGMA synchronous = NORMAL", in: database)
    }

    /// Executes a statement of settings, which takes effect while it is prepared: a prepared one
    /// would do nothing the second time.
    private static func set(_ pragma: String, in database: Database) throws {
        let code = sqlite3_exec(database.sqliteConnection, pragma, nil, nil, nil)
        guard code == SQLITE_OK else { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
    }
}
