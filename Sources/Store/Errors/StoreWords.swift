/// Every sentence of this module that a person may read, each with the way out.
enum StoreWords {
    static let notADatabase =
        "it is no SQLite database; choose another state folder or move the file away"
    static let isCutOff =
        "the file is shorter than its header says; restore it from a backup or move it away"
    static let isDamaged =
        "the database is damaged; restore it from a backup, or move it away to start from scratch"
    static let isEmpty =
        "the file is empty, so what was in it is lost; restore it from a backup, or remove it to "
        + "start anew"
    static let isUnreleased =
        "a version of the program that was never released wrote it; move the file away to start from scratch"
    static let isOverwritten =
        "the file was cut off or written over while it was in use, so nothing more can be kept in it"
    static let isGone =
        "the file was removed or replaced while it was in use, so nothing more can be kept in it"
    static let isMissing =
        "nothing is stored there yet; run `saldovakt watch` first or check the state folder"
    static let isNotMigrated =
        "an older version of the program wrote it; run `saldovakt watch` once to bring it up to date"
    static let isReadOnly =
        "it was opened for reading only; only `saldovakt watch` writes to it"
    static let hasNoWriteAheadLog =
        "the file system can't hold SQLite's write-ahead log; put the state folder on a local disk"
    static let isNotDurable =
        "SQLite does not wait for the disk, so a power cut could lose commits"
    static let isReadOnlyDisk =
        "the file system is read-only now, as Linux makes one after an error of its disk; "
        + "look at 'dmesg', check the disk with fsck and mount it for writing again"

    /// The file carries another program's mark.
    static func isForeign(_ applicationID: Int32) -> String {
        "it is another program's database (application id \(applicationID)); "
            + "choose another state folder or move the file away"
    }

    /// Tables that every version of the program makes are not there.
    static func lacks(_ tables: [String]) -> String {
        "it lacks the tables \(tables.joined(separator: ", ")); "
            + "restore it from a backup or move it away"
    }

    /// A stored value can't be read.
    static func hasStrangeValue(_ problem: RowProblem) -> String {
        "\(problem.problem) in table \(problem.table); \(isDamaged)"
    }

    /// Others may look into a folder that is not the program's alone.
    static func isOpenFolder(mode: UInt32) -> String {
        "the folder is open to others (mode 0\(String(mode, radix: 8))) and holds other files; "
            + "choose a folder of its own, or close this one with chmod 700"
    }

    /// SQLite can't open the file or write to it.
    static func cantUse(_ problem: String) -> String {
        "\(problem); check the owner and the permissions, "
            + "and that the file system is not read-only"
    }

    /// The kernel gives no watch on the folder, or no thread to wait on it.
    static func cantWatch(_ reason: String) -> String {
        "\(reason); check that the folder is there and fs.inotify.max_user_instances is not used up"
    }

    /// A system call was refused.
    static func refused(_ action: String, _ reason: String) -> String {
        "can't \(action): \(reason); check the owner and the permissions"
    }
}
