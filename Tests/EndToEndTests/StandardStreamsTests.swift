import Foundation
import TestSupport
import Testing

@Suite("The standard streams", .programs)
struct StandardStreamsTests {
    @Test("closed standard descriptors never become sockets or files of the program")
    func closedDescriptors() async throws {
        let script = "exec '\(Project.program.path)' sandbox --port 0 <&- >&-"
        let process = try ForeignProcess(["/bin/sh", "-c", script])
        defer { process.signal(SIGTERM) }
        let folder = "/proc/\(process.id)/fd/"
        #expect(
            await eventually {
                let targets = [0, 1].map {
                    try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)\($0)")
                }
                return targets == ["/dev/null", "/dev/null"]
            })
    }

    /// Starts the program with a full pipe as standard output, and says what it is waiting in.
    private static let fullPipe = """
        import glob, os, subprocess, sys
        reader, writer = os.pipe()
        os.set_blocking(writer, False)
        try:
            while True: os.write(writer, b"x" * 4096)
        except BlockingIOError: pass
        child = subprocess.Popen([sys.argv[1], "--help"], stdout=writer)
        for line in sys.stdin:
            for path in glob.glob(f"/proc/{child.pid}/task/*/syscall"):
                with open(path) as call: print("in", call.read(), flush=True)
        child.kill()
        """

    @Test("a full pipe that does not block is waited for, not asked again and again")
    func fullPipe() async throws {
        let process = try ForeignProcess(
            ["/usr/bin/python3", "-c", Self.fullPipe, Project.program.path])
        defer { process.endInput() }
        // The numbers of poll on x86-64 and ppoll on arm64.
        #expect(
            await eventually {
                process.send("look")
                return process.lines.contains { $0.hasPrefix("in 7 ") || $0.hasPrefix("in 73 ") }
            })
    }

    /// Starts a program with full pipes as its output, reads them once a line comes, and kills it
    /// at the end of its own input.
    private static let standingReader = """
        import os, subprocess, sys, threading
        def full():
            reader, writer = os.pipe()
            os.set_blocking(writer, False)
            try:
                while True: os.write(writer, b"x" * 4096)
            except BlockingIOError: os.set_blocking(writer, True)
            return reader, writer
        (output, stdout), (_, stderr) = full(), full()
        child = subprocess.Popen(sys.argv[1:], stdout=stdout, stderr=stderr)
        os.close(stdout)
        def show():
            for line in os.fdopen(output): print(line.lstrip("x"), end="", flush=True)
        if sys.stdin.readline(): threading.Thread(target=show, daemon=True).start()
        sys.stdin.read()
        child.kill()
        """

    /// Starts a program, reads its first line, goes away, and kills it at the end of its own input.
    private static let leavingReader = """
        import subprocess, sys
        child = subprocess.Popen(sys.argv[1:], stdout=subprocess.PIPE)
        child.stdout.readline()
        child.stdout.close()
        print("gone", flush=True)
        sys.stdin.read()
        print("alive" if child.poll() is None else "ended", flush=True)
        child.kill()
        """

    private func watch(
        _ stage: Stage, through reader: String, _ options: [String]
    ) throws -> ForeignProcess {
        try ForeignProcess(
            [
                "/usr/bin/python3", "-c", reader, Project.program.path, "watch", "--rules",
                stage.scratch.path("rules.json").path, "--settings",
                stage.scratch.path("settings.json").path, "--state",
                stage.scratch.path("state").path, "--interval", "200ms",
            ] + options, environment: stage.environment())
    }

    @Test(
        "a reader that stands still holds up neither polls nor notices, and reads all of them later"
    )
    func standingReader() async throws {
        let stage = try await Stage()
        let process = try watch(stage, through: Self.standingReader, ["--json"])
        defer { process.endInput() }
        try await stage.pay("-170.00", from: "Lommepenger")
        #expect(await stage.receiver.waits(for: "alert.fired low"))
        try await stage.pay("-600.00", from: "Brukskonto")
        #expect(await stage.receiver.waits(for: "alert.fired big"))
        process.send("read on")
        for _ in 0..<2 { _ = try await process.line(startingWith: #"{"event":"notice""#) }
    }

    @Test("a reader that goes away does not end the watch")
    func leavingReader() async throws {
        let stage = try await Stage()
        let process = try watch(stage, through: Self.leavingReader, ["--plain"])
        defer { process.endInput() }
        _ = try await process.line(startingWith: "gone")
        try await stage.pay("-170.00", from: "Lommepenger")
        #expect(await stage.receiver.waits(for: "alert.fired low"))
        try await stage.pay("-600.00", from: "Brukskonto")
        #expect(await stage.receiver.waits(for: "alert.fired big"))
        process.endInput()
        _ = try await process.line(startingWith: "alive")
    }

    @Test("every line of a process has been read when its end is known")
    func linesAtTheEnd() async throws {
        for _ in 0..<5 {
            let process = try ForeignProcess(["seq", "20000"])
            #expect(try await process.exitCode() == 0)
            #expect(process.lines.count == 20_000)
        }
    }
}
