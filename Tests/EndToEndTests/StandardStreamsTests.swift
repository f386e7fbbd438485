import Foundation
import TestSupport
import Testing

@Suite("The standard streams")
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

    @Test("every line of a process has been read when its end is known")
    func linesAtTheEnd() async throws {
        for _ in 0..<5 {
            let process = try ForeignProcess(["seq", "20000"])
            #expect(try await process.exitCode() == 0)
            #expect(process.lines.count == 20_000)
        }
    }
}
