import Alerts
import Glibc
import Threads

/// Checks the database file before SQLite opens it, so that another program's file stays untouched.
enum DatabaseFile {
    /// Opens the file for as long as the result is kept; `nil` if there is none.
    ///
    /// - Throws: ``StoreError/unreadable(path:problem:)`` if it is damaged or another program's.
    static func open(_ paths: StatePaths) throws(StoreError) -> OpenedFile? {
        guard let facts = try SystemFile.facts(of: paths.database) else { return nil }
        // A database gets its name when it is complete: no start leaves an empty one behind.
        guard facts.size > 0 else {
            throw .unreadable(path: paths.database, problem: StoreStrings.isEmpty)
        }
        let file = try OpenedFile(path: paths.database)
        guard let header = file.header else {
            throw .unreadable(path: paths.database, problem: StoreStrings.notADatabase)
        }
        guard header.applicationID == Schema.applicationID else {
            throw .unreadable(
                path: paths.database, problem: StoreStrings.isForeign(header.applicationID))
        }
        let isCutOff = try isCutOff { () throws(StoreError) in
            DatabaseLook(
                file: try file.look(),
                logSize: try SystemFile.facts(of: paths.writeAheadLog)?.size ?? 0)
        }
        guard !isCutOff else {
            throw .unreadable(path: paths.database, problem: StoreStrings.isCutOff)
        }
        return file
    }

    /// Whether pages are missing that are not in the write-ahead log either.
    ///
    /// Another process may move pages from the log into the file between two parts of one look, and
    /// then remove the log. So only two looks with the same result count.
    static func isCutOff(
        _ look: () throws(StoreError) -> DatabaseLook
    ) throws(StoreError) -> Bool {
        var last: DatabaseLook?
        while true {
            let now = try look()
            guard now.logSize == 0, now.file.isShort else { return false }
            if now == last { return true }
            last = now
        }
    }
}

/// The file and its log at one moment, as nearly as they can be seen together.
struct DatabaseLook: Hashable {
    let file: OpenedFile.Look
    let logSize: Int64
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
/// Connections of one process to one file share its descriptors, which are closed with the last
/// of them. Closing any descriptor of a file releases every lock of the process on it, SQLite's
/// included: another process would then remove the write-ahead log under a connection that goes on
/// writing to it. See https://www.sqlite.org/howtocorrupt.html, section 2.2.
final class OpenedFile: Sendable {
    private let descriptors: SharedDescriptors
    private let path: String
    /// The length of the file when it was last found intact.
    private let lastLength = Lock<Int64>(0)

    init(path: String) throws(StoreError) {
        self.path = path
        descriptors = try SharedDescriptors.open(path)
    }

    deinit { descriptors.release() }

    /// The header as it stands in the file; `nil` if there is none.
    var header: DatabaseHeader? {
        DatabaseHeader(
            SystemFile.prefix(of: descriptors.database, count: DatabaseHeader.length))
    }

    /// Whether the path still refers to this file; errors of `stat` itself are left for SQLite to
    /// report.
    var isThere: Bool {
        var (named, opened) = (stat(), stat())
        guard fstat(descriptors.database, &opened) == 0, stat(path, &named) == 0 else {
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
            guard look.header?.applicationID == Schema.applicationID else {
                throw .overwritten(path: path)
            }
            let isWhole = look.length >= lastLength.withLock(\.self) || !look.isShort
            if isWhole { return lastLength.withLock { $0 = look.length } }
            // The same result before and after a moment without a checkpoint: no half of one was
            // seen.
            if look == last { throw .overwritten(path: path) }
            if isAtCheckpoint { return }
            last = look
        }
    }

    struct Look: Hashable {
        let length: Int64
        let header: DatabaseHeader?

        /// Whether the file is shorter than its header says.
        var isShort: Bool {
            header.map { length < Int64($0.pageCount ?? 0) * Int64($0.pageSize) } ?? false
        }
    }

    func look() throws(StoreError) -> Look {
        var entry = stat()
        guard fstat(descriptors.database, &entry) == 0 else {
            throw SystemFile.refusal(path, "look at it")
        }
        return Look(length: Int64(entry.st_size), header: header)
    }

    /// Whether a process is moving pages from the write-ahead log into the file.
    ///
    /// It then holds byte 121 of the shared memory: "WAL_CKPT_LOCK" of the WAL-index locks,
    /// https://www.sqlite.org/walformat.html. Asking through a separate open file also shows locks
    /// of this process.
    private var isAtCheckpoint: Bool {
        let shared = descriptors.sharedMemory(of: path)
        guard shared >= 0 else { return false }
        return SystemFile.isLocked(shared, bytes: 121..<122)
    }
}

/// The descriptors of one database file, for all connections of this process.
private final class SharedDescriptors: Sendable {
    private struct Identity: Hashable {
        let device: UInt64
        let inode: UInt64

        init(_ entry: stat) {
            device = UInt64(entry.st_dev)
            inode = UInt64(entry.st_ino)
        }
    }

    private struct Use {
        var count = 0
        /// SQLite's shared memory, opened when it is first needed.
        var sharedMemory: Int32 = -1
    }

    private static let all = Lock<[Identity: SharedDescriptors]>([:])

    let database: Int32
    private let identity: Identity
    /// Changed only while `all` is locked.
    private let use = Lock(Use())

    private init(_ database: Int32, _ identity: Identity) {
        self.database = database
        self.identity = identity
    }

    /// The descriptors of the file at a path; each user releases them once.
    static func open(_ path: String) throws(StoreError) -> SharedDescriptors {
        try all.withLock { all throws(StoreError) in
            var entry = stat()
            if stat(path, &entry) == 0, let known = all[Identity(entry)] {
                known.use.withLock { $0.count += 1 }
                return known
            }
            let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC)
            guard descriptor >= 0, fstat(descriptor, &entry) == 0 else {
                throw SystemFile.refusal(path, "read it")
            }
            // If the file got this name only now, the second descriptor stays open.
            let opened = all[Identity(entry)] ?? SharedDescriptors(descriptor, Identity(entry))
            opened.use.withLock { $0.count += 1 }
            all[opened.identity] = opened
            return opened
        }
    }

    /// Closes the descriptors if nobody else uses them.
    func release() {
        Self.all.withLock { all in
            let left = use.withLock { use in
                use.count -= 1
                return use
            }
            guard left.count == 0 else { return }
            all[identity] = nil
            if left.sharedMemory >= 0 { Glibc.close(left.sharedMemory) }
            Glibc.close(database)
        }
    }

    /// The descriptor of the shared memory beside the file; negative if there is none yet.
    func sharedMemory(of path: String) -> Int32 {
        use.withLock { use in
            if use.sharedMemory < 0 {
                use.sharedMemory = Glibc.open(path + "-shm", O_RDONLY | O_CLOEXEC)
            }
            return use.sharedMemory
        }
    }
}
