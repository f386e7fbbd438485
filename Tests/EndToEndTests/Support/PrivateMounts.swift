import Foundation
import TestSupport
import Testing

/// A view of the file systems in which a test mounts what it likes, without rights of its own.
///
/// A user namespace makes its first process root over the mounts in it; a machine may forbid that.
enum PrivateMounts {
    /// Why the tests that need it can't run here.
    static let reason: Comment = "this machine allows no mount in a namespace of its own"

    /// Whether a small file system can be mounted.
    static func work() async throws -> Bool {
        try await ForeignProcess.run(command("mount -t tmpfs -o size=64k none /mnt")) == 0
    }

    /// A shell script in such a view; `arguments` are `$1`, `$2` and so on in it.
    static func command(_ script: String, _ arguments: [String] = []) -> [String] {
        ["unshare", "--user", "--map-root-user", "--mount", "sh", "-c", script, "sh"] + arguments
    }
}
