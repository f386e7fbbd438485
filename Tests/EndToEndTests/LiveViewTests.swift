import Foundation
import TestSupport
import Testing

@Suite("The live view, in a real terminal", .programs)
struct LiveViewTests {
    private func command(on stage: Stage) -> String {
        let variables = stage.environment().filter { !["PATH", "HOME"].contains($0.key) }
            .map { "\($0.key)='\($0.value)'" }.joined(separator: " ")
        let watch = stage.watchCommand().map { "'\($0)'" }.joined(separator: " ")
        return "\(variables) \(watch) --interval 30m; echo left with $?"
    }

    @Test("shows what fires, takes keys, follows the size, and keeps its history over a restart")
    func view() async throws {
        let stage = try await Stage()
        let terminal = try await Tmux(in: stage.scratch, columns: 100, rows: 30)
        let command = self.command(on: stage)
        try await terminal.type(command)
        try await terminal.press("Enter")
        #expect(try await terminal.shows("9\u{A0}000,00 kr"))
        let calm = try await terminal.screen()
        #expect(calm.contains("Available") && calm.contains("Balance"))
        #expect(calm.contains("no active alerts") && calm.contains("bank sbanken: complete"))
        #expect(calm.contains("next poll in ") && calm.contains("2 rules"))
        try await stage.pay("-170.00", from: "Lommepenger")
        try await terminal.press("p")
        #expect(try await terminal.shows("▸● Lommepenger is low: 80,00 kr"))
        try await terminal.press("a")
        #expect(try await terminal.shows("80,00 kr  acknowledged"))
        try await terminal.press("m", "Enter")
        #expect(try await terminal.shows("silence of low until"))
        try await terminal.press("?")
        #expect(try await terminal.shows("any key: back"))
        try await terminal.resize(columns: 40, rows: 10)
        try await terminal.press("Escape")
        #expect(try await terminal.shows("? help"))
        let lines = try await terminal.screen().split(separator: "\n")
        #expect(lines.count == 10 && lines[2].hasPrefix("▸● Lommepenger is low: 80,00 kr"))
        try await stage.pay("-10.00", from: "Lommepenger")
        try await terminal.press("p")
        // The figure of now, not that of the moment it fired.
        #expect(try await terminal.shows("▸● Lommepenger is low: 70,00 kr"))
        try await stopAndContinue(terminal)
        #expect(try await terminal.shows("▸● Lommepenger is low: 70,00 kr"))
        try await terminal.press("q")
        #expect(try await terminal.shows("left with 0"))
        let last = try await terminal.run(["capture-pane", "-p", "-S", "-100", "-t", "t"])
        #expect(last.contains(" ● Lommepenger is low: 70,00 kr"))
        try await terminal.resize(columns: 100, rows: 30)
        try await terminal.type("clear; " + command)
        try await terminal.press("Enter")
        #expect(try await terminal.shows("? help"))
        let history = try await terminal.screen().split(separator: "\n").drop {
            $0 != "Notifications"
        }
        #expect(history.contains { $0.contains("Lommepenger is low: 80,00 kr") })
        try await terminal.press("C-c")
        #expect(try await terminal.shows("left with 130"))
    }

    /// Stops the program as a person does, and goes back to it; in between, the shell reads lines.
    private func stopAndContinue(_ terminal: Tmux) async throws {
        try await terminal.press("C-z")
        #expect(try await terminal.shows("Stopped"))
        // Typed as two words: only what is printed can be found, not the echo of the keys.
        try await terminal.type("stty -a | grep -q ' icanon' && echo reads''lines")
        try await terminal.press("Enter")
        #expect(try await terminal.shows("readslines"))
        try await terminal.type("fg; echo left with $?")
        try await terminal.press("Enter")
    }

    @Test("enters the alternate screen as often as it leaves it, stopped and resized in between")
    func alternateScreen() async throws {
        let stage = try await Stage()
        let terminal = try await Tmux(in: stage.scratch, columns: 100, rows: 30)
        let output = try await self.output(of: terminal, in: stage)
        try await terminal.type(command(on: stage))
        try await terminal.press("Enter")
        #expect(try await terminal.shows("next poll in "))
        try await stopAndContinue(terminal)
        #expect(try await terminal.shows("next poll in "))
        try await terminal.resize(columns: 80, rows: 20)
        #expect(try await terminal.shows("next poll in "))
        try await terminal.press("q")
        #expect(try await terminal.shows("left with 0"))
        #expect(await eventually { output("\u{1B}[?1049l") == 2 })
        #expect(output("\u{1B}[?1049h") == 2)
    }

    /// Counts how often a sequence was written to the terminal from now on.
    private func output(
        of terminal: Tmux, in stage: Stage
    ) async throws -> (_ sequence: String) -> Int {
        let file = stage.scratch.path("output")
        _ = try await terminal.run(["pipe-pane", "-t", "t", "cat > '\(file.path)'"])
        return { sequence in
            let bytes = FileManager.default.contents(atPath: file.path) ?? Data()
            return String(decoding: bytes, as: UTF8.self).ranges(of: sequence).count
        }
    }

    @Test("continues after Ctrl-Z where no shell could continue it, as in a window of its own")
    func orphaned() async throws {
        let stage = try await Stage()
        let terminal = try await Tmux(in: stage.scratch, columns: 100, rows: 30)
        try stage.scratch.write(command(on: stage) + "; read -r line\n", to: "window.sh")
        try await terminal.type("exec sh '\(stage.scratch.path("window.sh").path)'")
        try await terminal.press("Enter")
        #expect(try await terminal.shows("next poll in "))
        let output = try await self.output(of: terminal, in: stage)
        try await terminal.press("C-z")
        #expect(await eventually { output("\u{1B}[?1049h") == 1 })
        try await terminal.press("q")
        #expect(try await terminal.shows("left with 0"))
    }

    @Test("is plain lines where the terminal knows no control sequences")
    func dumb() async throws {
        let stage = try await Stage()
        let script = try ForeignProcess(
            [
                "script", "-q", "-e", "-c",
                "exec '\(Project.program.path)' watch --rules rules.json --settings settings.json"
                    + " --state state", "/dev/null",
            ].inFolder(stage.scratch.folder), environment: stage.environment(["TERM": "dumb"]))
        defer { script.signal(SIGTERM) }
        #expect(await eventually { script.lines.contains { $0.contains("polled sbanken") } })
        #expect(!script.lines.joined().contains("\u{1B}"))
    }

    @Test("rings the bell for a new critical alert, and for no other", arguments: [true, false])
    func bell(isCritical: Bool) async throws {
        let stage = try await Stage()
        try await stage.once()
        try await stage.pay("-170.00", from: "Lommepenger")
        let rules = Stage.rules.replacing(
            #"NOK","#, with: #"NOK", "urgency": "\#(isCritical ? "critical" : "normal")","#)
        try stage.scratch.write(rules, to: "rules.json")
        let script = try ForeignProcess(
            [
                "script", "-q", "-e", "-c",
                "exec '\(Project.program.path)' watch --rules rules.json --settings settings.json"
                    + " --state state", "/dev/null",
            ].inFolder(stage.scratch.folder), environment: stage.environment(["TERM": "dumb"]))
        defer { script.signal(SIGTERM) }
        #expect(await eventually { script.lines.contains { $0.contains("delivered ntc_") } })
        let alert = script.lines.filter { $0.contains("Lommepenger is low: 80,00") }
        #expect(alert.count == 1 && alert[0].contains("\u{7}") == isCritical, "\(script.lines)")
        #expect(script.lines.count { $0.contains("\u{7}") } == (isCritical ? 1 : 0))
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
