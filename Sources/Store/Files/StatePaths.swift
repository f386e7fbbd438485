/// The names of what lies in a state folder.
struct StatePaths: Sendable, Hashable {
    /// The folder.
    let folder: String

    /// The database.
    var database: String { folder + "/saldovakt.sqlite" }
    /// The database while it is made; it gets its name when it is whole.
    var draft: String { database + ".new" }
    /// The file whose lock makes an instance the only one.
    var lock: String { folder + "/saldovakt.lock" }
    /// The file whose closing tells the owner that an instruction waits.
    var bell: String { folder + "/" + Self.bellName }
    /// The name of that file.
    static let bellName = "saldovakt.bell"
    /// The log that SQLite keeps while a database is made; afterwards there is none.
    var rollbackJournal: String { database + "-journal" }
    /// SQLite's write-ahead log.
    var writeAheadLog: String { database + "-wal" }
    /// The name of the file that is touched after each change, for other processes to see.
    static let changesName = "saldovakt.changed"
    /// The file that is touched after each change.
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
            (databaseFiles + [draft, lock, changes, bell, status]).compactMap {
                $0.split(separator: "/").last.map(String.init)
            })
    }
}
