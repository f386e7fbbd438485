import Alerts
import Glibc
import Threads

/// Checks the database file before SQLite opens it, so that another program's file stays untouched.
enum DatabaseFile {
    /// Returns whether the file exists; throws if it is damaged or another program's.
    static func check(_ paths: StatePaths) throws(StoreError) -> Bool {
        guard let facts = try SystemFile.facts(of: paths.database) else { return false }
        // A database gets its name when it is complete: no start leaves an empty one behind.
        guard facts.size > 0 else {
            throw .unreadable(path: paths.database, problem: StoreStrings.isEmpty)
        }
        let bytes = try SystemFile.prefix(of: paths.database, count: DatabaseHeader.length)
        guard let header = DatabaseHeader(bytes) else {
            throw .unreadable(path: paths.database, problem: StoreStrings.notADatabase)
        }
        guard header.applicationID == Schema.applicationID else {
            throw .unreadable(
                path: paths.database, problem: StoreStrings.isForeign(header.applicationID))
        }
        try checkLength(header, facts.size, paths)
        return true
    }

    private static func checkLength(
        _ header: DatabaseHeader, _ size: Int64, _ paths: StatePaths
    ) throws(StoreError) {
        // Pages that are missing here may still be in the write-ahead log.
        let log = try SystemFile.facts(of: paths.writeAheadLog)?.size ?? 0
        guard log == 0, let count = header.pageCount else { return }
        guard size >= Int64(count) * Int64(header.pageSize) else {
            throw .unreadable(path: paths.database, problem: StoreStrings.isCutOff)
        }
    }
}

/// The first hundred bytes of an SQLite database, read without SQLite.
///
/// Shape: "The Database Header" of the SQLite file format, https://www.sqlite.org/fileformat2.html.
struct DatabaseHeader: Sendable, Hashable {
    static let length = 100

    /// The size of a page in bytes.
    let pageSize: Int
    /// How many pages there are; `nil` where the header's count is not valid.
    let pageCount: Int?
    /// The mark of the program that made the file.
    let applicationID: Int32

    /// Reads a header; `nil` if the bytes are not one.
    init?(_ bytes: [UInt8]) {
        guard bytes.count >= Self.length else { return nil }
        guard bytes.starts(with: Array("SQLite format 3".utf8) + [0]) else { return nil }
        func number(at offset: Int) -> UInt32 {
            bytes[offset..<offset + 4].reduce(0) { $0 << 8 | UInt32($1) }
        }
        let size = Int(bytes[16]) << 8 | Int(bytes[17])
        pageSize = size == 1 ? 65_536 : size
        guard pageSize >= 512, pageSize & (pageSize - 1) == 0 else { return nil }
        // The count holds only while the change counter is the one it was written with.
        pageCount = number(at: 24) == number(at: 92) ? Int(number(at: 28)) : nil
        applicationID = Int32(bitPattern: number(at: 68))
    }
}

/// The database file that was opened, to detect that it was removed or overwritten.
///
/// The descriptor stays open as long as the connection: closing one on the same file would release
/// SQLite's own locks.
final class OpenedFile: Sendable {
    private let descriptor: Int32
    private let path: String
    /// The length of the file when it was last found intact.
    private let lastLength = Lock<Int64>(0)
    /// SQLite's shared memory, opened when it is first needed; it stays open for the same reason.
    private let sharedMemory = Lock<Int32>(-1)

    init(path: String) throws(StoreError) {
        self.path = path
        descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw SystemFile.refusal(path, "read it") }
    }

    deinit {
        Glibc.close(descriptor)
        let shared = sharedMemory.withLock(\.self)
        if shared >= 0 { Glibc.close(shared) }
    }

    /// Whether the path still refers to this file; errors of `stat` itself are left for SQLite to
    /// report.
    var isThere: Bool {
        var (named, opened) = (stat(), stat())
        guard fstat(descriptor, &opened) == 0, stat(path, &named) == 0 else {
            return errno != ENOENT && errno != ENOTDIR
        }
        return named.st_dev == opened.st_dev && named.st_ino == opened.st_ino
    }

    /// Throws if the file was removed, replaced, truncated or overwritten (D86).
    ///
    /// A checkpoint of any process writes the first page before the file grows to the length in its
    /// header, and truncates it afterwards. The file therefore counts as truncated if it is shorter
    /// than before and than its header says, and no checkpoint is running.
    func check() throws(StoreError) {
        guard isThere else { throw .removed(path: path) }
        var last: Look?
        while true {
            let look = try look()
            guard let header = look.header, header.applicationID == Schema.applicationID else {
                throw .overwritten(path: path)
            }
            let isWhole =
                look.length >= lastLength.withLock(\.self)
                || look.length >= Int64(header.pageCount ?? 0) * Int64(header.pageSize)
            if isWhole { return lastLength.withLock { $0 = look.length } }
            // The same result before and after a moment without a checkpoint: no half of one was
            // seen.
            if look == last { throw .overwritten(path: path) }
            if isAtCheckpoint { return }
            last = look
        }
    }

    private struct Look: Equatable {
        let length: Int64
        let header: DatabaseHeader?
    }

    private func look() throws(StoreError) -> Look {
        var entry = stat()
        guard fstat(descriptor, &entry) == 0 else { throw SystemFile.refusal(path, "look at it") }
        let bytes = SystemFile.prefix(of: descriptor, count: DatabaseHeader.length)
        return Look(length: Int64(entry.st_size), header: DatabaseHeader(bytes))
    }

    /// `F_OFD_GETLK` of fcntl(2), which Glibc's module leaves out.
    private static let getLock: Int32 = 36

    /// Whether a process is moving pages from the write-ahead log into the file.
    ///
    /// It then holds byte 121 of the shared memory: "WAL_CKPT_LOCK" of the WAL-index locks,
    /// https://www.sqlite.org/walformat.html. Asking through a separate open file also shows locks
    /// of this process.
    private var isAtCheckpoint: Bool {
        let shared = sharedMemory.withLock { shared in
            if shared < 0 { shared = Glibc.open(path + "-shm", O_RDONLY | O_CLOEXEC) }
            return shared
        }
        guard shared >= 0 else { return false }
        var lock = flock()
        lock.l_type = Int16(F_WRLCK)
        lock.l_whence = Int16(SEEK_SET)
        lock.l_start = 121
        lock.l_len = 1
        return fcntl(shared, Self.getLock, &lock) == 0 && lock.l_type != Int16(F_UNLCK)
    }
}
