import Foundation
import HTTP
import TestSupport
import Testing

@Suite("Status, doctor and the metrics page", .programs)
struct StatusTests {
    private func run(
        _ arguments: [String], on stage: Stage, environment: [String: String] = [:]
    ) async throws -> (code: Int32, text: String) {
        let process = try ForeignProcess(
            [Project.program.path] + arguments + ["--state", stage.scratch.path("state").path],
            environment: stage.environment(environment))
        let code = try await process.exitCode()
        return (code, process.lines.joined(separator: "\n"))
    }

    @Test("tell whether somebody watches, beside a watcher and after it")
    func watching() async throws {
        let stage = try await Stage()
        #expect(try await run(["status", "--tmux"], on: stage).code == 4)
        let watcher = try stage.watch()
        try await watcher.newPolls()
        let beside = try await run(["status", "--json"], on: stage)
        #expect(beside.code == 0, "\(beside.text)")
        #expect(beside.text.contains(#""running":true,"holder":"process \#(watcher.id), "#))
        #expect(beside.text.contains(#""outdated":false}"#))
        #expect(beside.text.contains(#""id":"sbanken","lastPoll":"2"#))
        #expect(try await run(["status", "--tmux"], on: stage).text.hasPrefix("saldo ok"))
        watcher.signal(SIGTERM)
        _ = try await watcher.exitCode()
        let after = try await run(["status", "--json"], on: stage)
        #expect(after.code == 1)
        #expect(after.text.contains(#""attention":["no-watcher"]"#))
        #expect(after.text.contains(#""counters":null"#))
    }

    @Test("init and doctor name a bank that the settings no longer have, and how to remove it")
    func otherBank() async throws {
        let scratch = try Scratch()
        func run(_ arguments: [String]) async throws -> ProgramRun {
            try await ProgramRun.of(
                arguments, environment: ["PATH": "/usr/bin:/bin", "HOME": scratch.folder.path])
        }
        _ = try await run(["init", "--yes", "--bank", "sandbox"])
        _ = try await run(["watch", "--once"])
        let replaced = try await run([
            "init", "--yes", "--replace", "--bank", "files", "--channel", "terminal",
            "--set", "bank.folder=\(scratch.folder.path)",
        ])
        let hint = "stored banks: not in the settings, but their accounts are listed and counted: "
        #expect(replaced.lines.contains("hint\t" + hint + "sandbox"), "\(replaced.lines)")
        let command = "saldovakt access revoke --source sandbox"
        #expect(replaced.lines.contains { $0.contains(command) }, "\(replaced.lines)")
        let doctor = try await run(["doctor", "--json"])
        #expect(doctor.lines.joined().contains(command), "\(doctor.lines)")
        let removed = try await run(["access", "revoke", "--source", "sandbox"])
        #expect(removed.code == 0, "\(removed.errors)")
        let clean = try await run(["doctor"])
        #expect(!clean.lines.contains { $0.contains("stored banks") }, "\(clean.lines)")
    }

