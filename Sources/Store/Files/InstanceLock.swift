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
