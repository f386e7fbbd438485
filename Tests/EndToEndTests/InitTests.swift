import Foundation
import TestSupport
import Testing

@Suite("From nothing to a first notification", .programs)
struct InitTests {
    private let scratch: Scratch
    private let environment: [String: String]

    init() throws {
        scratch = try Scratch()
        environment = ["PATH": "/usr/bin:/bin", "HOME": scratch.folder.path]
    }

    private func run(_ arguments: [String], input: [String] = []) async throws -> ProgramRun {
        try await ProgramRun.of(arguments, environment: environment, input: input)
    }

    private func written(_ name: String) throws -> String {
        try String(
            contentsOf: scratch.path(".config/saldovakt/\(name)"), encoding: .utf8)
    }

    /// The commands in the README's blocks of commands.
    private static func readme() throws -> [String] {
        let file = Project.root.appending(path: "README.md")
        return try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
            .filter { $0.hasPrefix("    saldovakt ") }.map { $0.dropFirst(4).description }
    }

    /// Starts a command as a person types it.
    private func shell(_ command: String) throws -> ForeignProcess {
        let folder = Project.program.deletingLastPathComponent().path
        return try ForeignProcess(
            ["sh", "-c", "exec \(command)"],
            environment: environment.merging(["PATH": "\(folder):/usr/bin:/bin"]) { $1 })
    }

    /// Where the sandbox is asked every three seconds, four polls are within twenty seconds on a
    /// machine that is not busy with other work.
    private func expectPromptNotification(_ lines: [String]) throws {
        #expect(try written("settings.json").contains(#""interval": "3 seconds""#))
        let before = lines.prefix { !$0.contains("delivered ntc_") }
        #expect(before.filter { $0.contains(" polled sandbox: ") }.count <= 4)
    }

