import Finance
public import Foundation

@_exported public import enum Alerts.StoreError

/// Why the finance store could not be opened or could not answer.
///
/// Availability, restriction and authorization are separate. On Linux a store is always available.
/// A *restriction* passes by itself. Data that a reader is not *authorized* to see does not exist
/// for it.
public enum FinanceError: Error, Sendable, Hashable {
    /// The data exists but can't be read right now; try again later, without reopening the store.
    case dataRestricted(FinanceStore.DataType)
    /// The token is damaged, belongs to another store, stream or reader, or refers to compacted
    /// history.
    ///
    /// Discard it with all rows of its stream, and start from the beginning: rows that were deleted
    /// since are not named again.
    case historyTokenInvalid
    /// A text is no name of a reader; see ``ReaderName/text``.
    case readerNameInvalid(String)
    /// Swift would have to check more than `limit` rows, because the database can't evaluate part
    /// of a predicate or an order.
    ///
    /// Narrow the rest of the query.
    case tooManyRows(limit: Int)
    /// A predicate can't be evaluated for one of the rows; `part` says what of it, in words.
    ///
    /// Most often `!` unwraps a property that the row does not have.
    case predicateFailed(part: String)
    /// The store itself can't be used.
    case storeUnusable(StoreError)
}

extension FinanceError: LocalizedError {
    /// What is wrong, in one line.
    public var errorDescription: String? { StoreStrings.problem(of: self) }

    public var recoverySuggestion: String? { StoreStrings.fix(of: self) }
}

/// Every sentence of this module that a person may read, each with its fix.
enum StoreStrings {
    static func problem(of error: FinanceError) -> String {
        switch error {
        case .dataRestricted: "the financial data can't be read right now"
        case .historyTokenInvalid: "the history token is not valid here or not any more"
        case .readerNameInvalid(let text):
            "'\(VisibleText.line(text))' can't be the name of a reader"
        case .tooManyRows(let limit):
            "part of the query can't be left to the database, and more than \(limit) rows match "
                + "the rest of it"
        case .predicateFailed(let part): "the predicate can't be evaluated for a row: \(part)"
        case .storeUnusable(let error): problem(of: error)
        }
    }

    static func fix(of error: FinanceError) -> String {
        switch error {
        case .dataRestricted: "try again later; the store need not be opened again"
        case .historyTokenInvalid:
            "forget the token and the rows that you have of this stream, "
                + "and follow the history from its beginning"
        case .readerNameInvalid: "use 1 to 64 of the letters a to z, digits, '-', '_' and '.'"
        case .tooManyRows:
            "narrow the query by account or day, or replace the part that the diagnostic names"
        case .predicateFailed:
            "unwrap a property that may be nil with '?.' or '??', or compare it with nil first"
        case .storeUnusable(let error): fix(of: error)
        }
    }

    private static func problem(of error: StoreError) -> String {
        switch error {
        case .locked(let path, let holder):
            "\(path): another program uses it" + (holder.map { ": \($0)" } ?? "")
        case .newerSchema(let path, let migrations):
            "\(path): a newer saldovakt wrote it (\(migrations.joined(separator: ", ")))"
        case .unreadable(let path, let problem), .notWritable(let path, let problem):
            "\(path): \(problem)"
        case .removed(let path): "\(path): \(isGone)"
        case .overwritten(let path): "\(path): \(isOverwritten)"
        case .diskFull(let path): "\(path): no space left on the disk"
        case .failed(let operation, let code, let problem):
            "\(operation): \(problem)" + (code == 0 ? "" : " (SQLite \(code))")
        }
    }

    private static func fix(of error: StoreError) -> String {
        switch error {
        case .locked: "try again in a moment, or stop the other program"
        case .newerSchema: "update saldovakt"
        case .unreadable: "check the state folder, or restore the file from a backup"
        case .notWritable: "check the owner and the permissions of the state folder"
        case .removed: "open the store again"
        case .overwritten: "restore the file from a backup and open the store again"
        case .diskFull: "free some space"
        case .failed: "try again; if it stays so, report the error"
        }
    }

    /// The instruction with which the owner grants a reader access.
    static func request(of reader: ReaderName, folder: String) -> String {
        let path = URL(filePath: folder).absoluteURL.path.replacing("'", with: "'\\''")
        return "\(reader) asks to read your accounts; to allow it, run `saldovakt access grant "
            + "\(reader) --account NAME [--since DAY] --state '\(path)'`"
    }

    static let notADatabase =
        "it is no SQLite database; choose another state folder or move the file away"
    static let isCutOff =
        "the file is shorter than its header says; restore it from a backup or move it away"
    static let isDamaged =
        "the database is damaged; restore it from a backup, or move it away to start from scratch"
    static let isEmpty =
        "the file is empty, so what was in it is lost; restore it from a backup, or remove it to "
        + "start again"
    static let isOverwritten =
        "the file was cut off or written over while it was in use, so nothing more can be kept in it"
    static let isGone =
        "the file was removed or replaced while it was in use, so nothing more can be kept in it"
    static let isMissing =
        "nothing is stored there yet; run `saldovakt watch` first or check the state folder"
    static let isNotMigrated =
        "an older version of the program wrote it; run `saldovakt watch` once to bring it up to date"
    static let isReadOnly = "it was opened for reading only; only `saldovakt watch` writes to it"
    static let hasNoWriteAheadLog =
        "the file system can't hold SQLite's write-ahead log; put the state folder on a local disk"
    static let isNotDurable = "SQLite does not wait for the disk, so a power cut could lose commits"
    static let isReadOnlyDisk =
        "the file system is read-only now, as Linux makes one after an error of its disk; "
        + "look at 'dmesg', check the disk with fsck and mount it for writing again"

    /// The file has another program's application id.
    static func isForeign(_ applicationID: Int32) -> String {
        "it is another program's database (application id \(applicationID)); "
            + "choose another state folder or move the file away"
    }

    /// Tables that every version of the program makes are missing.
    static func lacks(_ tables: [String]) -> String {
        "it lacks the tables \(tables.joined(separator: ", ")); "
            + "restore it from a backup or move it away"
    }

    /// A stored value can't be read.
    static func hasStrangeValue(_ problem: RowProblem) -> String {
        "\(problem.problem) in table \(problem.table); \(isDamaged)"
    }

    /// A folder with other files in it is readable for other users.
    static func isOpenFolder(mode: UInt32) -> String {
        "the folder is open to others (mode 0\(String(mode, radix: 8))) and holds other files; "
            + "choose a folder of its own, or close this one with chmod 700"
    }

    /// Beside the database, SQLite needs to write the files that its readers and its writer share.
    static let cantWrite =
        "the file or its folder is read-only, and even reading needs to write there; "
        + "make the folder writable for you"

    /// SQLite can't open the file.
    static func cantUse(_ problem: String) -> String {
        "\(problem); check the owner and the permissions, "
            + "and that the file system is not read-only"
    }

    /// The kernel refused to watch the folder, or to start a thread for it.
    static func cantWatch(_ reason: String) -> String {
        "\(reason); check that the folder is there and fs.inotify.max_user_instances is not used up"
    }

    /// A file has the name of the state folder, or of a folder that it is in.
    static func isBelowFile(_ action: String) -> String {
        "can't \(action): a file is where a folder belongs; name another state folder"
    }

    /// A system call was refused.
    static func refused(_ action: String, _ reason: String) -> String {
        "can't \(action): \(reason); check the owner and the permissions"
    }
}
