import Foundation
import HTTP
import TestSupport
import Testing

@Suite("Secrets that other servers are told", .programs)
struct ServerLeakTests {
    private static let mailPassword = "planted+mail/password%1"
    private static let mqttPassword = "planted+mqtt/password%1"

    @Test("guarantee 42: those of mail, MQTT and the keyring appear nowhere, even if repeated")
    func nowhere() async throws {
        let keyring = try await KeyringSession()
        #expect(try await keyring.isReady())
        let servers = try await IndiscreetServers()
        let stage = try await Stage()
        let port = try FreePort.any()
        try await fill(keyring)
        try settle(stage, servers, metrics: port)
        try stage.rule(["low": "balance under 100"], on: ["hook", "post", "broker"])
        let environment = keyring.environment.merging(["MQTT": Self.mqttPassword]) { $1 }
        var texts: [String] = []
        // The tests of the channels between the two are the logins that are refused.
        for (form, balance, step) in [
            ("--plain", "80.00", "accepted"), ("--json", "300.00", "message refused"),
        ] {
            let watcher = try stage.watch([form, "--interval", "200ms"], environment: environment)
            _ = try await watcher.line(
                startingWith: form == "--plain" ? "20" : #"{"event":"started""#)
            try await stage.hold(balance)
            #expect(await servers.password("smtp", step) == Self.mailPassword)
            #expect(await servers.password("mqtt", step) == Self.mqttPassword)
            let word = form == "--plain" ? "alert.fired low" : "alert.resolved low"
            #expect(await stage.receiver.waits(for: word))
            texts.append(try await page(port))
            texts += try await outputs(stage, environment)
            watcher.signal(SIGTERM)
            #expect(try await watcher.exitCode() == 143)
            texts += watcher.lines + [watcher.errorText]
        }
        #expect(await servers.password("smtp", "login refused") == Self.mailPassword)
        #expect(await servers.password("mqtt", "login refused") == Self.mqttPassword)
        texts += servers.entries.compactMap(\.text) + [stage.receiver.rawLog, stage.stateText]
        judge(texts.joined(separator: "\n"))
    }

    /// Puts the bank's secrets and the mail's password into the keyring, as a person does.
    private func fill(_ keyring: KeyringSession) async throws {
        let bank = [Stage.clientID, Stage.clientSecret, Stage.customerID]
        #expect(try await keyring.run(["login", "sbanken"], input: bank).code == 0)
        let mail = ["unused", Self.mailPassword, ""]
        #expect(try await keyring.run(["login", "post"], input: mail).code == 0)
    }

    private func settle(_ stage: Stage, _ servers: IndiscreetServers, metrics: Int) throws {
        let channels = """
            "post": { "type": "mail", "url": "smtp://127.0.0.1:\(servers.mailPort)",
              "from": "a@example.org", "to": "b@example.org", "startTLS": false, "user": "vakt",
              "password": {"keyring": "post-client-secret"} },
            "broker": { "type": "mqtt", "url": "mqtt://127.0.0.1:\(servers.mqttPort)",
              "topic": "a", "user": "vakt", "password": {"env": "MQTT"} },
            """
        try stage.settle(channels: channels, top: #""metrics": {"port": \#(metrics)}, "#)
        let file = stage.scratch.path("settings.json")
        var text = try String(contentsOf: file, encoding: .utf8)
        for (variable, name) in [
            ("CLIENT_ID", "client-id"), ("CLIENT_SECRET", "client-secret"),
            ("CUSTOMER_ID", "customer-id"),
        ] {
            text = text.replacing(
                #"{"env": "\#(variable)"}"#, with: #"{"keyring": "sbanken-\#(name)"}"#)
        }
        try stage.scratch.write(text, to: "settings.json")
    }

    /// What commands print beside the watcher.
    private func outputs(_ stage: Stage, _ environment: [String: String]) async throws -> [String] {
        let settings = ["--settings", stage.scratch.path("settings.json").path]
        let state = ["--state", stage.scratch.path("state").path]
        let commands =
            PlantedChannels.commands.map { $0 + state } + [
                ["channels", "list", "--json"] + settings, ["channels", "test", "post"] + settings,
                ["channels", "test", "broker"] + settings, ["doctor", "--json"] + settings + state,
            ]
        var texts: [String] = []
        for command in commands {
            let process = try ForeignProcess(
                [Project.program.path] + command,
                environment: stage.environment(environment))
            _ = try await process.exitCode()
            texts += process.lines + [process.errorText]
        }
        return texts
    }

    private func page(_ port: Int) async throws -> String {
        let transport = CurlTransport()
        defer { transport.close() }
        let request = HTTPRequest(url: "http://127.0.0.1:\(port)/metrics")
        return String(decoding: try await transport.send(request).body, as: UTF8.self)
    }

    private func judge(_ text: String) {
        #expect(text.contains("[delivery-auth]"), "\(text.suffix(2_000))")
        #expect(text.contains("saldovakt_"))
        let pairs = [Self.mailPassword, Self.mqttPassword].map { "\0vakt\0\($0)" }
        let secrets =
            [
                Self.mailPassword, Self.mqttPassword, Stage.clientSecret,
                "planted%2Bclient%2Fsecret", "\"\(Stage.customerID)\"", Stage.clientID,
            ] + pairs
        for secret in secrets {
            #expect(!text.contains(secret), "\(secret)")
            let coded = Data(secret.utf8).base64EncodedString()
            #expect(!text.contains(coded), "\(secret) in base64")
        }
        #expect(!text.contains("planted"))
    }
}