    @Test("the segment for tmux names the most urgent alert, and how many more there are")
    func segment() async throws {
        let stage = try await Stage()
        try stage.scratch.write(
            #"""
            { "version": 1, "rules": [
              { "id": "low", "when": "balance of 'Lommepenger' under 100", "notify": ["hook"] },
              { "id": "empty", "when": "balance of 'Brukskonto' under 100", "notify": ["hook"],
                "urgency": "critical" } ] }
            """#, to: "rules.json")
        try await stage.once()
        try await stage.hold("80.00")
        try await stage.once()
        try await stage.hold("70.00", on: "Brukskonto")
        let watcher = try stage.watch()
        try await watcher.newPolls()
        let text = try await run(["status", "--tmux"], on: stage).text
        #expect(text.hasPrefix("#[fg=black,bg=yellow] saldo Brukskonto is low: 70,00"), "\(text)")
        #expect(text.hasSuffix(" +1 #[default]"), "\(text)")
        watcher.signal(SIGTERM)
        _ = try await watcher.exitCode()
    }

    @Test("tell of a bank that fails and of rules that can't be used")
    func selfAlert() async throws {
        let stage = try await Stage()
        let watcher = try stage.watch()
        try await watcher.newPolls()
        try await stage.bank.turn("outage", "true")
        try stage.scratch.write("nonsense", to: "rules.json")
        var text = ""
        #expect(
            try await eventually {
                text = try await run(["status"], on: stage).text
                return text.contains("has not answered")
                    && text.contains("changed rules or settings can't be used")
            }, "\(text)")
        watcher.signal(SIGTERM)
        _ = try await watcher.exitCode()
    }

    @Test(
        "the metrics page of a watcher is served where the settings or its option say",
        arguments: [false, true])
    func metrics(byOption: Bool) async throws {
        let stage = try await Stage()
        let port = try FreePort.any()
        // The option stands over the settings.
        let other = byOption ? try FreePort.any() : port
        let settings = stage.settings(dialect: "v2").replacing(
            #""version": 1,"#, with: #""version": 1, "metrics": {"port": \#(other)},"#)
        try stage.scratch.write(settings, to: "settings.json")
        let option = byOption ? ["--metrics", "\(port)"] : []
        let watcher = try stage.watch(["--json", "--interval", "200ms"] + option)
        try await watcher.newPolls()
        let transport = CurlTransport()
        defer { transport.close() }
        let answer = try await transport.send(
            HTTPRequest(url: "http://127.0.0.1:\(port)/metrics"))
        let page = String(decoding: answer.body, as: UTF8.self)
        #expect(page.contains(#"saldovakt_source_failing{source="sbanken"} 0"#))
        #expect(page.contains("\n# TYPE saldovakt_evaluations_total counter\n"))
        watcher.signal(SIGTERM)
        _ = try await watcher.exitCode()
    }

    @Test("doctor finds nothing wrong with what works, and asks the bank only when told to")
    func healthy() async throws {
        let stage = try await Stage()
        try await stage.once()
        let options = [
            "doctor", "--rules", stage.scratch.path("rules.json").path, "--settings",
            stage.scratch.path("settings.json").path,
        ]
        let found = try await run(options + ["--json"], on: stage)
        #expect(found.code == 0, "\(found.text)")
        #expect(!found.text.contains("bank sbanken"))
        #expect(!found.text.contains("planted"))
        let online = try await run(options + ["--online"], on: stage)
        #expect(online.text.contains("ok\tbank sbanken: it answered with 2 accounts"))
        try await stage.bank.turn("outage", "true")
        let down = try await run(options + ["--online"], on: stage)
        #expect(down.code == 4)
        #expect(down.text.contains("missing\tbank sbanken: "))
    }

    @Test("doctor names what is wrong, with a way out")
    func sick() async throws {
        let stage = try await Stage()
        try await stage.once()
        chmod(stage.scratch.path("state/saldovakt.sqlite").path, 0o644)
        try stage.scratch.write("{", to: "rules.json")
        let found = try await run(
            [
                "doctor", "--rules", stage.scratch.path("rules.json").path, "--settings",
                stage.scratch.path("settings.json").path,
            ], on: stage, environment: ["CLIENT_SECRET": ""])
        #expect(found.code == 1)
        for line in [
            "wrong\tstate: others can read what is stored", "wrong\trules: ",
            "\tfix: chmod 700 '", "missing\tsecrets: ", "'CLIENT_SECRET'",
        ] {
            #expect(found.text.contains(line), "\(line)")
        }
    }

    @Test("doctor says so of a state folder that its owner can't use")
    func closedState() async throws {
        let stage = try await Stage()
        try await stage.once()
        chmod(stage.state, 0o600)
        defer { chmod(stage.state, 0o700) }
        let found = try await stage.command("doctor")
        #expect(found.code == 1)
        let line = "wrong\tstate: its owner can't use the folder: '\(stage.state)'"
        #expect(found.lines.contains(line), "\(found.lines)")
    }

    @Test("fixes are commands for the files and the folder that were given, in quotes")
    func givenPlaces() async throws {
        let stage = try await Stage()
        let missing = try await stage.command("accounts")
        let watch = "run saldovakt watch --state '\(stage.state)' first"
        #expect(missing.names(stage.database.path, "store-missing"), "\(missing.errors)")
        #expect(missing.errors.contains(watch), "\(missing.errors)")
        try await stage.once()
        let rules = try stage.scratch.write("{", to: "new rules.json").path
        let settings = stage.scratch.path("settings.json").path
        let found = try await stage.command("doctor", "--rules", rules, "--settings", settings)
        let options = " --rules '\(rules)' --settings '\(settings)'"
        for fix in [
            "saldovakt rules check\(options) shows all of it",
            "saldovakt watch\(options) --state '\(stage.state)'",
        ] { #expect(found.lines.contains("\tfix: \(fix)"), "\(found.lines)") }
    }

    @Test("doctor names the file that is where a state folder belongs", arguments: ["", "/below"])
    func stateIsFile(below: String) async throws {
        let scratch = try Scratch()
        let file = try scratch.write("", to: "file").path
        let found = try await ProgramRun.of(
            ["doctor", "--state", file + below], environment: ["HOME": scratch.folder.path])
        #expect(found.code == 1)
        let line = "wrong\tstate: a file is where a folder belongs: '\(file)'"
        #expect(found.lines.contains(line), "\(found.lines)")
        #expect(!found.lines.contains { $0.contains("chmod") }, "\(found.lines)")
    }

    @Test("doctor finds no fault with channels of settings that it may not use")
    func openSettings() async throws {
        let stage = try await Stage()
        let settings = stage.scratch.path("settings.json").path
        chmod(settings, 0o666)
        let found = try await run(
            ["doctor", "--rules", stage.scratch.path("rules.json").path, "--settings", settings],
            on: stage)
        #expect(found.code == 1)
        #expect(found.text.contains("chmod 600"), "\(found.text)")
        #expect(found.text.contains("ok\trules: "), "\(found.text)")
    }

    @Test("colour what needs a person, on a terminal")
    func colours() async throws {
        let stage = try await Stage()
        try await stage.once()
        let terminal = try await Tmux(in: stage.scratch, columns: 200)
        let state = "--state '\(stage.scratch.path("state").path)'"
        try await terminal.type("'\(Project.program.path)' status \(state); echo left with $?")
        try await terminal.press("Enter")
        #expect(try await terminal.shows("left with 1"))
        try await terminal.type("'\(Project.program.path)' doctor \(state); echo ended with $?")
        try await terminal.press("Enter")
        #expect(try await terminal.shows("ended with 0"))
        let screen = try await terminal.run(["capture-pane", "-p", "-e", "-t", "t"])
        #expect(screen.contains("\u{1B}[31m! nobody watches"), "\(screen)")
        #expect(screen.contains("\u{1B}[33mhint"), "\(screen)")
        #expect(!screen.contains("\u{FFFD}"), "\(screen)")
    }

    @Test("stand in tmux's bar once, and fit, however often its configuration is read")
    func bar() async throws {
        let terminal = try await Tmux(in: try Scratch())
        let file = Project.root.appending(path: "contrib/tmux/saldovakt.tmux.conf").path
        for _ in 0..<2 { _ = try await terminal.run(["source-file", file]) }
        let bar = try await terminal.run(["show", "-gv", "status-right"])
        #expect(bar.components(separatedBy: "saldovakt status").count == 2, "\(bar)")
        #expect(try await terminal.run(["show", "-gv", "status-right-length"]) == "100\n")
    }
}
