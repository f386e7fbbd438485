import Alerts
import GRDB
import Glibc

extension StoreError {
    /// Turns any error of an access into the error that the port promises.
    ///
    /// SQLite's own message names tables and columns, never a bound value.
    init(_ error: any Error, operation: String, path: String) {
        switch error {
        case let error as StoreError: self = error
        case let error as DatabaseError: self.init(sqlite: error, operation: operation, path: path)
        case let error as RowProblem:
            self = .unreadable(path: path, problem: StoreStrings.hasStrangeValue(error))
        default:
            // A value of the wrong kind in a column; its description would show the value.
            self = .unreadable(path: path, problem: StoreStrings.isDamaged)
        }
    }

    private init(sqlite error: DatabaseError, operation: String, path: String) {
        let problem = error.message ?? error.resultCode.description
        switch error.resultCode {
        case .SQLITE_FULL: self = .diskFull(path: path)
        case .SQLITE_IOERR where Self.isDiskFull(at: path): self = .diskFull(path: path)
        case .SQLITE_IOERR where Self.isReadOnly(at: path):
            self = .notWritable(path: path, problem: StoreStrings.isReadOnlyDisk)
        case .SQLITE_READONLY:
            self = .notWritable(path: path, problem: StoreStrings.cantWrite)
        case .SQLITE_PERM, .SQLITE_CANTOPEN, .SQLITE_AUTH:
            self = .notWritable(path: path, problem: StoreStrings.cantUse(problem))
        case .SQLITE_CORRUPT: self = .unreadable(path: path, problem: StoreStrings.isDamaged)
        case .SQLITE_NOTADB: self = .unreadable(path: path, problem: StoreStrings.notADatabase)
        case .SQLITE_BUSY, .SQLITE_LOCKED: self = .locked(path: path, holder: nil)
        default:
            self = .failed(
                operation: operation, code: Int(error.extendedResultCode.rawValue),
                problem: problem)
        }
    }

    /// SQLite reports a full disk as a plain input/output error where it grows its shared memory
    /// or synchronises.
    private static func isDiskFull(at path: String) -> Bool {
        var figures = statvfs()
        return statvfs(path, &figures) == 0 && figures.f_bavail == 0
    }

    /// Whether the file system no longer accepts writes.
    ///
    /// After a disk error Linux refuses every write, while mount flags and permissions still allow
    /// it: only a write shows it. This one changes a date and nothing else.
    private static func isReadOnly(at path: String) -> Bool {
        utimensat(AT_FDCWD, path, nil, 0) != 0 && errno == EROFS
    }
}
