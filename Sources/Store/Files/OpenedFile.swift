import Alerts
import Glibc

/// The database file that was opened, to notice when somebody takes it away or writes over it.
///
/// The descriptor stays open as long as the connection: to close one on the same file would take
/// SQLite's own locks away.
final class OpenedFile: Sendable {
    private let descriptor: Int32
    private let path: String

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
    func check(path: String) throws(StoreError) {
        guard isThere else { throw .removed(path: path) }
        // A checkpoint of another process may be under way: then it is whole a moment later.
        for _ in 0..<3 {
            if isWhole { return }
            usleep(20_000)
        }
        throw .unreadable(path: path, problem: StoreWords.isOverwritten)
    }

    private var isWhole: Bool {
        var entry = stat()
        guard fstat(descriptor, &entry) == 0 else { return true }
        let bytes = SystemFile.prefix(of: descriptor, count: DatabaseHeader.length)
        guard let header = DatabaseHeader(bytes), header.applicationID == Schema.applicationID
        else { return false }
        guard let count = header.pageCount else { return true }
        return Int64(entry.st_size) >= Int64(count) * Int64(header.pageSize)
    }
}
