import Alerts
import Foundation
import Glibc

/// The right to be the only instance that writes to a state folder.
///
/// An advisory lock on a file of its own, which the system takes back when the process ends,
/// however it ends. The file says who holds it; its presence alone means nothing.
final class InstanceLock: Sendable {
    private let descriptor: Int32

    /// Takes the lock and writes process number and start time into the file.
    ///
    /// - Throws: ``StoreError/locked(path:holder:)`` with what the holder wrote.
    init(path: String, startedAt: Date) throws(StoreError) {
        let file = try SystemFile.open(path)
        guard flock(file, LOCK_EX | LOCK_NB) == 0 else {
            let isHeld = errno == EWOULDBLOCK
            let refusal = SystemFile.refusal(path, "lock it")
            let holder = Self.signature(in: file)
            Glibc.close(file)
            throw isHeld ? .locked(path: path, holder: holder) : refusal
        }
        descriptor = file
        sign(startedAt: startedAt)
    }

    deinit {
        // Nobody may read our name once we are gone.
        ftruncate(descriptor, 0)
        // A child that was forked this moment still has the file open: closing is not enough.
        flock(descriptor, LOCK_UN)
        Glibc.close(descriptor)
    }

    private func sign(startedAt: Date) {
        let start = startedAt.formatted(.iso8601)
        let line = Array("process \(getpid()), started \(start)\n".utf8)
        // The words are a courtesy: a full disk must not take the lock away.
        ftruncate(descriptor, 0)
        _ = pwrite(descriptor, line, line.count, 0)
        fchmod(descriptor, 0o600)
    }

    /// The line that a holder wrote, if any is there.
    static func signature(in descriptor: Int32) -> String? {
        let bytes = SystemFile.prefix(of: descriptor, count: 200)
        let line = String(decoding: bytes, as: UTF8.self).split(separator: "\n").first
        return line.map(String.init)
    }
}

extension InstanceLock {
    /// What the holder of a lock wrote about itself; `nil` if nobody holds it.
    ///
    /// Trying to take the lock could turn away a watcher that starts at this moment, so the
    /// kernel's list of locks is read instead (proc_locks(5)). File systems that number their files
    /// differently there are covered by the process number that the holder signed with.
    static func holder(path: String) -> String? {
        let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { Glibc.close(descriptor) }
        var entry = stat()
        guard fstat(descriptor, &entry) == 0 else { return nil }
        let line = signature(in: descriptor) ?? ""
        let process = line.split(whereSeparator: { " ,".contains($0) }).dropFirst().first
        let isHeld = kernelLocks().contains { lock in
            lock.file == UInt64(entry.st_ino) || (process != nil && lock.process == process)
        }
        return isHeld ? line : nil
    }

    /// The exclusive whole-file locks that the kernel knows: who holds them, on which file.
    private static func kernelLocks() -> [(process: Substring, file: UInt64)] {
        let descriptor = Glibc.open("/proc/locks", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return [] }
        defer { Glibc.close(descriptor) }
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
