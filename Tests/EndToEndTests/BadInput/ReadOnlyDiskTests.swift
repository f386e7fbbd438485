import Foundation
import TestSupport
import Testing

@Suite(
    "A disk that fails under a watcher", .programs,
    .enabled(FailingDisk.reason) { try await FailingDisk.works() })
struct ReadOnlyDiskTests {
    private static let story = """
        "$@" --json --interval 200ms & watcher=$!
        read -r next
        fail
        echo failed; read -r next
        kill -TERM $watcher; wait $watcher; echo "ended $?"
        mend || exit 98
        echo mended
        "$@" --json --interval 200ms & watcher=$!
        read -r next
        kill -TERM $watcher; wait $watcher; echo "ended again $?"
        """

    @Test("Linux makes it read-only: said in words and with a way out, and nothing is lost")
    func readOnly() async throws {
        let stage = try await Stage()
        let disk = stage.scratch.path("disk")
        try FileManager.default.createDirectory(at: disk, withIntermediateDirectories: true)
        let watch = stage.watchCommand(state: disk.path + "/state")
        let process = try ForeignProcess(
            FailingDisk.command(Self.story, disk: disk.path, arguments: watch),
            environment: stage.environment(["PATH": "/usr/sbin:/sbin:/usr/bin:/bin"]))
        try await process.newPolls()
        process.send("fail")
        _ = try await process.line(startingWith: "failed")
        try await stage.pay("-612.00", from: "Brukskonto")
        _ = try await process.line(startingWith: #"{"event":"storeFailed""#)
        #expect(await stage.receiver.waits(for: "health.fired saldovakt-store-not-writable"))
        let errors = process.errorText
        #expect(errors.contains("/disk/state/saldovakt.sqlite: error: [store-not-writable]"))
        #expect(errors.contains("the file system is read-only now"), "\(errors)")
        #expect(errors.contains("fix: look at 'dmesg', check the disk with fsck"))
        process.send("end")
        _ = try await process.line(startingWith: "ended 143")
        _ = try await process.line(startingWith: "mended")
        #expect(await stage.receiver.waits(for: "alert.fired big"))
        process.send("end")
        _ = try await process.line(startingWith: "ended again 143")
        #expect(stage.receiver.words.count { $0 == "alert.fired big" } == 1)
    }
}
