import Foundation
import TestSupport
import Testing

@Suite("A state folder that can't be used", .programs)
struct UnusableStateTests {
    @Test(
        "each command names the file, the fault and the way out, and leaves every byte alone",
        arguments: StoreFault.allCases)
    func faults(fault: StoreFault) async throws {
        let stage = try await Stage()
        #expect(try await stage.once() == 0)
        try await fault.happen(to: stage.database)
        let bytes = try Data(contentsOf: stage.database)
        let commands = [
            ["accounts"], ["balances"], ["transactions"], ["changes"], ["alerts"],
            ["silence", "list"], ["access", "list"],
        ]
        for command in commands {
            let run = try await ProgramRun.of(
                command + ["--state", stage.state], environment: stage.environment())
            #expect(run.code == 4, "\(command)")
            #expect(run.names(stage.database.path, fault.code), "\(command): \(run.errors)")
            #expect(run.errors.contains(fault.word), "\(command): \(run.errors)")
            #expect(try Data(contentsOf: stage.database) == bytes, "\(command)")
        }
        for options in [["--once"], ["--plain"]] {
            let watch = try stage.watch(options)
            #expect(try await watch.exitCode() == 4)
            #expect(watch.errorText.contains("error: [\(fault.code)]"))
            #expect(try Data(contentsOf: stage.database) == bytes)
        }
        let doctor = try await stage.command("doctor")
        #expect(doctor.code == 4 && doctor.lines.contains { $0.contains(fault.word) })
    }

    @Test("ends init with the reason, not as a wrong argument")
    func setup() async throws {
        let scratch = try Scratch()
        let file = try scratch.write("", to: "file").path
        let setup = try await ProgramRun.of(
            ["init", "--yes", "--state", file + "/state"],
            environment: ["HOME": scratch.folder.path])
        #expect(setup.code == 4 && setup.errors.contains("error: [sign-in]"), "\(setup.errors)")
        #expect(setup.errors.contains("fix: check the disk"), "\(setup.errors)")
    }

    @Test("damage in the pages of one table ends a command with words, never with a crash")
    func damagedPages() async throws {
        let stage = try await Stage()
        try await stage.once()
        let sound = try Data(contentsOf: stage.database)
        var generator = SeededGenerator(seed: 11)
        var found = 0
        for page in stride(from: 1, to: sound.count / 4_096, by: 6) {
            var bytes = sound
            for offset in page * 4_096..<(page + 1) * 4_096 {
                bytes[offset] = UInt8.random(in: 0...255, using: &generator)
            }
            try bytes.write(to: stage.database)
            let watch = try stage.watch(["--once", "--plain"])
            let code = try await watch.exitCode()
            let hasWords = watch.errorText.contains("error: [store-unreadable]")
            #expect(code == (hasWords ? 4 : 0), "page \(page): \(watch.errorText)")
            found += hasWords ? 1 : 0
        }
        #expect(found > 0)
    }

    @Test("while another program holds the database, watching goes on and nothing is lost")
    func heldByAnother() async throws {
        let stage = try await Stage()
        let watcher = try stage.watch()
        try await watcher.newPolls()
        let other = try ForeignProcess([
            Project.python.path, "-c",
            """
            import sqlite3, sys
            database = sqlite3.connect(sys.argv[1], isolation_level=None)
            database.execute('BEGIN IMMEDIATE')
            print('held', flush=True)
            sys.stdin.readline()
            """, stage.database.path,
        ])
        _ = try await other.line(startingWith: "held")
        try await stage.pay("-612.00", from: "Brukskonto")
        _ = try await watcher.line(startingWith: #"{"event":"storeFailed""#)
        #expect(watcher.errorText.contains("error: [store-locked] another program holds a lock"))
        #expect(await stage.receiver.waits(for: "health.fired saldovakt-store-not-writable"))
        #expect(watcher.isRunning && stage.receiver.words.count == 1)
        other.endInput()
        #expect(await stage.receiver.waits(for: "alert.fired big"))
        watcher.signal(SIGTERM)
        #expect(try await watcher.exitCode() == 143)
        #expect(try await stage.storedTransactions().contains(#""amount":"-612.00""#))
    }

    @Test("one cycle beside a held database says who is in the way, and a later one loses nothing")
    func onceBesideAnother() async throws {
        let stage = try await Stage()
        try await stage.once()
        let first = try stage.watch(["--json", "--interval", "1h"])
        _ = try await first.line(startingWith: #"{"event":"waiting""#)
        try await stage.pay("-612.00", from: "Brukskonto")
        let second = try stage.watch(["--once"])
        #expect(try await second.exitCode() == 4)
        #expect(second.errorText.contains("error: [store-locked]"))
        #expect(second.errorText.contains("process \(first.id)"))
        #expect(second.errorText.contains("fix: stop the other one"))
        first.signal(SIGTERM)
        #expect(try await first.exitCode() == 143)
        #expect(try await stage.once() == 0)
        #expect(stage.receiver.words == ["alert.fired big"])
    }

    @Test(
        "a folder that goes away under a watcher ends it with words and a status",
        arguments: [false, true])
    func removed(isReplaced: Bool) async throws {
        let stage = try await Stage()
        let watcher = try stage.watch()
        try await watcher.newPolls()
        let (away, copy) = (stage.scratch.path("away"), stage.scratch.path("copy"))
        try FileManager.default.createDirectory(
            at: copy, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        for name in ["saldovakt.sqlite", "saldovakt.sqlite-wal"] {
            try FileManager.default.copyItem(
                at: stage.scratch.path("state/\(name)"), to: copy.appending(path: name))
        }
        try FileManager.default.moveItem(at: stage.scratch.path("state"), to: away)
        if isReplaced {
            try FileManager.default.moveItem(at: copy, to: stage.scratch.path("state"))
        }
        #expect(try await watcher.exitCode() == 4)
        #expect(watcher.errorText.contains("\(stage.database.path): error: [store-removed]"))
        #expect(watcher.errorText.contains("fix: put the state folder back"))
        #expect(watcher.lines.contains { $0.hasPrefix(#"{"event":"stopped""#) })
        // A service is started again by itself: who has no journal open has to hear of it.
        #expect(stage.receiver.words == ["health.fired saldovakt-store-not-writable"])
        let notified = stage.receiver.entries.first?.body.data.body ?? ""
        #expect(notified.hasSuffix("a new folder begins with a silent baseline"), "\(notified)")
        #expect(!notified.contains(stage.scratch.folder.path) && !notified.contains("["))
        // What was stored is still there, and the program starts again either way.
        let old = try await ProgramRun.of(
            ["accounts", "--state", away.path], environment: stage.environment())
        #expect(old.lines.contains { $0.contains("Brukskonto") })
        let next = try stage.watch()
        let started = try await next.line(startingWith: #"{"event":"started""#)
        #expect(started.contains(#""newState":true"#) != isReplaced)
        next.signal(SIGTERM)
        #expect(try await next.exitCode() == 143)
    }
}
