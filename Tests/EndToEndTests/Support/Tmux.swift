import Foundation
import TestSupport

/// A tmux server of a test's own, with one window: a person at a terminal.
final class Tmux: Sendable {
    private let socket = "saldovakt-\(UUID().uuidString.prefix(8))"
    private let environment: [String: String]
    private let server: ForeignProcess
    private let scratch: Scratch

    /// Starts a shell in a window of that size.
    init(in scratch: Scratch, columns: Int = 80, rows: Int = 24) async throws {
        self.scratch = scratch
        environment = [
            "PATH": "/usr/bin:/bin", "HOME": scratch.folder.path, "TERM": "xterm-256color",
            "LC_ALL": "C.UTF-8", "PS1": "$ ",
        ]
        let configuration = try scratch.write("set -g exit-empty off\n", to: "tmux.conf")
        // In the foreground: a server that detaches itself would outlive the test.
        server = try ForeignProcess(
            ["tmux", "-L", socket, "-f", configuration.path, "-D"], environment: environment)
        _ = try await eventually {
            try await self.run(["show", "-gv", "exit-empty"]).hasPrefix("off")
        }
        _ = try await run([
            "new-session", "-d", "-s", "t", "-x", "\(columns)", "-y", "\(rows)", "sh",
        ])
    }

    deinit {
        server.signal(SIGTERM)
    }

    /// Presses keys, by tmux's names for them.
    func press(_ keys: String...) async throws {
        _ = try await run(["send-keys", "-t", "t"] + keys)
    }

    /// Types text as it is.
    func type(_ text: String) async throws {
        _ = try await run(["send-keys", "-t", "t", "-l", text])
    }

    /// Gives the window another size.
    func resize(columns: Int, rows: Int) async throws {
        _ = try await run(["resize-window", "-t", "t", "-x", "\(columns)", "-y", "\(rows)"])
    }

    /// The lines of the screen.
    func screen() async throws -> String {
        try await run(["capture-pane", "-p", "-t", "t"])
    }

    /// The number of the shell in the window.
    func shell() async throws -> String {
        try await run(["list-panes", "-t", "t", "-F", "#{pane_pid}"])
            .trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// Waits until the screen shows a text, at most half a minute.
    ///
    /// One process asks again and again: a new one for each look would soon be too many.
    func shows(_ text: String) async throws -> Bool {
        let script = """
            for look in $(seq 600); do
                tmux -L \(socket) capture-pane -p -t t | grep -qF -- "$TEXT" && exit
                sleep 0.05
            done
            exit 1
            """
        let process = try ForeignProcess(
            ["sh", "-c", script], environment: environment.merging(["TEXT": text]) { $1 })
        return try await process.exitCode() == 0
    }

    /// Runs a command of tmux and returns what it printed.
    func run(_ command: [String]) async throws -> String {
        let output = scratch.path("tmux-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: output) }
        let quoted = command.map { "'" + $0.replacing("'", with: "'\\''") + "'" }
        let line = "tmux -L \(socket) \(quoted.joined(separator: " ")) > '\(output.path)'"
        let process = try ForeignProcess(["sh", "-c", line], environment: environment)
        _ = try await process.exitCode()
        return (try? String(contentsOf: output, encoding: .utf8)) ?? ""
    }
}
