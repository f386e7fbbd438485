public import Alerts
import Finance
public import Foundation

/// Why the finance store could not answer.
///
/// Availability, restriction and authorization are three things: a store can always be asked on
/// Linux, a *restriction* passes by itself, and what a reader is not *authorized* to see is simply
/// not there for it.
public enum FinanceError: Error, Sendable, Hashable {
    /// The data is there but can't be read right now; try again later, nothing has to be reopened.
    case dataRestricted(FinanceStore.DataType)
    /// The token does not fit: it belongs to another store, stream or reader, is damaged, or
    /// points into history that was compacted. Forget it and start from the beginning.
    case historyTokenInvalid
    /// Part of a predicate or an order can't be left to the database, and more rows than that
    /// would have to be looked at one by one. Narrow the rest of it.
    case tooManyRows(limit: Int)
    /// The store itself can't be used.
    case storeUnusable(StoreError)
}

extension FinanceError: LocalizedError {
    /// What is wrong, in one line.
    public var errorDescription: String? { StoreWords.problem(of: self) }

    /// What to do now.
    public var recoverySuggestion: String? { StoreWords.fix(of: self) }
}

extension StoreWords {
    /// What is wrong, in one line.
    static func problem(of error: FinanceError) -> String {
        switch error {
        case .dataRestricted: "the financial data can't be read right now"
        case .historyTokenInvalid: "the history token is not valid here or not any more"
        case .tooManyRows(let limit):
            "part of the query can't be left to the database, and more than \(limit) rows match "
                + "the rest of it"
        case .storeUnusable(let error): problem(of: error)
        }
    }

    /// What to do now.
    static func fix(of error: FinanceError) -> String {
        switch error {
        case .dataRestricted: "try again later; the store need not be opened again"
        case .historyTokenInvalid:
            "forget the token and follow the history from its beginning; nothing is lost"
        case .tooManyRows:
            "narrow the query by account or day, or replace the part that the diagnostic names"
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
}

extension StoreWords {
    /// What of a query was left to Swift, in one line.
    static func explained(_ diagnostic: QueryDiagnostic) -> String {
        switch diagnostic.part {
        case .predicate: "\(diagnostic.cause) is evaluated row by row, not by the database"
        case .order: "\(diagnostic.cause) is sorted in memory, not by the database"
        }
    }
}

extension StoreWords {
    /// How the owner of the data lets a reader in.
    static func request(of reader: ReaderName) -> String {
        "\(reader) asks to read your accounts; to allow it, run "
            + "`saldovakt access grant \(reader) --account NAME [--since DAY]`"
    }
}
