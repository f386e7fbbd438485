import Alerts
import Glibc
import Threads

/// The database file that was opened, to notice when somebody takes it away or writes over it.
///
/// The descriptor stays open as long as the connection: to close one on the same file would take
/// SQLite's own locks away.
final class OpenedFile: Sendable {
    private let descriptor: Int32
    private let path: String
    /// How long the file was when it was last found whole.
    private let lastLength = Lock<Int64>(0)

    /// Opens the file beside SQLite.
    init(path: String) throws(StoreError) {
        self.path = path
        descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw SystemFile.refusal(path, "read it") }
    }

    deinit {
        Glibc.close(descriptor)
    }

    /// Whether the name still stands for this file; what `stat` itself has against the path is left
    /// for SQLite to tell.
    var isThere: Bool {
        var (named, opened) = (stat(), stat())
        guard fstat(descriptor, &opened) == 0, stat(path, &named) == 0 else {
            return errno != ENOENT && errno != ENOTDIR
        }
        return named.st_dev == opened.st_dev && named.st_ino == opened.st_ino
    }

    /// Refuses a file that is gone, was replaced, or is no whole database of ours any more (D86).
    ///
    /// A checkpoint, of whatever process, writes the first page before the file grows to what its
    /// header says, and after that cuts off what is no longer used. So a file is cut off if it is
    /// shorter than it was and than its header says. The length is read first for the same reason.
    func check() throws(StoreError) {
        guard isThere else { throw .removed(path: path) }
        var entry = stat()
        guard fstat(descriptor, &entry) == 0 else { throw SystemFile.refusal(path, "look at it") }
        let length = Int64(entry.st_size)
        let bytes = SystemFile.prefix(of: descriptor, count: DatabaseHeader.length)
        guard let header = DatabaseHeader(bytes), header.applicationID == Schema.applicationID,
            length >= lastLength.withLock(\.self)
                || length >= Int64(header.pageCount ?? 0) * Int64(header.pageSize)
        else { throw .overwritten(path: path) }
        lastLength.withLock { $0 = length }
    }
}
