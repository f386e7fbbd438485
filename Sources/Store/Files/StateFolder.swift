import Alerts
import Glibc

/// Makes the state folder and makes it private.
enum StateFolder {
    /// Makes the folder with mode 0700, or makes an existing one private.
    ///
    /// A folder that also contains other files is refused instead: making `/tmp` private would do
    /// more harm than good.
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

    /// Removes other users' rights to existing files; SQLite gives its companions the mode of the
    /// database itself.
    static func closeFiles(_ paths: StatePaths) throws(StoreError) {
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

/// The names of the files in a state folder.
struct StatePaths: Sendable, Hashable {
    let folder: String

    static let databaseName = "saldovakt.sqlite"
    var database: String { folder + "/" + Self.databaseName }
    /// The database while it is made; it gets its name when it is complete.
    var draft: String { database + ".new" }
    /// The file that names the holder of the instance lock.
    var lock: String { folder + "/saldovakt.lock" }
    /// The file whose closing signals to the owner that a command waits.
    var bell: String { folder + "/" + Self.bellName }
    static let bellName = "saldovakt.bell"
    /// The log that SQLite uses while a database is made; afterwards there is none.
    var rollbackJournal: String { database + "-journal" }
    var writeAheadLog: String { database + "-wal" }
    /// The log of a removed database; SQLite must not apply it to a new one.
    var lostLog: String { writeAheadLog + ".lost" }
    /// The name of the file that is touched after each change, for other processes to see.
    static let changesName = "saldovakt.changed"
    var changes: String { folder + "/" + Self.changesName }
    /// SQLite's index of the write-ahead log.
    var sharedMemory: String { database + "-shm" }
    /// The status that a running watcher writes about itself; not a fact.
    var status: String { folder + "/saldovakt.status.json" }

    /// The files with facts in them, those that may be missing included.
    var databaseFiles: [String] { [database, writeAheadLog, sharedMemory, rollbackJournal] }
    /// The files of a database that is being made.
    private var draftFiles: [String] { ["", "-journal", "-wal", "-shm"].map { draft + $0 } }
    /// The names of all files that belong in the folder.
    var ownNames: Set<String> {
        Set(
            (databaseFiles + draftFiles + [lostLog, lock, changes, bell, status]).compactMap {
                $0.split(separator: "/").last.map(String.init)
            })
    }
}

/// The empty file beside the database that is touched to signal a change to other processes.
///
/// It is touched only after a commit with changes. Watching the write-ahead log instead would wake
/// readers for every poll, and before they can see the commit.
enum ChangeFile {
    /// Touches the file; errors are ignored, because the commit is durable and the next touch
    /// signals it too.
    static func touch(_ path: String) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        // inotify reports the closing of a file that was open for writing.
        if descriptor >= 0 { close(descriptor) }
    }
}
