import Foundation
import TestSupport
import Testing

@Suite("The live view, in a real terminal", .programs)
struct LiveViewTests {
    /// A tmux server of the test's own.
    private struct Terminal {
        let socket: String
        let environment: [String: String]

        func run(_ command: [String]) async throws -> String {
            let output = FileManager.default.temporaryDirectory
                .appending(path: "tmux-\(UUID().uuidString)")
            defer { try? FileManager.default.removeItem(at: output) }
            let quoted = command.map { "'" + $0.replacing("'", with: "'\\''") + "'" }
            let line = "tmux -L \(socket) \(quoted.joined(separator: " ")) > '\(output.path)'"
            let process = try ForeignProcess(["sh", "-c", line], environment: environment)
            _ = try await process.exitCode()
            return (try? String(contentsOf: output, encoding: .utf8)) ?? ""
        }

        func screen() async throws -> String {
            try await run(["capture-pane", "-p", "-t", "watch"])
        }
    }

    @Test("shows accounts, alerts and the last notices, and gives the screen back")
    func view() async throws {
        let stage = try await Stage()
        let terminal = Terminal(
            socket: "saldovakt-\(UUID().uuidString.prefix(8))",
            environment: stage.environment(["TERM": "xterm-256color", "LC_ALL": "C.UTF-8"]))
        let watch = (stage.watchCommand() + ["--interval", "200ms"]).joined(separator: " ")
        // In the foreground: a server that detaches itself would outlive the test.
        let configuration = try stage.scratch.write("set -g exit-empty off\n", to: "tmux.conf")
        let server = try ForeignProcess(
            ["tmux", "-L", terminal.socket, "-f", configuration.path, "-D"],
            environment: terminal.environment)
        defer { server.signal(SIGTERM) }
        #expect(
            try await eventually {
                try await terminal.run(["show", "-gv", "exit-empty"]).hasPrefix("off")
            })
        _ = try await terminal.run([
            "new-session", "-d", "-s", "watch", "-x", "100", "-y", "30", "sh",
        ])
        _ = try await terminal.run(["send-keys", "-t", "watch", watch, "Enter"])
        #expect(
            try await eventually { try await terminal.screen().contains("9\u{A0}000,00 kr") })
        let calm = try await terminal.screen()
        #expect(calm.contains("Available") && calm.contains("Balance"))
        #expect(calm.contains("no alert is firing") && calm.contains("bank sbanken: complete"))
        try await stage.pay("-170.00", from: "Lommepenger")
        #expect(try await eventually { try await terminal.screen().contains("Firing") })
        let firing = try await terminal.screen()
        #expect(firing.contains("Last notifications") && firing.contains("balance under 100 NOK"))
        _ = try await terminal.run(["send-keys", "-t", "watch", "C-c"])
        #expect(try await eventually { try await !terminal.screen().contains("Available") })
        _ = try await terminal.run(["kill-server"])
    }

    @Test("ends when its terminal goes away, instead of watching on unseen")
    func hangup() async throws {
        let stage = try await Stage()
        try await stage.once()
        try await stage.pay("-170.00", from: "Lommepenger")
        let script = try ForeignProcess(
            [
                "script", "-q", "-e", "-c",
                "exec '\(Project.program.path)' watch --rules rules.json --settings settings.json"
                    + " --state state --interval 200ms & echo $! > pid; wait", "/dev/null",
            ].inFolder(stage.scratch.folder), environment: stage.environment())
        // The notification says that it watches, with its signals caught.
        #expect(await stage.receiver.waits(for: "alert.fired low"))
        let file = stage.scratch.path("pid")
        let text = try String(contentsOf: file, encoding: .utf8)
        let processID = try #require(Int32(text.trimmingCharacters(in: .whitespacesAndNewlines)))
        script.signal(SIGKILL)
        #expect(await eventually { kill(processID, 0) != 0 })
    }
}

extension [String] {
    /// The same command, started in a folder.
    fileprivate func inFolder(_ folder: URL) -> [String] {
        ["-C", folder.path] + self
    }
}
