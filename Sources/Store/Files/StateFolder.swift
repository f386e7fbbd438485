import Alerts
import Glibc

/// Makes the state folder and keeps others out of it.
enum StateFolder {
    /// Makes the folder with mode 0700, or closes one that was left open to others.
    ///
    /// A folder that also holds other files is not touched: closing `/tmp` would do more harm
    /// than good, so it is refused instead.
    static func prepare(_ paths: StatePaths) throws(StoreError) {
        guard let facts = try SystemFile.facts(of: paths.folder) else {
            return try make(paths.folder)
        }
        guard facts.isFolder else {
            throw .notWritable(path: paths.folder, problem: "it is no folder; choose another one")
        }
        guard facts.isOpenToOthers else { return }
        guard paths.ownNames.isSuperset(of: SystemFile.names(in: paths.folder)) else {
            throw .notWritable(
                path: paths.folder, problem: StoreStrings.isOpenFolder(mode: facts.mode))
        }
        try SystemFile.close(paths.folder, mode: 0o700)
    }

    /// Makes the database file with mode 0600, or takes the rights of others on existing files.
    static func closeFiles(_ paths: StatePaths) throws(StoreError) {
        // SQLite gives its companions the mode of the database itself.
        Glibc.close(try SystemFile.open(paths.database))
        for path in paths.databaseFiles {
            guard let facts = try SystemFile.facts(of: path), facts.isOpenToOthers else { continue }
            try SystemFile.close(path, mode: 0o600)
        }
    }

    private static func make(_ folder: String) throws(StoreError) {
        let parent = folder.split(separator: "/").dropLast().joined(separator: "/")
        let path = folder.hasPrefix("/") ? "/" + parent : parent
        if !path.isEmpty, try SystemFile.facts(of: path) == nil { try make(path) }
        guard mkdir(folder, 0o700) == 0 || errno == EEXIST else {
            throw SystemFile.refusal(folder, "make the folder")
        }
    }
}

/// The names of what lies in a state folder.
struct StatePaths: Sendable, Hashable {
    let folder: String

    var database: String { folder + "/saldovakt.sqlite" }
    /// The database while it is made; it gets its name when it is whole.
    var draft: String { database + ".new" }
    /// The file whose lock makes an instance the only one.
    var lock: String { folder + "/saldovakt.lock" }
    /// The file whose closing signals to the owner that an instruction waits.
    var bell: String { folder + "/" + Self.bellName }
    static let bellName = "saldovakt.bell"
    /// The log that SQLite keeps while a database is made; afterwards there is none.
    var rollbackJournal: String { database + "-journal" }
    var writeAheadLog: String { database + "-wal" }
    /// What a database that is gone left in its log; a new one must not take it for its own.
    var lostLog: String { writeAheadLog + ".lost" }
    /// The name of the file that is touched after each change, for other processes to see.
    static let changesName = "saldovakt.changed"
    var changes: String { folder + "/" + Self.changesName }
    /// SQLite's index of the write-ahead log.
    var sharedMemory: String { database + "-shm" }
    /// What a running watcher says about itself; not a fact.
    var status: String { folder + "/saldovakt.status.json" }

    /// The files with facts in them, those that may be missing included.
    var databaseFiles: [String] { [database, writeAheadLog, sharedMemory, rollbackJournal] }
    /// The names of everything that belongs into the folder.
    var ownNames: Set<String> {
        Set(
            (databaseFiles + [draft, lostLog, lock, changes, bell, status]).compactMap {
                $0.split(separator: "/").last.map(String.init)
            })
    }
}

/// The empty file beside the database that is touched to signal a change to other processes.
///
/// It is touched after a commit with news, never for a poll without: watching the write-ahead log
/// instead would wake readers for every poll, and before they can see what was committed.
enum ChangeFile {
    /// Ignores errors: the commit is durable, and the next touch signals it too.
    static func touch(_ path: String) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        // Closing a file that was open for writing is what inotify reports.
        if descriptor >= 0 { close(descriptor) }
    }
}