    @Test("two commands of the README are all it takes, by the fourth poll; the others work too")
    func readme() async throws {
        let commands = try Self.readme()
        #expect(commands.prefix(2) == ["saldovakt init --yes --bank sandbox", "saldovakt watch"])
        let setup = try shell(commands[0])
        #expect(try await setup.exitCode() == 0, "\(setup.errorText)")
        #expect(setup.lines.last == "Next: saldovakt watch")
        let watcher = try shell(commands[1])
        #expect(
            await eventually {
                watcher.lines.contains {
                    $0.contains("delivered ntc_") && $0.hasSuffix("on terminal")
                }
            })
        try expectPromptNotification(watcher.lines)
        #expect(watcher.lines.contains { $0.contains("Lommepenger") && $0.contains("94,50 kr") })
        for command in commands.dropFirst(2) {
            let process = try shell(command)
            #expect(try await process.exitCode() == 0, "\(command): \(process.errorText)")
        }
        #expect(try written("rules.json").contains(#"the 15th", "notify": ["terminal"] }"#))
        watcher.signal(SIGTERM)
        #expect(try await watcher.exitCode() == 143)
        let mode = try FileManager.default.attributesOfItem(
            atPath: scratch.path(".config/saldovakt/settings.json").path)[.posixPermissions]
        #expect(mode as? Int == 0o600)
    }

    @Test("a second run says what is there and changes nothing without --replace")
    func secondRun() async throws {
        _ = try await run(["init", "--yes"])
        let before = try written("settings.json") + written("rules.json")
        let second = try await run(["init", "--yes", "--rule", "new fee"])
        #expect(second.code == 0, "\(second.errors)")
        #expect(second.errors.contains("so that --rule does nothing"), "\(second.errors)")
        #expect(second.lines.contains { $0.hasSuffix("settings.json: 1 bank, 2 channels") })
        #expect(second.lines.contains { $0.hasSuffix("rules.json: 5 rules") })
        #expect(try written("settings.json") + written("rules.json") == before)
        let replaced = try await run([
            "init", "--yes", "--replace", "--rule", "new fee", "--rule", "new debit over 500",
        ])
        #expect(replaced.lines.contains { $0.hasSuffix("rules.json: 2 rules") })
        let bad = try await run(["init", "--yes", "--replace", "--rule", "new fe"])
        #expect(bad.code == 1 && bad.errors.contains("unknown-word"), "\(bad.errors)")
        #expect(try written("rules.json").contains("new debit over 500"))
    }

    @Test("rules that are written beside settings notify where they can, or on the named channel")
    func rulesBesideSettings() async throws {
        try FileManager.default.createDirectory(
            at: scratch.path(".config/saldovakt"), withIntermediateDirectories: true)
        try scratch.write(#"{ "version": 1 }"#, to: ".config/saldovakt/settings.json")
        let first = try await run(["init", "--yes"])
        #expect(first.code == 0, "\(first.errors)")
        #expect(try written("rules.json").contains(#""notify": ["terminal"]"#))
        #expect(try !written("rules.json").contains("desktop"))
        let other = scratch.path("other.json").path
        let named = try await run(["init", "--yes", "--channel", "desktop", "--rules", other])
        #expect(!named.errors.contains("--channel"), "\(named.errors)")
        #expect(try String(contentsOfFile: other, encoding: .utf8).contains(#""desktop""#))
        let last = scratch.path("last.json").path
        let unknown = try await run(["init", "--yes", "--channel", "mail", "--rules", last])
        #expect(unknown.errors.contains("so that --channel does nothing"), "\(unknown.errors)")
        let kept = try await run(["init", "--yes", "--channel", "terminal"])
        #expect(kept.errors.contains("so that --channel does nothing"), "\(kept.errors)")
    }

    @Test("nobody there to answer is no answer: nothing is written")
    func nobody() async throws {
        _ = try await run(["init", "--yes", "--rule", "new fee"])
        let before = try written("settings.json") + written("rules.json")
        let ended = try await run(["init", "--replace"])
        #expect(ended.code == 2 && ended.errors.contains("no-answer"), "\(ended.errors)")
        #expect(try written("settings.json") + written("rules.json") == before)
    }

    @Test("a bank that is a program works with a state folder named from where one is")
    func relativeState() async throws {
        for command in ["init --yes", "watch --once"] {
            let process = try ForeignProcess(
                [
                    "sh", "-c", "cd \"$HOME\" && exec \"$0\" \(command) --state st",
                    Project.program.path,
                ], environment: environment)
            #expect(try await process.exitCode() == 0, "\(command): \(process.errorText)")
        }
        #expect(FileManager.default.fileExists(atPath: scratch.path("st/saldovakt.sqlite").path))
        let empty = try await run(["accounts", "--state", ""])
        #expect(empty.code == 2, "\(empty.errors)")
    }

    @Test("a rule that was never evaluated can be silenced, and output that is lost is an error")
    func afterwards() async throws {
        for arguments in [["init", "--yes"], ["watch", "--once"]] {
            let run = try await run(arguments)
            #expect(run.code == 0, "\(run.errors)")
        }
        _ = try await run(["rules", "add", "new fee", "--id", "fees", "--notify", "terminal"])
        let silence = try await run(["silence", "add", "--rule", "fees", "--for", "1h"])
        #expect(silence.code == 0, "\(silence.errors)")
        let slip = try await run(["silence", "add", "--rule", "fee", "--for", "1h"])
        #expect(slip.code == 1 && slip.errors.contains("use 'fees'"), "\(slip.errors)")
        #expect(try await run(["silence", "end", ""]).code == 1)
        let wrong = try scratch.write("{}", to: "wrong.json")
        for command in [
            "accounts", "transactions --csv", "changes", "rules check", "report --out -",
            "replay --json", "rules check --json \(wrong.path)",
        ] {
            let process = try shell("saldovakt \(command) > /dev/full")
            #expect(try await process.exitCode() == 4, "\(command): \(process.errorText)")
        }
    }

    @Test("every answer is an option too, and secrets are only named")
    func options() async throws {
        let hook = try Hook()
        try scratch.write(
            """
            Dato;Beskrivelse;Beløp
            05.03.2026;KIOSK;-187,00

            """, to: "konto.csv")
        let result = try await run([
            "init", "--yes", "--bank", "files", "--set", "bank.id=mine",
            "--set", "bank.folder=\(scratch.folder.path)", "--channel", "gotify",
            "--set", "channel.url=\(hook.url("/gotify"))", "--set", "channel.token=file:token",
        ])
        // The channel's secret is not there yet: what was answered is written all the same.
        #expect(result.code == 4, "\(result.errors)")
        #expect(result.errors.contains("token") && result.errors.contains("fix:"))
        #expect(
            result.lines.contains { $0.hasPrefix("Read what to click") && $0.hasSuffix("banks.md") }
        )
        #expect(try written("settings.json").contains(#""token": {"file":"token"}"#))
        #expect(try written("settings.json").contains(#""id": "mine""#))
        #expect(try written("rules.json").contains(#""notify": ["gotify"]"#))
        let missing = try await run(["init", "--yes", "--replace", "--bank", "files"])
        #expect(missing.code == 2 && missing.errors.contains("--set bank.folder="))
        let unknown = try await run([
            "init", "--yes", "--replace", "--set", "bank.intervall=5m",
        ])
        #expect(unknown.code == 1 && unknown.errors.contains("did you mean 'interval'?"))
    }

    @Test(
        "an option whose key the settings do not have is refused, with the nearest key",
        arguments: [
            (["--bank", "files", "--set", "bank.foldr=/tmp"], "rename the key to \"folder\""),
            (
                ["--channel", "mqtt", "--set", "channel.topik=home"],
                "rename the key to \"topic\""
            ),
            (["--channel", "terminal", "--set", "channel.id=home"], "unknown key: 'id'"),
        ])
    func unknownKey(options: [String], expected: String) async throws {
        let setup = try await run(["init", "--yes"] + options)
        #expect(setup.code == 1 && setup.errors.contains(expected), "\(setup.errors)")
        #expect(!FileManager.default.fileExists(atPath: scratch.path(".config").path))
    }

    @Test("an answer that is refused is named, and not a file that was not written")
    func refusedAnswer() async throws {
        for (options, place) in [
            (["--set", "bank.timeout=soon"], "bank sandbox: error: [duration]"),
            (["--channel", "webhook", "--set", "channel.url=here"], "channel webhook: error: ["),
        ] {
            let setup = try await run(["init", "--yes"] + options)
            #expect(setup.code == 1 && setup.errors.contains(place), "\(setup.errors)")
            #expect(!setup.errors.contains("settings.json"), "\(setup.errors)")
        }
    }

    @Test("the next step is the sign-in that is left for later, or the folder that is missing")
    func nextStep() async throws {
        let settings = scratch.path("own.json").path
        let setup = try await run(["init", "--yes", "--bank", "simplefin", "--settings", settings])
        let login = "saldovakt login simplefin --settings '\(settings)'"
        #expect(setup.lines.suffix(2).first == "Next: " + login)
        let files = ["init", "--yes", "--replace", "--bank", "files", "--set", "bank.folder=/none"]
        #expect(try await run(files).lines.contains { $0.hasPrefix("Next: bank files: make the") })
    }

    @Test("an option that no answer can correct ends it, also where answers can be given")
    func uncorrectable() async throws {
        let terminal = try await Tmux(in: scratch, columns: 160, rows: 50)
        try await terminal.type(
            "'\(Project.program.path)' init --bank sandbox --set bank.timeout=soon;"
                + " echo left with $?")
        try await terminal.press("Enter")
        #expect(try await terminal.shows("left with 1"))
    }

    @Test("files that can't be read are named, and the account's number makes them readable")
    func unreadableFiles() async throws {
        try FileManager.default.createDirectory(
            at: scratch.path("inbox"), withIntermediateDirectories: false)
        try scratch.write(
            "Dato;Forklaring;Rentedato;Ut fra konto;Inn på konto\n05.03.2026;KIOSK;;187,00;\n",
            to: "inbox/konto.csv")
        let options = [
            "init", "--yes", "--replace", "--bank", "files", "--channel", "terminal",
            "--set", "bank.folder=\(scratch.path("inbox").path)",
        ]
        let unreadable = try await run(options)
        #expect(unreadable.code == 4, "\(unreadable.errors)")
        #expect(unreadable.errors.contains("konto.csv"), "\(unreadable.errors)")
        #expect(unreadable.errors.contains("fix:"))
        #expect(!unreadable.lines.contains { $0.contains("all is fine") })
        let named = try await run(options + ["--set", "bank.account=12345678903"])
        #expect(named.code == 0, "\(named.errors)")
        #expect(named.lines.contains("bank files: 1 account"), "\(named.lines)")
        #expect(try written("settings.json").contains(#""account": {"number":"12345678903"}"#))
    }

    @Test(
        "first rules are about the figure that the bank gives, and about none where it gives none",
        arguments: [
            (
                "Dato;Beskrivelse;Rentedato;Inn;Ut;Til konto;Fra konto;\n"
                    + "05.03.2026;KIOSK;05.03.2026;;-187,00;;12345678903;\n",
                nil
            ),
            (
                "Bokføringsdato;Beløp;Avsender;Mottaker;Navn;Tittel;Saldo;Valuta\n"
                    + "05.03.2026;-50,00;1234.56.78903;;;KINO;1000,00;NOK\n",
                "balance of 'Account 8903' under "
            ),
        ] as [(String, String?)])
    func figures(list: String, rule: String?) async throws {
        try FileManager.default.createDirectory(
            at: scratch.path("inbox"), withIntermediateDirectories: false)
        try scratch.write(list, to: "inbox/konto.csv")
        let setup = try await run([
            "init", "--yes", "--bank", "files", "--channel", "terminal",
            "--set", "bank.folder=\(scratch.path("inbox").path)",
        ])
        #expect(setup.code == 0, "\(setup.errors)")
        let rules = try written("rules.json")
        #expect(!rules.contains("available"), "\(rules)")
        #expect(rules.contains("new debit over") && rules.contains("summary of all accounts"))
        #expect(rules.contains("under ") == (rule != nil), "\(rules)")
        if let rule { #expect(rules.contains(rule), "\(rules)") }
        #expect(!setup.lines.contains { $0.hasPrefix("'available' is") }, "\(setup.lines)")
    }

    @Test("a wrong account number is refused before anything is written")
    func wrongNumber() async throws {
        let folder = ["--set", "bank.folder=\(scratch.folder.path)"]
        let options = ["init", "--yes", "--bank", "files", "--channel", "terminal"] + folder
        for (number, expected) in [("12345678904", "check digit"), ("1234567890", "11 digits")] {
            let setup = try await run(options + ["--set", "bank.account=\(number)"])
            #expect(setup.code == 2 && setup.errors.contains(expected), "\(setup.errors)")
            #expect(!FileManager.default.fileExists(atPath: scratch.path(".config").path))
        }
    }

    @Test("questions are answered on a terminal, a wrong answer is asked again")
    func questions() async throws {
        let terminal = try await Tmux(in: scratch, columns: 160, rows: 50)
        let hook = try Hook()
        func answer(_ question: String, _ text: String) async throws {
            let isAsked = try await terminal.shows(question)
            let screen = try await terminal.screen()
            #expect(isAsked, "\(screen)")
            try await terminal.type(text)
            try await terminal.press("Enter")
        }
        try await terminal.type("clear; '\(Project.program.path)' init; echo left with $?")
        try await terminal.press("Enter")
        try await answer("Which bank? [sandbox]:", "sandbxo")
        try await answer("answer with one of the names above", "")
        try await answer("Which of them? Numbers, or Enter for all:", "2 9")
        try await answer("answer with numbers from 1 to 5", "2 3")
        try await answer("Where do you want them? [terminal]:", "webhook")
        try await answer("webhook: address:", "not an address")
        try await answer("is not an address that can be used", hook.url())
        #expect(try await terminal.shows("Next: saldovakt watch"))
        #expect(try await terminal.shows("left with 0"))
        #expect(hook.words() == ["alert.fired test"])
        #expect(try written("rules.json").components(separatedBy: "\"when\"").count == 3)
        // Nobody wants to lose what is there by a slip.
        try await terminal.type("clear; '\(Project.program.path)' init; echo left with $?")
        try await terminal.press("Enter")
        try await answer("There are settings already", "")
        try await answer("There are rules already", "")
        #expect(try await terminal.shows("left with 0"))
        #expect(try written("settings.json").contains(hook.url()))
    }

    @Test("two commands with their questions answered by Enter show the first notification")
    func answered() async throws {
        let terminal = try await Tmux(in: scratch, columns: 100, rows: 40)
        try await terminal.type("clear; '\(Project.program.path)' init")
        try await terminal.press("Enter")
        for question in [
            "Which bank? [sandbox]:", "Which of them? Numbers, or Enter for all:",
            "Where do you want them? [terminal]:",
        ] {
            #expect(try await terminal.shows(question))
            try await terminal.press("Enter")
        }
        #expect(try await terminal.shows("Next: saldovakt watch"))
        try await terminal.type("'\(Project.program.path)' watch")
        try await terminal.press("Enter")
        let isSeen = try await terminal.shows("▸● Lommepenger is low: 94,50")
        let screen = try await terminal.screen()
        #expect(isSeen, "\(screen)")
        #expect(try written("settings.json").contains(#""interval": "3 seconds""#))
        try await terminal.press("q")
    }

    @Test("Ctrl-C ends it while the bank is asked, and nothing is written")
    func interrupted() async throws {
        let terminal = try await Tmux(in: scratch, columns: 160, rows: 50)
        try await terminal.type("'\(Project.program.path)' init --set 'bank.timeout=1 minute'")
        try await terminal.press("Enter")
        #expect(try await terminal.shows("Which bank? [sandbox]:"))
        try await terminal.type("command")
        try await terminal.press("Enter")
        #expect(try await terminal.shows("the program and its arguments:"))
        let started = scratch.path("started")
        try scratch.write("#!/bin/sh\n: > '\(started.path)'\nexec sleep 60\n", to: "bank")
        chmod(scratch.path("bank").path, 0o700)
        try await terminal.type(scratch.path("bank").path)
        try await terminal.press("Enter")
        #expect(await eventually { FileManager.default.fileExists(atPath: started.path) })
        try await terminal.press("C-c")
        // A shell drops the rest of a line whose command was interrupted.
        try await terminal.type("echo left with $?")
        try await terminal.press("Enter")
        #expect(try await terminal.shows("left with 130"))
        #expect(!FileManager.default.fileExists(atPath: scratch.path(".config").path))
    }

    @Test("Ctrl-C ends it at a question that follows a hidden answer")
    func interruptedAfterSecret() async throws {
        let terminal = try await Tmux(in: scratch, columns: 160, rows: 50)
        let nowhere = "http://127.0.0.1:9"
        try await terminal.type(
            "'\(Project.program.path)' init --bank sbanken --set bank.apiURL=\(nowhere)/api"
                + " --set bank.authURL=\(nowhere)/token; true")
        try await terminal.press("Enter")
        for question in ["client id:", "client secret:"] {
            #expect(try await terminal.shows(question))
            try await terminal.type("planted")
            try await terminal.press("Enter")
        }
        #expect(try await terminal.shows("Which of them?"))
        try await terminal.press("C-c")
        try await terminal.type("echo left with $?")
        try await terminal.press("Enter")
        #expect(try await terminal.shows("left with 130"))
    }
}
