import Foundation
import TestSupport

/// A small file system of its own in memory, for tests that run as root.
final class MountedDisk: Sendable {
    /// Whether this process may mount one.
    static let canMount = MountedDisk(kilobytes: 64) != nil

    /// Where it is mounted.
    let path: String
    private let folder = TemporaryFolder()

    /// Mounts a disk of that size; `nil` if that is not allowed here.
    init?(kilobytes: Int) {
        path = folder.path("disk")
        try? FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
        guard
            Self.run(
                "mount", "-t", "tmpfs", "-o", "mode=0700,size=\(kilobytes)k", "tmpfs", path)
        else { return nil }
    }

    deinit {
        Self.run("umount", "--lazy", path)
    }

    /// Lets nobody write any more.
    func makeReadOnly() {
        Self.run("mount", "-o", "remount,ro", path)
    }

    /// Writes a file until nothing fits any more.
    func fill(_ file: String) {
        Self.run("dd", "if=/dev/zero", "of=\(file)", "bs=1k")
    }

    @discardableResult
    private static func run(_ arguments: String...) -> Bool {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = arguments
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return false }
        process.waitUntilExit()
        return process.terminationStatus == 0
    }
}
