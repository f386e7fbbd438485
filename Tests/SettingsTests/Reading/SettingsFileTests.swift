import Finance
import Foundation
import Testing

@testable import Settings

@Suite("A settings file")
struct SettingsFileTests {
    private func webhook(_ settings: SaldovaktSettings, _ name: String) throws -> WebhookSettings {
        guard case .webhook(let webhook) = try #require(settings.channel(named: name)).kind else {
            throw CancellationError()
        }
        return webhook
    }

    @Test("is read as the contract writes it")
    func contract() throws {
        let file = SettingsFile.load(
            bytes: try Fixtures.bytes("good/contract.json"), fileName: "settings.json",
            mode: FileMode(0o600))
        #expect(file.findings.isEmpty)
        let settings = try #require(file.settings)
        #expect(settings.timeZone.identifier == "Europe/Oslo")
        let bank = try #require(settings.banks.first)
        #expect(bank.id == "sbanken")
        let access = try #require(bank.sbanken)
        #expect(access.clientID.source == .environment("SBANKEN_CLIENT_ID"))
        #expect(access.clientID.place == "settings.json:3:64")
        #expect(access.clientSecret.source == .environment("SBANKEN_CLIENT_SECRET"))
        #expect(access.customerID?.source == .environment("SBANKEN_CUSTOMER_ID"))
        #expect(access.dialect == .v2)
        #expect(access.apiURL == "http://127.0.0.1:8080/apibeta/api/v2")
        #expect(access.authURL == "http://127.0.0.1:8080/identityserver/connect/token")
        #expect(access.secretIssued == CalendarDay(isoText: "2026-09-01"))
        #expect(bank.interval == .seconds(300))
        #expect(bank.accounts == [AccountSettings(name: "Brukskonto", aliases: ["Bruks"])])
        #expect(settings.channels.map(\.name) == ["family", "hook", "desktop", "terminal"])
        #expect(try webhook(settings, "family").format == .slack)
        #expect(try webhook(settings, "hook").url == .literal(Secret("http://127.0.0.1:9000/hook")))
        let secrets = try webhook(settings, "hook").signingSecrets
        #expect(secrets.map(\.source) == [.environment("HOOK_SECRET")])
        #expect(settings.heartbeat?.reference?.source == .environment("HEARTBEAT_URL"))
        #expect(settings.secretReferences.count == 6)
    }

    @Test("a desktop may name the program that shows a notice, other channels of people may not")
    func showsWithAProgram() throws {
        let loaded = Fixtures.load(
            #"{"version": 1, "channels": {"desktop": {"command": ["/usr/bin/less", "-"]}}}"#)
        let desktop = loaded.settings?.channels.first { $0.name == "desktop" }
        #expect(desktop?.show == CommandSettings(program: "/usr/bin/less", arguments: ["-"]))
        let terminal = Fixtures.load(
            #"{"version": 1, "channels": {"terminal": {"command": ["/bin/cat"]}}}"#)
        #expect(!terminal.findings.isEmpty)
    }

    @Test("needs nothing but its version, and has desktop and terminal anyway")
    func smallest() throws {
        let settings = try #require(Fixtures.load(#"{ "version": 1 } // mine"#).settings)
        #expect(settings.timeZone == SaldovaktSettings.standardTimeZone)
        #expect(settings.banks.isEmpty)
        #expect(settings.channels.map(\.kind) == [.desktop, .terminal])
        #expect(settings.channels.map(\.detail) == [.full, .full])
        #expect(settings.heartbeat == nil)
        #expect(SaldovaktSettings.standard.channels == settings.channels)
    }

    @Test("may have a program for a bank, with secrets in its environment")
    func bankCommand() throws {
        let text = #"""
            { "version": 1, "banks": [ { "id": "mine", "type": "command",
              "command": ["~/bin/my-bank", "--all"], "timeout": "1 minute",
              "environment": { "TOKEN": {"keyring": "mine"} }, "interval": "15m",
              "accounts": {"Felles": {"aliases": ["F"]}} } ] }
            """#
        let settings = try #require(Fixtures.load(text).settings)
        let bank = try #require(settings.banks.first)
        guard case .command(let command) = bank.access else {
            Issue.record("read as \(bank.access)")
            return
        }
        #expect(
            command.program
                == CommandSettings(
                    program: "~/bin/my-bank", arguments: ["--all"], timeout: .seconds(60)))
        #expect(command.variables.map(\.name) == ["TOKEN"])
        #expect(settings.secretReferences.map(\.source) == [.keyring("mine")])
        #expect(bank.interval == .seconds(900) && bank.accounts.count == 1)
        #expect(bank.sbanken == nil)
    }

    @Test("may want a metrics page")
    func metrics() throws {
        let text = #"{ "version": 1, "metrics": {"port": 9090} }"#
        #expect(try #require(Fixtures.load(text).settings).metrics == 9_090)
    }

    @Test("shows everything at home and in json, no amounts in chats, unless it says otherwise")
    func details() throws {
        let text = """
            {"version": 1, "channels": {
              "desktop": {"detail": "generic"}, "screen": {"type": "desktop"},
              "a": {"type": "webhook", "url": {"env": "A"}},
              "b": {"type": "webhook", "url": {"env": "A"}, "format": "slack"},
              "c": {"type": "webhook", "url": {"env": "A"}, "format": "slack", "detail": "full"}}}
            """
        let settings = try #require(Fixtures.load(text).settings)
        #expect(
            settings.channels.map { "\($0.name) \($0.detail)" } == [
                "desktop generic", "screen full", "a full", "b summary", "c full", "terminal full",
            ])
    }

    @Test("may hold harmless headers itself and refers to the others")
    func headers() throws {
        let text = """
            {"version": 1, "channels": {"a": {"type": "webhook", "url": {"env": "A"}, "headers": {
              "X-Room": "hall", "Authorization": {"file": "~/token"}}}}}
            """
        let settings = try #require(Fixtures.load(text).settings)
        let headers = try webhook(settings, "a").headers
        #expect(headers.map(\.name) == ["X-Room", "Authorization"])
        #expect(headers[0].value == .literal(Secret("hall")))
        #expect(headers[1].value.reference?.source == .file("~/token"))
    }

    @Test(
        "with an address in it is refused when others can read it",
        arguments: [(0o600, true), (0o400, true), (0o640, false), (0o604, false), (0o620, false)])
    func modes(mode: UInt32, isRead: Bool) {
        let text =
            #"{"version": 1, "heartbeat": {"url": "https://hc.example/hunter2"}}"#
        #expect((Fixtures.load(text, mode: mode).settings != nil) == isRead)
    }

    @Test("without an address in it may be read by anyone")
    func openMode() {
        let text = #"{"version": 1, "heartbeat": {"url": {"env": "HEARTBEAT_URL"}}}"#
        #expect(Fixtures.load(text, mode: 0o644).settings != nil)
    }

    @Test("with a bank of a type that is none of ours says that and nothing else of the bank")
    func unknownBank() {
        let loaded = Fixtures.load(
            #"{"version": 1, "banks": [{"id": "n", "type": "nordea"}]}"#, mode: 0o600)
        #expect(loaded.findings.map(\.fault.code) == ["unknown-value"])
    }

    @Test("may never be written by anyone, who could send notifications elsewhere")
    func writableByAll() {
        let text = #"{"version": 1, "heartbeat": {"url": {"env": "HEARTBEAT_URL"}}}"#
        for mode: UInt32 in [0o666, 0o602] {
            let loaded = Fixtures.load(text, mode: mode)
            #expect(loaded.settings == nil)
            #expect(loaded.findings.map(\.fault) == [.writableByOthers(FileMode(mode))])
        }
    }

    @Test("never shows an address, however it is printed")
    func descriptions() throws {
        let text = """
            {"version": 1, "heartbeat": {"url": "https://hc.example/hunter2"}, "channels":
              {"a": {"type": "webhook", "url": "https://hooks.example/hunter2"}}}
            """
        let settings = try #require(Fixtures.load(text).settings)
        var dumped = ""
        dump(settings, to: &dumped)
        for shown in [dumped, "\(settings)", String(reflecting: settings)] {
            #expect(!shown.contains("hunter2"))
            #expect(!shown.contains("hooks.example"))
        }
    }

    @Test("that cannot be read is a finding too", arguments: [FileProblem.missing, .notAllowed])
    func unreadable(problem: FileProblem) {
        let file = SettingsFile.load(path: "/x/settings.json", files: MemoryFiles(problem: problem))
        #expect(file.settings == nil)
        #expect(file.findings.map(\.fault.fix) == [problem.fix])
        #expect("\(file.findings[0])".hasPrefix("/x/settings.json: error: [unreadable] "))
    }
}
