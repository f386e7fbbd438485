import Foundation
import Testing

/// A view of the file systems in which a test mounts what it likes, without rights of its own.
///
/// A user namespace makes its first process root over the mounts in it; a machine may forbid that.
enum PrivateMounts {
    /// Why the tests that need it can't run here.
    static let reason: Comment = "this machine allows no mount in a namespace of its own"

    /// Whether a small file system can be mounted.
    static let work: Bool = {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = command("mount -t tmpfs -o size=64k none /mnt")
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return false }
        process.waitUntilExit()
        return process.terminationStatus == 0
    }()

    /// A shell script in such a view; `arguments` are `$1`, `$2` and so on in it.
    static func command(_ script: String, _ arguments: [String] = []) -> [String] {
        ["unshare", "--user", "--map-root-user", "--mount", "sh", "-c", script, "sh"] + arguments
    }
}
