import Alerts
import Foundation
import Glibc

/// The few system calls on files that SQLite does not make.
enum SystemFile {
    struct Facts: Sendable, Hashable {
        let mode: UInt32
        /// In bytes.
        let size: Int64
        let isFolder: Bool

        /// Whether somebody but the owner may read, write or search.
        var isOpenToOthers: Bool { mode & 0o077 != 0 }
    }

    /// Returns the facts of a file; `nil` if there is none.
    static func facts(of path: String) throws(StoreError) -> Facts? {
        var entry = stat()
        guard stat(path, &entry) == 0 else {
            if errno == ENOENT { return nil }
            throw refusal(path, "look at it")
        }
        return Facts(
            mode: UInt32(entry.st_mode) & 0o7777, size: Int64(entry.st_size),
            isFolder: entry.st_mode & S_IFMT == S_IFDIR)
    }

    /// Removes all rights to a file from everybody but the owner.
    static func close(_ path: String, mode: UInt32) throws(StoreError) {
        guard chmod(path, mode) == 0 else { throw refusal(path, "close it to others") }
    }

    /// Opens a file for reading and writing, made with mode 0600 if it is missing.
    static func open(_ path: String) throws(StoreError) -> Int32 {
        let descriptor = Glibc.open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw refusal(path, "open it for writing") }
        return descriptor
    }

    static func prefix(of descriptor: Int32, count: Int) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        let length = pread(descriptor, &bytes, count, 0)
        return Array(bytes.prefix(max(0, length)))
    }

    /// `F_OFD_GETLK` of fcntl(2), which Glibc's module leaves out.
    private static let getLock: Int32 = 36

    /// Whether any process, this one included, holds a lock on some of the bytes.
    static func isLocked(_ descriptor: Int32, bytes: Range<Int>) -> Bool {
        var lock = flock()
        lock.l_type = Int16(F_WRLCK)
        lock.l_whence = Int16(SEEK_SET)
        lock.l_start = bytes.lowerBound
        lock.l_len = bytes.count
        return fcntl(descriptor, getLock, &lock) == 0 && lock.l_type != Int16(F_UNLCK)
    }

    static func remove(_ path: String) throws(StoreError) {
        guard unlink(path) == 0 || errno == ENOENT else { throw refusal(path, "remove it") }
    }

    /// Renames a file in its folder durably: after a power cut it is complete under one of the
    /// names.
    static func rename(_ path: String, to name: String, in folder: String) throws(StoreError) {
        try flush(path)
        guard Glibc.rename(path, name) == 0 else { throw refusal(path, "rename it") }
        try flush(folder)
    }

    private static func flush(_ path: String) throws(StoreError) {
        let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw refusal(path, "open it") }
        defer { Glibc.close(descriptor) }
        guard fsync(descriptor) == 0 else { throw refusal(path, "write it to the disk") }
    }

    static func names(in folder: String) -> [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    }

    /// The error for a system call that just failed.
    static func refusal(_ path: String, _ action: String) -> StoreError {
        let code = errno
        if code == ENOSPC || code == EDQUOT { return .diskFull(path: path) }
        if code == ENOTDIR {
            return .notWritable(path: path, problem: StoreStrings.isBelowFile(action))
        }
        return .notWritable(
            path: path, problem: StoreStrings.refused(action, String(cString: strerror(code))))
    }
}
