import Foundation
import TestSupport

/// A small file system of its own in memory, for tests that run as root.
///
/// A shell beside the tests takes it down as soon as its input ends: with this object, or with the
/// test process, however that ends.
final class MountedDisk: Sendable {
    /// Whether this process may mount one.
    static func canMount() async -> Bool { await MountedDisk(kilobytes: 64) != nil }

    /// Where it is mounted.
    let path: String
    private let folder = TemporaryFolder()
    private let keeper: ForeignProcess

    private static let script = """
        trap '' HUP INT TERM
        mount -t tmpfs -o "mode=0700,size=$2" tmpfs "$1" || exit 1
        echo mounted
        read -r end
        umount --lazy "$1"
        rmdir "$1" "${1%/*}" 2>/dev/null
        """

    /// Mounts a disk of that size; `nil` if that is not allowed here.
    init?(kilobytes: Int) async {
        path = folder.path("disk")
        try? FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
        let command = ["setsid", "sh", "-c", Self.script, "sh", path, "\(kilobytes)k"]
        guard let keeper = try? ForeignProcess(command) else { return nil }
        self.keeper = keeper
        guard (try? await keeper.line(startingWith: "mounted")) != nil else { return nil }
    }

    deinit {
        keeper.endInput()
    }

    /// Lets nobody write any more.
    func makeReadOnly() async throws {
        _ = try await ForeignProcess.run(["mount", "-o", "remount,ro", path])
    }

    /// Writes a file until nothing fits any more.
    func fill(_ file: String) async throws {
        _ = try await ForeignProcess.run(["dd", "if=/dev/zero", "of=\(file)", "bs=1k"])
    }
}
