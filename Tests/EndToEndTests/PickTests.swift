import Foundation
import TestSupport
import Testing

@Suite("Picking transactions, in a real terminal", .programs)
struct PickTests {
    /// A store with three purchases on one account, and a terminal.
    private func stage() async throws -> (stage: Stage, terminal: Tmux) {
        let stage = try await Stage()
        try await stage.once()
        for amount in ["-170.00", "-12.50", "-3.00"] {
            try await stage.pay(amount, from: "Lommepenger")
        }
        try await stage.once()
        return (stage, try await Tmux(in: stage.scratch))
    }

    private func command(_ stage: Stage, _ rest: String = "") -> String {
        "'\(Project.program.path)' pick --state '\(stage.scratch.path("state").path)'\(rest)"
            + "; echo left with $?"
    }

    @Test("searches, filters, chooses and prints once, into a pipe, and gives the screen back")
    func picking() async throws {
        let (stage, terminal) = try await stage()
        let output = stage.scratch.path("out.csv")
        try await terminal.type(command(stage, " --csv > '\(output.path)'"))
        try await terminal.press("Enter")
        #expect(try await terminal.shows("3 of 3"))
        try await terminal.type("kino over:")
        #expect(try await terminal.shows("over: an amount"))
        try await terminal.type("10")
        #expect(try await terminal.shows("2 of 3"))
        try await terminal.press("Down", "Space")
        #expect(try await terminal.shows("1 chosen"))
        try await terminal.resize(columns: 50, rows: 8)
        #expect(try await terminal.shows("Enter: print  Space: choose  Esc: leave  account:…"))
        let lines = try await terminal.screen().split(
            separator: "\n", omittingEmptySubsequences: false)
        #expect(lines[0] == "> kino over:10" && lines[7].hasPrefix("Enter: print"))
        try await terminal.press("Enter")
        #expect(try await terminal.shows("left with 0"))
        #expect(try await !terminal.screen().contains("Enter: print"))
        let text = try String(contentsOf: output, encoding: .utf8)
        let rows = text.split(separator: "\r\n")
        #expect(rows.count == 2)
        #expect(rows[0].hasPrefix("id,account,amount,currency,status,date,posted,text"))
    }

    @Test("leaves with 130 and prints nothing on Escape and Ctrl-C", arguments: ["Escape", "C-c"])
    func leaving(key: String) async throws {
        let (stage, terminal) = try await stage()
        try await terminal.type(command(stage))
        try await terminal.press("Enter")
        #expect(try await terminal.shows("3 of 3"))
        try await terminal.press("Space", key)
        #expect(try await terminal.shows("left with 130"))
        #expect(try await !terminal.screen().contains("FJORDBY"))
    }

    @Test("Ctrl-Z stops the pipe that it writes to too, so that the shell continues")
    func suspending() async throws {
        let (stage, terminal) = try await stage()
        try await terminal.type(command(stage, " --json | cat"))
        try await terminal.press("Enter")
        #expect(try await terminal.shows("3 of 3"))
        try await terminal.press("C-z")
        #expect(try await terminal.shows("Stopped"))
        try await terminal.type("fg; echo ended''with $?")
        try await terminal.press("Enter")
        #expect(try await terminal.shows("3 of 3"))
        try await terminal.press("Enter")
        #expect(try await terminal.shows("endedwith 0"))
    }

    @Test("leaves the terminal in order when a signal ends it")
    func signals() async throws {
        let (stage, terminal) = try await stage()
        let shell = try await terminal.shell()
        try await terminal.type(
            command(stage) + "; stty -a | grep ' icanon' | grep -q ' echo ' && echo reads''lines")
        try await terminal.press("Enter")
        #expect(try await terminal.shows("3 of 3"))
        let killer = try ForeignProcess(["pkill", "-TERM", "-P", shell, "-x", "saldovakt"])
        #expect(try await killer.exitCode() == 0)
        #expect(try await terminal.shows("left with 143"))
        #expect(try await terminal.shows("readslines"))
    }

    @Test("says so where there is no terminal")
    func withoutTerminal() async throws {
        let (stage, _) = try await stage()
        let process = try ForeignProcess(
            [
                "setsid", "--wait", Project.program.path, "pick", "--state",
                stage.scratch.path("state").path,
            ], environment: stage.environment())
        #expect(try await process.exitCode() == 4)
        #expect(process.errorText.contains("[no-terminal]"))
    }
}
