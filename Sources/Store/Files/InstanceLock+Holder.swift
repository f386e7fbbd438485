import Alerts
import Glibc

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
