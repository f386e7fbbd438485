import Foundation
import TestSupport
import Testing

@Suite("Guarantees 28, 29: what is told when the store can't be written", .programs)
struct LastResortTests {
    /// Runs a shell command as root of the test.
    private func shell(_ command: String) async throws {
        let process = try ForeignProcess(["sh", "-c", command])
        let code = try await process.exitCode()
        if code != 0 { throw ForeignProcess.Failure(description: process.errorText) }
    }

    @Test(
        "guarantee 28: a store that can't be written is told though the outbox is in it, and its end"
    )
    func notWritable() async throws {
        let stage = try await Stage()
        let watcher = try stage.watch()
        try await watcher.newPolls()
        // No file may grow beyond a page: every write to the database fails.
        try await shell("prlimit --pid \(watcher.id) --fsize=4096:unlimited")
        _ = try await watcher.line(startingWith: #"{"event":"storeFailed""#)
        #expect(await stage.receiver.waits(for: "health.fired saldovakt-store-not-writable"))
        #expect(watcher.errorText.contains("error: [store-"))
        try await shell("prlimit --pid \(watcher.id) --fsize=unlimited:unlimited")
        #expect(await stage.receiver.waits(for: "health.resolved saldovakt-store-not-writable"))
        try await stage.pay("-170.00", from: "Lommepenger")
        #expect(await stage.receiver.waits(for: "alert.fired low"))
        watcher.signal(SIGTERM)
        #expect(try await watcher.exitCode() == 143)
        #expect(stage.receiver.words.count == 3)
    }

    @Test("guarantee 28: a full disk is told, and that it has space again")
    func diskFull() async throws {
        let stage = try await Stage()
        let state = stage.scratch.path("state").path
        try FileManager.default.createDirectory(atPath: state, withIntermediateDirectories: true)
        // The watcher has the small disk to itself, in a mount namespace of its own.
        let script = """
            mount -t tmpfs -o size=4m,mode=700 tmpfs '\(state)' && echo "holder $$" && exec "$@"
            """
        let watcher = try stage.watch(
            through: ["unshare", "--user", "--map-root-user", "--mount", "sh", "-c", script, "sh"])
        try await watcher.newPolls()
        let inside = "/proc/\(watcher.id)/root\(state)"
        try await shell("cat /dev/zero > '\(inside)/filler' 2>/dev/null || true")
        #expect(await stage.receiver.waits(for: "health.fired saldovakt-disk-full"))
        #expect(watcher.errorText.contains("[disk-full]"))
        try await shell("rm '\(inside)/filler'")
        #expect(await stage.receiver.waits(for: "health.resolved saldovakt-disk-full"))
        try await stage.pay("-170.00", from: "Lommepenger")
        #expect(await stage.receiver.waits(for: "alert.fired low"))
        watcher.signal(SIGTERM)
        #expect(try await watcher.exitCode() == 143)
    }

    @Test("guarantee 29: without bank and store it is still told on the desktop and standard error")
    func desktop() async throws {
        let desktop = try await HeadlessDesktop(.scripted())
        defer { desktop.stop() }
        let stage = try await Stage()
        try stage.scratch.write(
            Stage.rules.replacing(#"["hook"]"#, with: #"["desktop"]"#), to: "rules.json")
        let watcher = try stage.watch(environment: desktop.environment)
        try await watcher.newPolls()
        try await stage.bank.turn("outage", "true")
        try await watcher.newPolls()
        try await shell("prlimit --pid \(watcher.id) --fsize=4096:unlimited")
        _ = try await watcher.line(startingWith: #"{"event":"storeFailed""#)
        let calls = desktop.folder.appendingPathComponent("calls")
        #expect(
            await eventually {
                let text = (try? String(contentsOf: calls, encoding: .utf8)) ?? ""
                return text.contains("The state folder can't be written")
            })
        #expect(watcher.errorText.contains("[bank-server]"))
        #expect(watcher.errorText.contains("error: [store-"))
        watcher.signal(SIGTERM)
        #expect(try await watcher.exitCode() == 143)
    }
}
