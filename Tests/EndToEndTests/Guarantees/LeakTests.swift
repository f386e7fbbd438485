import Foundation
import HTTP
import TestSupport
import Testing

@Suite("Secrets", .programs)
struct LeakTests {
    @Test("guarantee 42: those of the bank appear in no output, error, notice or database file")
    func nowhere() async throws {
        let stage = try await Stage(answers: [500, 410])
        let watcher = try stage.watch(["--plain", "--interval", "200ms"])
        _ = try await watcher.line(startingWith: "20")
        try await stage.pay("-170.00", from: "Lommepenger")
        _ = await eventually { !stage.receiver.entries.isEmpty }
        for name in ["refuseSignIn", "expireTokens", "missingScope", "html", "outage"] {
            try await stage.bank.turn(name, "true")
            _ = await eventually { watcher.errorText.contains("error:") }
            if name != "expireTokens" { try await stage.bank.turn(name, "false") }
        }
        watcher.signal(SIGTERM)
        _ = try await watcher.exitCode()
        let places = [
            "standard output": watcher.lines.joined(separator: "\n"),
            "standard error": watcher.errorText, "notices": stage.receiver.rawLog,
            "state folder": stage.stateText,
        ]
        #expect(!(places["state folder"] ?? "").isEmpty)
        for (place, text) in places {
            for secret in Self.secrets { #expect(!text.contains(secret), "\(place)") }
        }
    }

    @Test(
        "guarantee 42: those of the bank appear in no recording, import, or argument of a program",
        arguments: ["sbanken", "mine"])
    func recorded(bank: String) async throws {
        let stage = try await Stage()
        let ear = try Eavesdropper(on: stage)
        if bank == "mine" { try own(stage) }
        for name in ["", "refuseSignIn", "html"] {
            if !name.isEmpty { try await stage.bank.turn(name, "true") }
            try await ear.watch(environment: ["PLANTED": "planted-token-of-mine"])
        }
        try await ear.ask(bank)
        let text = try await ear.everything()
        for word in [#""outcome":"complete""#, bank == "mine" ? "refused: " : "invalid_client"] {
            #expect(text.contains(word), "\(text)")
        }
        for secret in Self.secrets + ["planted-token-of-mine"] {
            #expect(!text.contains(secret), "\(secret)")
        }
    }

    /// A bank of one's own that answers once and then complains with its token.
    private func own(_ stage: Stage) throws {
        let program = try stage.scratch.write(
            #"""
            #!/bin/sh
            mkdir "$0.asked" || { echo "refused: $PLANTED" >&2; exit 1; }
            printf '{"observedAt":"%s","source":"mine","outcome":"complete","accounts":[' \
                "$(date -u +%Y-%m-%dT%H:%M:%SZ)"
            printf '{"id":"a","name":"Felleskonto","currency":"NOK","booked":"5.00"}],'
            echo '"transactions":[]}'
            """#, to: "mine")
        chmod(program.path, 0o755)
        try stage.scratch.write(
            """
            { "version": 1,
              "banks": [ { "id": "mine", "type": "command", "command": ["\(program.path)"],
                "environment": { "PLANTED": {"env": "PLANTED"} } } ],
              "channels": { "hook": { "type": "webhook", "format": "json",
                "url": {"env": "HOOK_URL"}, "signingSecret": {"env": "HOOK_SECRET"} } } }
            """, to: "settings.json")
    }

    private static let secrets = [
        Stage.clientSecret, "planted%2Bclient%2Fsecret", Receiver.secret,
        String(Receiver.secret.dropFirst(6)), "planted-path-secret", "eyJhbGciOi",
        "\"\(Stage.customerID)\"",
    ]

    @Test("guarantee 42: those of every channel appear nowhere, even if receivers repeat them")
    func channels() async throws {
        // Each receiver sends back everything that it was told, with a success and with a failure.
        let hook = try Hook { request in
            let status = [200, 400, 500, 410][request.connection % 4]
            return .respond(
                status: status, headers: [("Content-Type", "application/json")],
                body: request.echo)
        }
        let stage = try await Stage()
        let port = try FreePort.any()
        let names = PlantedChannels.entries(hook).map(\.name)
        try stage.settle(
            channels: PlantedChannels.entries(hook).map { #""\#($0.name)": \#($0.settings),"# }
                .joined(separator: "\n"),
            top: #""metrics": {"port": \#(port)}, "heartbeat": {"url": {"env": "PLANTED_BEAT"}},"#)
        try stage.rule(["low": "balance under 100"], on: names + ["hook"])
        var texts: [String] = []
        for form in ["--plain", "--json"] {
            let watcher = try stage.watch(
                [form, "--interval", "200ms"], environment: PlantedChannels.environment(hook))
            _ = try await watcher.line(
                startingWith: form == "--plain" ? "20" : #"{"event":"started""#)
            try await stage.hold(form == "--plain" ? "80.00" : "300.00")
            #expect(await eventually { Set(hook.requests().map(\.path)).count >= names.count - 3 })
            #expect(await eventually { stage.receiver.entries.count >= 1 })
            texts.append(try await page(port))
            for command in PlantedChannels.commands { texts += try await output(command, stage) }
            watcher.signal(SIGTERM)
            _ = try await watcher.exitCode()
            texts += watcher.lines + [watcher.errorText]
        }
        texts += [stage.receiver.rawLog, stage.stateText]
        let text = texts.joined(separator: "\n")
        #expect(text.contains("[delivery-"), "\(text.prefix(2_000))")
        for (name, value) in PlantedChannels.environment(hook) {
            #expect(!text.contains(value), "\(name)")
            #expect(!text.contains(Data(value.utf8).base64EncodedString()), "\(name)")
        }
        #expect(!text.contains("planted"))
    }

    @Test("guarantee 42: a secret in a file that others can read is refused without being shown")
    func openFile() async throws {
        let stage = try await Stage()
        let file = try stage.scratch.write("planted-in-a-file", to: "secret").path
        chmod(file, 0o644)
        try stage.scratch.write(
            stage.settings(dialect: "v2").replacing(
                #"{"env": "CLIENT_SECRET"}"#, with: #"{"file": "\#(file)"}"#), to: "settings.json")
        let watcher = try stage.watch(["--once"])
        #expect(try await watcher.exitCode() == 4)
        #expect(watcher.errorText.contains("chmod 600"), "\(watcher.errorText)")
        #expect(!watcher.errorText.contains("planted-in"))
    }

    private func page(_ port: Int) async throws -> String {
        let transport = CurlTransport()
        defer { transport.close() }
        let request = HTTPRequest(url: "http://127.0.0.1:\(port)/metrics")
        return String(decoding: try await transport.send(request).body, as: UTF8.self)
    }

    private func output(_ command: [String], _ stage: Stage) async throws -> [String] {
        let found = try await stage.run(command)
        return found.lines + [found.errors]
    }
}
