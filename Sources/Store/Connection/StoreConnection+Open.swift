import Alerts
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
        let lock = try InstanceLock(path: paths.lock, startedAt: startedAt)
        let exists = try DatabaseFile.check(paths)
        if exists { try look(paths) }
        let isNew = exists ? false : try make(paths)
        try StateFolder.closeFiles(paths)
        let queue = try attempt("open the database", paths) {
            let queue = try DatabaseQueue(path: paths.database, configuration: configuration())
            if !isNew { try migrate(queue, paths) }
            try queue.writeWithoutTransaction { database in
                try useWriteAheadLog(database)
                if !isNew { makeShrinkable(database) }
                try keepUndoInMemory(database)
                if isNew { return }
                try OutboxLine.giveBackTurns(in: database)
            }
            return queue
        }
        return StoreConnection(queue: queue, paths: paths, lock: lock, isReadOnly: false)
    }

    /// Opens a state folder for reading, while another process may own it.
    static func openReadOnly(folder: String) throws(StoreError) -> StoreConnection {
        let paths = StatePaths(folder: folder)
        guard try DatabaseFile.check(paths) else {
            throw .unreadable(path: paths.database, problem: StoreWords.isMissing)
        }
        let queue = try attempt("open the database", paths) { try readOnlyQueue(paths) }
        return StoreConnection(queue: queue, paths: paths, lock: nil, isReadOnly: true)
    }

    /// Opens a state folder for short writes beside the watcher, which owns everything else.
    ///
    /// For what the owner decides while a watcher runs. Nothing is made or brought up to date.
    static func openBeside(folder: String) throws(StoreError) -> StoreConnection {
        let paths = StatePaths(folder: folder)
        guard try DatabaseFile.check(paths) else {
            throw .unreadable(path: paths.database, problem: StoreWords.isMissing)
        }
        let queue = try attempt("open the database", paths) {
            let queue = try DatabaseQueue(path: paths.database, configuration: configuration())
            let isCurrent = try queue.read { try Schema.check($0, path: paths.database) }
            guard isCurrent else {
                throw StoreError.unreadable(
                    path: paths.database, problem: StoreWords.isNotMigrated)
            }
            return queue
        }
        return StoreConnection(queue: queue, paths: paths, lock: nil, isReadOnly: false)
    }

    /// What SQLite finds wrong when it reads everything; empty for a sound database.
    static func damage(folder: String) throws(StoreError) -> [String] {
        let paths = StatePaths(folder: folder)
        guard try DatabaseFile.check(paths) else { return [] }
        return try attempt("check the database", paths) {
            try readOnlyQueue(paths).read { database in
                try String.fetchAll(database, sql: "PRAGMA integrity_check(20)")
                    .filter { $0 != "ok" }
            }
        }
    }

    /// Reads the outline through a connection that can't write.
    private static func look(_ paths: StatePaths) throws(StoreError) {
        // A journal means that making the database was cut short: only a writer can undo that.
        guard try SystemFile.facts(of: paths.rollbackJournal) == nil else { return }
        try attempt("look at the database", paths) {
            let queue = try DatabaseQueue(
                path: paths.database, configuration: configuration(isReadOnly: true))
            _ = try queue.read { try Schema.check($0, path: paths.database) }
            try queue.close()
        }
    }

    /// Makes the database under another name and waits for the disk once, instead of with every
    /// table; whether it was made.
    ///
    /// A start that is cut short leaves the other name behind, which the next one makes anew.
    private static func make(_ paths: StatePaths) throws(StoreError) -> Bool {
        // A journal was left by another way of making it; SQLite repairs that in place.
        guard try SystemFile.facts(of: paths.rollbackJournal) == nil else { return false }
        try SystemFile.remove(paths.draft)
        Glibc.close(try SystemFile.open(paths.draft))
        try attempt("make the database", paths) {
            let queue = try DatabaseQueue(path: paths.draft, configuration: draftConfiguration())
            try Schema.make(in: queue)
            try queue.writeWithoutTransaction {
                _ = try String.fetchOne($0, sql: "PRAGMA journal_mode = WAL")
            }
            try queue.close()
        }
        try SystemFile.rename(paths.draft, to: paths.database, in: paths.folder)
        return true
    }

    private static func draftConfiguration() -> Configuration {
        var configuration = Configuration()
        configuration.prepareDatabase { database in
            try database.execute(sql: "PRAGMA synchronous = OFF")
            try database.execute(sql: "PRAGMA journal_mode = MEMORY")
        }
        return configuration
    }

    private static func readOnlyQueue(_ paths: StatePaths) throws -> DatabaseQueue {
        let queue = try DatabaseQueue(
            path: paths.database, configuration: configuration(isReadOnly: true))
        guard try queue.read({ try Schema.check($0, path: paths.database) }) else {
            throw StoreError.unreadable(path: paths.database, problem: StoreWords.isNotMigrated)
        }
        return queue
    }

    /// Brings a database up to date that was not just made.
    private static func migrate(_ queue: DatabaseQueue, _ paths: StatePaths) throws {
        // Migrations run before the write-ahead log exists, so that the mark of our program is
        // in the file itself, where the next start looks for it without SQLite.
        try queue.writeWithoutTransaction { database in
            _ = try Schema.check(database, path: paths.database)
            try Schema.claim(database)
        }
        try Schema.migrator.migrate(queue)
        _ = try queue.writeWithoutTransaction { try Schema.check($0, path: paths.database) }
    }

    /// Lets a database that an older version made give back free pages in small steps.
    ///
    /// That takes writing the whole file anew, once: at this start, before the first poll. Where it
    /// can't be done, as on a full disk, the next start tries again.
    private static func makeShrinkable(_ database: Database) {
        let mode = try? Int.fetchOne(database, sql: "PRAGMA auto_vacuum")
        guard mode == 0 else { return }
        try? database.execute(sql: "PRAGMA auto_vacuum = INCREMENTAL")
        try? database.execute(sql: "VACUUM")
    }

    private static func useWriteAheadLog(_ database: Database) throws {
        let mode = try String.fetchOne(database, sql: "PRAGMA journal_mode = WAL")
        guard mode == "wal" else {
            throw StoreError.failed(
                operation: "turn on the write-ahead log", code: 0,
                problem: StoreWords.hasNoWriteAheadLog)
        }
        // Keeps the log from staying as large as one big first poll made it.
        try database.execute(sql: "PRAGMA journal_size_limit = 1048576")
        // Asked for again, because a changed journal mode may come with its own setting.
        try database.execute(sql: "PRAGMA synchronous = FULL")
        guard try Int.fetchOne(database, sql: "PRAGMA synchronous") == 2 else {
            throw StoreError.failed(
                operation: "ask for durable commits", code: 0, problem: StoreWords.isNotDurable)
        }
    }

    /// Keeps in memory what a single statement may have to take back.
    ///
    /// Otherwise SQLite writes copies of pages, with what the bank told, to a file in `/var/tmp`: for
    /// a poll of updates many times what it stores, and where no such folder may be written the
    /// commit fails. After whatever writes a whole database anew, which belongs into a file.
    private static func keepUndoInMemory(_ database: Database) throws {
        try database.execute(sql: "PRAGMA temp_store = MEMORY")
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

    private static func attempt<Value>(
        _ operation: String, _ paths: StatePaths, _ body: () throws -> Value
    ) throws(StoreError) -> Value {
        do {
            return try body()
        } catch {
            throw StoreError(error, operation: operation, path: paths.database)
        }
    }
}
