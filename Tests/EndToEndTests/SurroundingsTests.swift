import Foundation
import HTTP
import TestSupport
import Testing
import Threads

@Suite("What surrounds the program", .programs)
struct SurroundingsTests {
    private func program(_ arguments: [String], home: Scratch) throws -> ForeignProcess {
        try ForeignProcess(
            [Project.program.path] + arguments,
            environment: ["PATH": "/usr/bin:/bin", "HOME": home.folder.path])
    }

    @Test("files are looked for in the home that the environment names, and named when missing")
    func home() async throws {
        let scratch = try Scratch()
        try scratch.write(Stage.rules.replacing("hook", with: "terminal"), to: "rules.json")
        let accounts = try program(["accounts"], home: scratch)
        #expect(try await accounts.exitCode() == 4)
        let store = scratch.path(".local/state/saldovakt/saldovakt.sqlite").path
        #expect(accounts.errorText.hasPrefix("\(store): error: [store-missing]"))
        #expect(accounts.errorText.contains("fix: run 'saldovakt watch' first"))
        let watch = try program(
            ["watch", "--rules", scratch.path("rules.json").path], home: scratch)
        #expect(try await watch.exitCode() == 4)
        let settings = scratch.path(".config/saldovakt/settings.json").path
        #expect(watch.errorText.hasPrefix("\(settings): error: [no-bank]"))
    }

