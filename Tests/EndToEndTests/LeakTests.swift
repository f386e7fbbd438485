import Foundation
import TestSupport
import Testing

@Suite("Secrets")
struct LeakTests {
    @Test("appear in no output, error, notice or database file")
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
            "state folder": try stateText(stage),
        ]
        #expect(!(places["state folder"] ?? "").isEmpty)
        for (place, text) in places {
            for secret in Self.secrets { #expect(!text.contains(secret), "\(place)") }
        }
    }

    private static let secrets = [
        Stage.clientSecret, "planted%2Bclient%2Fsecret", Receiver.secret,
        String(Receiver.secret.dropFirst(6)), "planted-path-secret", "eyJhbGciOi",
        "\"\(Stage.customerID)\"",
    ]

    private func stateText(_ stage: Stage) throws -> String {
        let folder = stage.scratch.path("state")
        return try FileManager.default.contentsOfDirectory(atPath: folder.path)
            .compactMap { FileManager.default.contents(atPath: folder.appending(path: $0).path) }
            .map { String(decoding: $0, as: UTF8.self) }.joined()
    }
}
