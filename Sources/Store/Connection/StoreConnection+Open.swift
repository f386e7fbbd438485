package import Alerts
import Foundation
import GRDB
import Glibc

extension StoreConnection {
    /// Opens a state folder as its only writer, making it if it is missing.
    ///
    /// The order matters: nothing is changed before the lock is held, and a file that is not
    /// ours, is damaged or newer is refused before anything could be written to it.
    static func open(folder: String, startedAt: Date) throws(StoreError) -> StoreConnection {
        let paths = StatePaths(folder: folder)
        try StateFolder.prepare(paths)
        let lock = try InstanceLock(paths, startedAt: startedAt)
        let file: OpenedFile
        if let known = try DatabaseFile.open(paths) {
            file = known
            try attempt("look at the database", paths) {
                try checkedQueue(paths, isReadOnly: true, mayBeOlder: true).close()
            }
        } else {
            try make(paths)
            file = try OpenedFile(path: paths.database)
        }
        try StateFolder.closeFiles(paths)
        let queue = try attempt("open the database", paths) {
            let queue = try DatabaseQueue(path: paths.database, configuration: configuration())
            try Schema.migrator.migrate(queue)
            try queue.writeWithoutTransaction { database in
                try useWriteAheadLog(database)
                // Otherwise SQLite writes copies of pages, with the bank's data, to a file in
                // `/var/tmp`. Where no such folder may be written, the commit fails.
                try database.execute(sql: "PRAGMA temp_store = MEMORY")
                try OutboxWriter.giveBackTurns(in: database)
            }
            return queue
        }
        return StoreConnection(
            queue: queue, file: file, paths: paths, lock: lock, isReadOnly: false)
    }

    /// Opens a state folder beside the watcher, for reading or for short writes.
    ///
    /// Such writes are the owner's decisions while a watcher runs. Nothing is made or migrated.
    static func openBeside(
        folder: String, isReadOnly: Bool = false
    ) throws(StoreError) -> StoreConnection {
        let paths = StatePaths(folder: folder)
        guard let file = try DatabaseFile.open(paths) else {
            throw .unreadable(path: paths.database, problem: StoreStrings.isMissing)
        }
        let queue = try attempt("open the database", paths) {
            try checkedQueue(paths, isReadOnly: isReadOnly)
        }
        return StoreConnection(
            queue: queue, file: file, paths: paths, lock: nil, isReadOnly: isReadOnly)
    }

    /// A connection to a database whose outline was read; one that an older version wrote is refused
    /// unless it is going to be migrated.
    fileprivate static func checkedQueue(
        _ paths: StatePaths, isReadOnly: Bool, mayBeOlder: Bool = false
    ) throws -> DatabaseQueue {
        let queue = try DatabaseQueue(
            path: paths.database, configuration: configuration(isReadOnly: isReadOnly))
        let isCurrent = try queue.read { try Schema.check($0, path: paths.database) }
        guard isCurrent || mayBeOlder else {
            throw StoreError.unreadable(path: paths.database, problem: StoreStrings.isNotMigrated)
        }
        return queue
    }

    /// Makes the database under another name, so that it exists either complete or not at all.
    ///
    /// A start that is interrupted leaves the other name behind, and the next start makes that file
    /// again.
    private static func make(_ paths: StatePaths) throws(StoreError) {
        try SystemFile.remove(paths.draft)
        Glibc.close(try SystemFile.open(paths.draft))
        try attempt("make the database", paths) {
            var configuration = Configuration()
            configuration.prepareDatabase { try $0.execute(sql: "PRAGMA synchronous = OFF") }
            let queue = try DatabaseQueue(path: paths.draft, configuration: configuration)
            try queue.writeWithoutTransaction { try Schema.claim($0) }
            try Schema.migrator.migrate(queue)
            // Under its own name it would leave a journal behind if it were killed meanwhile.
            try queue.writeWithoutTransaction { try useWriteAheadLog($0) }
            try queue.close()
        }
        try setAsideLog(paths)
        try SystemFile.rename(paths.draft, to: paths.database, in: paths.folder)
    }

    /// Renames the log of a database that was removed, so that SQLite does not apply it to the new
    /// one.
    ///
    /// The log is kept, because the database may be found again.
    private static func setAsideLog(_ paths: StatePaths) throws(StoreError) {
        for path in [paths.sharedMemory, paths.rollbackJournal] { try SystemFile.remove(path) }
        guard try SystemFile.facts(of: paths.writeAheadLog) != nil else { return }
        try SystemFile.rename(paths.writeAheadLog, to: paths.lostLog, in: paths.folder)
    }

    private static func useWriteAheadLog(_ database: Database) throws {
        let mode = try String.fetchOne(database, sql: "PRAGMA journal_mode = WAL")
        guard mode == "wal" else {
            throw StoreError.failed(
                operation: "turn on the write-ahead log", code: 0,
                problem: StoreStrings.hasNoWriteAheadLog)
        }
        // Without a limit the log would stay as large as one big first poll made it.
        try database.execute(sql: "PRAGMA journal_size_limit = 1048576")
        // Set again, because a changed journal mode may come with its own setting.
        try database.execute(sql: "PRAGMA synchronous = FULL")
        guard try Int.fetchOne(database, sql: "PRAGMA synchronous") == 2 else {
            throw StoreError.failed(
                operation: "ask for durable commits", code: 0, problem: StoreStrings.isNotDurable)
        }
    }

    private static func configuration(isReadOnly: Bool = false) -> Configuration {
        var configuration = Configuration()
        configuration.readonly = isReadOnly
        configuration.foreignKeysEnabled = true
        configuration.label = "saldovakt.store"
        // Readers in other processes hold the file only for moments.
        configuration.busyMode = .timeout(5)
        configuration.prepareDatabase { database in
            // Half a mebibyte of pages: the rows of a poll fit, and an idle watcher stays small.
            // Readers walk over everything.
            try database.execute(sql: "PRAGMA cache_size = \(isReadOnly ? -4096 : -512)")
            try database.execute(sql: "PRAGMA synchronous = FULL")
            TextFunctions.register(in: database)
        }
        return configuration
    }

    fileprivate static func attempt<Value>(
        _ operation: String, _ paths: StatePaths, _ body: () throws -> Value
    ) throws(StoreError) -> Value {
        do { return try body() } catch {
            throw StoreError(error, operation: operation, path: paths.database)
        }
    }
}

extension SQLiteAlertStore {
    /// What SQLite finds wrong when it reads the whole file, which opening a store does not; empty for
    /// a sound database.
    package static func damage(folder: String) throws(StoreError) -> [String] {
        let paths = StatePaths(folder: folder)
        guard let file = try DatabaseFile.open(paths) else { return [] }
        return try withExtendedLifetime(file) { () throws(StoreError) in
            try StoreConnection.attempt("check the database", paths) {
                try StoreConnection.checkedQueue(paths, isReadOnly: true).read { database in
                    try String.fetchAll(database, sql: "PRAGMA integrity_check(20)")
                        .filter { $0 != "ok" }
                }
            }
        }
    }
}
