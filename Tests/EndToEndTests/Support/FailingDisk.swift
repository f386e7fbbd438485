import Foundation
import TestSupport
import Testing

/// A disk in a file that fails when it is told to, for tests that run as root.
///
/// It is mounted in a namespace of its own, so it goes with the last process that uses it. After an
/// error ext4 lets nobody write any more, as it does on a disk that really fails.
enum FailingDisk {
    /// Why the tests that need it can't run here.
    static let reason: Comment = "this machine mounts no disk in a file, or can't make it fail"

    /// Whether a disk can be mounted and made to fail.
    static func works() async throws -> Bool {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "saldovakt-disk-\(getpid())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let script = command("fail && ! touch \"$disk/file\"", disk: folder.path)
        return try await ForeignProcess.run(script) == 0
    }

    /// A shell script with the disk at a path, in which `fail` breaks it and `fix` repairs it once
    /// nobody uses it.
    static func command(
        _ script: String, disk: String, arguments: [String] = []
    ) -> [String] {
        let beginning = """
            disk=$1; shift
            image=$disk.image
            PATH=$PATH:/usr/sbin:/sbin
            attach() {
                mount -o loop,errors=remount-ro "$image" "$disk" || return 1
                device=$(findmnt --noheadings --output SOURCE "$disk")
            }
            fail() { echo 1 > "/sys/fs/ext4/${device##*/}/trigger_fs_error"; }
            mend() {
                umount "$disk" || return 1
                # It tells with 1 that it has mended something.
                e2fsck -fy "$image" >/dev/null 2>&1
                attach
            }
            truncate -s 16M "$image" && mkfs.ext4 -q -F "$image" && attach || exit 99
            chmod 700 "$disk"

            """
        return ["unshare", "--mount", "sh", "-c", beginning + script, "sh", disk] + arguments
    }
}
