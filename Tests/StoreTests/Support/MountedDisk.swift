import Foundation
import TestSupport

/// A small file system of its own in memory, for tests that run as root.
///
/// A shell beside the tests takes it down as soon as its input ends: with this object, or with the
/// test process, however that ends.
final class MountedDisk: Sendable {
    /// Whether this process may mount one.
    static let canMount = MountedDisk(kilobytes: 64) != nil

    /// Where it is mounted.
    let path: String
    private let folder = TemporaryFolder()
    private let input = Pipe()

    private static let keeper = """
        trap '' HUP INT TERM
        mount -t tmpfs -o "mode=0700,size=$2" tmpfs "$1" || exit 1
        echo mounted
        read -r end
        umount --lazy "$1"
        rmdir "$1" "${1%/*}" 2>/dev/null
        """

    /// Mounts a disk of that size; `nil` if that is not allowed here.
    init?(kilobytes: Int) {
        path = folder.path("disk")
        try? FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["setsid", "sh", "-c", Self.keeper, "sh", path, "\(kilobytes)k"]
        let output = Pipe()
        process.standardInput = input
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return nil }
        guard let line = try? output.fileHandleForReading.read(upToCount: 7), line.count == 7
        else { return nil }
    }

    deinit {
        try? input.fileHandleForWriting.close()
    }

    /// Lets nobody write any more.
    func makeReadOnly() {
        Self.run("mount", "-o", "remount,ro", path)
    }

    /// Writes a file until nothing fits any more.
    func fill(_ file: String) {
        Self.run("dd", "if=/dev/zero", "of=\(file)", "bs=1k")
    }

    private static func run(_ arguments: String...) {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = arguments
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return }
        process.waitUntilExit()
    }
}
