import Alerts
import Foundation
import Glibc

/// The right to be the only instance that writes to a state folder.
///
/// It is an advisory lock on the folder itself, so that no other file can take its place. The
/// system releases it whenever the process ends. A file in the folder names the holder; the file
/// alone means nothing.
final class InstanceLock: Sendable {
    private let descriptor: Int32
    private let path: String

    /// Takes the lock.
    ///
    /// - Throws: ``StoreError/locked(path:holder:)`` with what the holder wrote.
    init(_ paths: StatePaths, startedAt: Date) throws(StoreError) {
        path = paths.lock
        let folder = Glibc.open(paths.folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else { throw SystemFile.refusal(paths.folder, "open it") }
        guard flock(folder, LOCK_EX | LOCK_NB) == 0 else {
            let isHeld = errno == EWOULDBLOCK
            let refusal = SystemFile.refusal(paths.folder, "lock it")
            Glibc.close(folder)
            // A process signs only after it has the lock.
            let holder = Self.signature(path) ?? "a process that has not named itself"
            throw isHeld ? .locked(path: path, holder: holder) : refusal
        }
        descriptor = folder
        let start = startedAt.formatted(.iso8601)
        try sign("process \(getpid()), started \(start)\n")
    }

    deinit {
        // The file must not name this process after it has ended.
        try? sign("")
        // A child that is being forked may still have the folder open: closing is not enough.
        flock(descriptor, LOCK_UN)
        Glibc.close(descriptor)
    }

    private func sign(_ line: String) throws(StoreError) {
        let file = try SystemFile.open(path)
        defer { Glibc.close(file) }
        // The text is only a convenience: a full disk must not prevent the lock.
        ftruncate(file, 0)
        _ = pwrite(file, line, line.utf8.count, 0)
        fchmod(file, 0o600)
    }

    /// The line that a holder wrote, if any.
    private static func signature(_ path: String) -> String? {
        let bytes = FileManager.default.contents(atPath: path)?.prefix(200) ?? Data()
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").first.map(String.init)
    }
}

extension InstanceLock {
    /// The holder's own line about itself; `nil` if nobody holds the lock.
    ///
    /// Trying to take the lock could turn away a watcher that is starting, so the kernel's list of
    /// locks is read instead (proc_locks(5)). Where a file system numbers its files differently
    /// there, the process id in the holder's line decides.
    static func holder(_ paths: StatePaths) -> String? {
        var entry = stat()
        guard stat(paths.folder, &entry) == 0 else { return nil }
        let line = signature(paths.lock) ?? ""
        let process = line.split(whereSeparator: { " ,".contains($0) }).dropFirst().first
        let isHeld = kernelLocks().contains { lock in
            lock.file == UInt64(entry.st_ino) || (process != nil && lock.process == process)
        }
        return isHeld ? line : nil
    }

    /// The exclusive whole-file locks of the kernel: holder and file.
    private static func kernelLocks() -> [(process: Substring, file: UInt64)] {
        let descriptor = Glibc.open("/proc/locks", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return [] }
        defer { Glibc.close(descriptor) }
        // Foundation reads only the kernel's first page.
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 16_384)
        while case let count = read(descriptor, &buffer, buffer.count), count > 0 {
            bytes += buffer[..<count]
        }
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").compactMap { line in
            // 1: FLOCK  ADVISORY  WRITE 4711 fd:01:393217 0 EOF
            let words = line.split(separator: " ")
            guard words.count >= 6, words[1] == "FLOCK", words[3] == "WRITE",
                let file = words[5].split(separator: ":").last.flatMap({ UInt64($0) })
            else { return nil }
            return (words[4], file)
        }
    }
}