    @Test("a start names everything that is wrong at once: settings, rules, secrets, the store")
    func everything() async throws {
        let scratch = try Scratch()
        func watch(_ settings: String, _ rules: String) async throws -> (Int32, String) {
            let places = [
                try scratch.write(settings, to: "settings.json"),
                try scratch.write(rules, to: "rules.json"),
            ]
            chmod(places[0].path, 0o600)
            let process = try program(
                ["watch", "--settings", places[0].path, "--rules", places[1].path], home: scratch)
            return (try await process.exitCode(), process.errorText)
        }
        let rule = #"{ "when": "balance undr 100", "notify": ["hook"] }"#
        let bad = #"{ "version": 1, "rules": [ \#(rule) ] }"#
        let unreadable = try await watch(
            #"{ "version": 1, "banks": [ { "id": "a", "type": "nope" } ] }"#, bad)
        #expect(unreadable.0 == 1 && unreadable.1.contains("unknown type: 'nope'"))
        #expect(unreadable.1.contains(#"did you mean "under"?"#))
        #expect(!unreadable.1.contains("unknown-channel"))
        // Such a start makes no store; one that is there is looked at, below.
        let store = scratch.path(".local/state/saldovakt/saldovakt.sqlite").path
        #expect(!FileManager.default.fileExists(atPath: store))
        func name(_ name: String) -> String { #"{ "env": "\#(name)" }"# }
        let secret = try await watch(
            """
            { "version": 1,
              "banks": [ { "id": "a", "type": "sbanken", "clientId": \(name("ONE")),
                "clientSecret": \(name("TWO")), "customerId": \(name("THREE")) } ],
              "channels": {
                "hook": { "type": "webhook", "format": "slack", "url": \(name("FOUR")) },
                "spare": { "type": "webhook", "format": "slack", "url": \(name("FIVE")) } } }
            """, bad.replacing("undr", with: "under"))
        #expect(secret.0 == 4)
        for variable in ["ONE", "TWO", "THREE", "FOUR"] {
            let count = secret.1.components(separatedBy: "not set: '\(variable)'").count - 1
            #expect(count == 1, "\(secret.1)")
        }
        // No rule notifies on it.
        #expect(!secret.1.contains("FIVE"))
        _ = try scratch.write("no database", to: ".local/state/saldovakt/saldovakt.sqlite")
        let damaged = try await watch(#"{ "version": 1, "banks": [] }"#, bad)
        #expect(damaged.0 == 1 && damaged.1.contains(#"did you mean "under"?"#))
        #expect(damaged.1.contains(store), "\(damaged.1)")
    }

    @Test("a sample that fails is not promised to be tried again")
    func sample() async throws {
        let scratch = try Scratch()
        let settings = try scratch.write(
            """
            { "version": 1, "channels": {
                "hook": { "type": "webhook", "format": "json", "url": "http://127.0.0.1:1/x" } } }
            """, to: "settings.json")
        let process = try program(
            ["channels", "test", "hook", "--settings", settings.path], home: scratch)
        #expect(try await process.exitCode() == 4)
        #expect(process.errorText.contains("[delivery-unreachable]"))
        #expect(!process.errorText.contains("tried again at"))
        #expect(!process.errorText.contains("ntc_"))
    }

    @Test("a sample is in the language of the settings")
    func sampleLanguage() async throws {
        let server = try LoopbackServer { _ in .respond(status: 204) }
        defer { server.stop() }
        let scratch = try Scratch()
        let settings = try scratch.write(
            """
            { "version": 1, "language": "nb", "channels": {
                "hook": { "type": "webhook", "url": "\(server.url("/x"))" } } }
            """, to: "settings.json")
        let process = try program(
            ["channels", "test", "hook", "--settings", settings.path], home: scratch)
        #expect(try await process.exitCode() == 0, "\(process.errorText)")
        let body = String(decoding: server.requests.first?.body ?? [], as: UTF8.self)
        #expect(body.contains(#""title":"Prøve fra saldovakt""#), "\(body)")
        #expect(body.contains("Dette er en prøve av kanalen «hook»"), "\(body)")
    }

    @Test(
        "guarantee 40: a sample goes the way of every notice: an outbox, a signature, a retry under its id"
    )
    func sampleRetried() async throws {
        let count = Lock(0)
        let server = try LoopbackServer { _ in
            let number = count.withLock { number in
                number += 1
                return number
            }
            return .respond(status: number == 1 ? 503 : 204)
        }
        defer { server.stop() }
        let scratch = try Scratch()
        let key = "whsec_" + Data(repeating: 7, count: 32).base64EncodedString()
        try FileManager.default.createDirectory(
            at: scratch.path("keys"), withIntermediateDirectories: true)
        for name in ["old", "new"] { _ = try scratch.write(key, to: "keys/\(name)") }
        let settings = try scratch.write(
            """
            { "version": 1, "channels": { "hook": {
                "type": "webhook", "url": "\(server.url("/x"))",
                "signingSecret": [{"file": "keys/new"}, {"file": "keys/old"}] } } }
            """, to: "settings.json")
        let process = try program(
            ["channels", "test", "hook", "--wait", "1m", "--settings", settings.path],
            home: scratch)
        #expect(try await process.exitCode() == 0, "\(process.errorText)")
        #expect(process.lines == ["hook: the sample was delivered at attempt 2"])
        #expect(process.errorText.contains("[delivery-server]"))
        #expect(Set(server.requests.map { $0.header("webhook-id") }).count == 1)
        for request in server.requests {
            #expect(request.header("webhook-signature")?.split(separator: " ").count == 2)
        }
    }

    @Test("a bank that asks to come later is named with what to do")
    func throttled() async throws {
        let stage = try await Stage()
        try await stage.bank.turn("throttle", "30")
        let watcher = try stage.watch(["--once"])
        #expect(try await watcher.exitCode() == 4)
        #expect(watcher.errorText.hasPrefix("bank sbanken: error: [bank-throttled]"))
        #expect(watcher.errorText.contains("asks to come later, not before 2"))
    }

    @Test("the store is shown in English, and its amounts are signed alike")
    func store() async throws {
        let stage = try await Stage()
        try await stage.once()
        let purchase = #""action": "reserve", "id": "hi-fi", "account": "Brukskonto""#
        try await stage.bank.perform("{ \(purchase), \"amount\": -1249.00, \"text\": \"HI-FI\" }")
        try await stage.once()
        try await stage.bank.perform(#"{ "action": "book", "reservation": "hi-fi" }"#)
        try await stage.once()
        let state = ["--state", stage.scratch.path("state").path]
        let accounts = try program(["accounts"] + state, home: stage.scratch)
        _ = try await accounts.exitCode()
        #expect(
            accounts.lines.first == "Account\tNumber\tAvailable\tBalance\tCredit\tBank\tUpdated")
        let table = try program(["transactions", "--why"] + state, home: stage.scratch)
        _ = try await table.exitCode()
        #expect(table.lines.first == "Date\tAccount\tAmount\tStatus\tText\tId\tWhy")
        let json = try program(["transactions", "--json"] + state, home: stage.scratch)
        _ = try await json.exitCode()
        #expect(json.lines.joined().contains(#""reservedAmount":"-1249.00""#))
    }

    @Test("rules with findings against the store are not called fine")
    func check() async throws {
        let stage = try await Stage()
        try await stage.once()
        let rules = #"{ "version": 1, "rules": [ { "when": "balance of 'Nope' under 9" } ] }"#
        let file = try stage.scratch.write(rules, to: "checked.json")
        let process = try program(
            ["rules", "check", file.path, "--state", stage.scratch.path("state").path],
            home: stage.scratch)
        #expect(try await process.exitCode() == 1)
        #expect(process.errorText.contains("unknown-account"))
        #expect(process.lines.last == "1 rule, 1 error, 0 warnings")
    }

    @Test("other names that the settings give to accounts are known to rules check")
    func aliases() async throws {
        let stage = try await Stage()
        try await stage.once()
        let plain = stage.settings(dialect: "v2")
        let aliases = #""accounts": {"Brukskonto": {"aliases": ["Bruks"]}}, "id""#
        let settings = try stage.scratch.write(
            plain.replacing(#""id""#, with: aliases, maxReplacements: 1), to: "aliases.json")
        let rules = #"{ "version": 1, "rules": [ { "when": "balance of Bruks under 9" } ] }"#
        let file = try stage.scratch.write(rules, to: "checked.json")
        let process = try program(
            [
                "rules", "check", file.path, "--settings", settings.path, "--state",
                stage.scratch.path("state").path,
            ], home: stage.scratch)
        #expect(try await process.exitCode() == 0, "\(process.errorText)")
        #expect(process.lines.last == "1 rule is fine")
    }
}
