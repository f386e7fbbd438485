import Foundation
import TestSupport
import Testing

@Suite("The desktop, with real parts", .programs)
struct DesktopTests {
    private static let rules = Stage.rules.replacing(
        #""notify": ["hook"]"#, with: #""notify": ["desktop", "hook"]"#)

    private func stage(on desktop: HeadlessDesktop) async throws -> (Stage, ForeignProcess) {
        let stage = try await Stage()
        try stage.scratch.write(Self.rules, to: "rules.json")
        let watcher = try stage.watch(environment: desktop.environment)
        try await watcher.newPolls()
        return (stage, watcher)
    }

    /// Title, body and id of what dunst showed, newest first.
    private func history(_ desktop: HeadlessDesktop) async throws -> [(String, String, Int)] {
        _ = try await desktop.run(["dunstctl", "close-all"])
        let text = try await desktop.run(["dunstctl", "history"])
        let object = try JSONSerialization.jsonObject(with: Data(text.utf8))
        let rows = ((object as? [String: Any])?["data"] as? [[[String: Any]]])?.first ?? []
        return rows.map { row in
            func value(_ name: String) -> Any? { (row[name] as? [String: Any])?["data"] }
            return (
                value("summary") as? String ?? "", value("body") as? String ?? "",
                value("id") as? Int ?? 0
            )
        }
    }

    @Test("shows title and sentence, and replaces the popup when the alert is over")
    func shown() async throws {
        let desktop = try await HeadlessDesktop(.dunst)
        defer { desktop.stop() }
        let (stage, watcher) = try await stage(on: desktop)
        try await stage.pay("-170.00", from: "Lommepenger")
        #expect(await stage.receiver.waits(for: "alert.fired low"))
        #expect(
            try await eventually {
                try await desktop.run(["dunstctl", "count", "displayed"]).hasPrefix("1")
            })
        let popups = try await history(desktop)
        #expect(
            popups.map { $0.0.replacing("\u{A0}", with: " ") } == ["Lommepenger is low: 80,00 kr"])
        #expect(popups.map(\.1) == ["Balance, limit 100,00 kr · rule low"])
        #expect(popups.allSatisfy { $0.2 > 0 })
        watcher.signal(SIGTERM)
        #expect(try await watcher.exitCode() == 143)
    }

    @Test("does not hold the webhook up while the daemon hangs, and shows what waited")
    func hangingDaemon() async throws {
        let desktop = try await HeadlessDesktop(.dunst)
        defer { desktop.stop() }
        let (stage, watcher) = try await stage(on: desktop)
        let daemon = try #require(desktop.processID("DAEMON"))
        kill(daemon, SIGSTOP)
        try await stage.pay("-170.00", from: "Lommepenger")
        #expect(
            await eventually {
                stage.receiver.words.contains("alert.fired low")
            })
        kill(daemon, SIGCONT)
        #expect(
            try await eventually {
                try await desktop.run(["dunstctl", "count", "displayed"]).hasPrefix("1")
            })
        watcher.signal(SIGTERM)
        #expect(try await watcher.exitCode() == 143)
    }

    @Test("what waits for a notification daemon is shown as soon as one comes, not at the next try")
    func lateDaemon() async throws {
        let desktop = try await HeadlessDesktop(.none)
        defer { desktop.stop() }
        // On a clock that stands still no further try ever falls due.
        let stage = try await Stage(at: "2026-03-06 09:00")
        try stage.scratch.write(Self.rules, to: "rules.json")
        let clock = try #require(stage.clock)
        let watcher = try stage.watch(
            ["--json", "--interval", "30m"], environment: desktop.environment)
        try await watcher.rests()
        try await stage.hold("80.00")
        clock.pass(.seconds(1_800))
        _ = try await watcher.line(startingWith: #"{"event":"deliveryFailed""#)
        #expect(await stage.receiver.waits(for: "alert.fired low"))
        let daemon = HeadlessDesktop.scripts.appendingPathComponent("scripted-daemon").path
        try desktop.start([daemon, desktop.folder.path, "body", "actions"])
        let calls = desktop.folder.appendingPathComponent("calls")
        let isShown = await eventually {
            (try? String(contentsOf: calls, encoding: .utf8))?.contains("Lommepenger") == true
        }
        #expect(isShown, "\(watcher.errorText)")
        let delivered = #"{"event":"delivered","at":"2026-03-06T08:30:00Z","channel":"desktop""#
        _ = try await watcher.line(startingWith: delivered)
        watcher.signal(SIGTERM)
        #expect(try await watcher.exitCode() == 143)
    }

    @Test("a click starts the program of the settings, with the notice on its input")
    func showsWithAProgram() async throws {
        let desktop = try await HeadlessDesktop(.dunst)
        defer { desktop.stop() }
        let stage = try await Stage()
        try stage.scratch.write(Self.rules, to: "rules.json")
        let file = stage.scratch.path("shown.json").path
        let script =
            "cat >'\(file).new' && printenv DISPLAY >>'\(file).new' && mv '\(file).new' '\(file)'"
        let settings = stage.settings(dialect: "v2").replacing(
            "\"channels\": {",
            with:
                "\"channels\": { \"desktop\": {\"command\": [\"/bin/sh\", \"-c\", \"\(script)\"]},")
        try stage.scratch.write(settings, to: "settings.json")
        let watcher = try stage.watch(environment: desktop.environment)
        try await watcher.newPolls()
        try await stage.pay("-170.00", from: "Lommepenger")
        #expect(await stage.receiver.waits(for: "alert.fired low"))
        #expect(
            try await eventually {
                try await desktop.run(["dunstctl", "count", "displayed"]).hasPrefix("1")
            })
        _ = try await desktop.run(["dunstctl", "action"])
        #expect(await eventually { FileManager.default.fileExists(atPath: file) })
        let shown = try String(contentsOf: URL(fileURLWithPath: file), encoding: .utf8)
        #expect(
            shown.hasPrefix(#"{"type":"alert.fired","id":"ntc_"#) && shown.contains("Lommepenger"))
        #expect(shown.hasSuffix((desktop.environment["DISPLAY"] ?? "none") + "\n"))
        watcher.signal(SIGTERM)
        _ = try await watcher.exitCode()
    }

    @Test("lives on when the session bus goes away, and the webhook arrives")
    func busDeath() async throws {
        let desktop = try await HeadlessDesktop(.dunst)
        defer { desktop.stop() }
        let (stage, watcher) = try await stage(on: desktop)
        try await stage.pay("-170.00", from: "Lommepenger")
        #expect(await stage.receiver.waits(for: "alert.fired low"))
        try await watcher.newPolls()
        let bus = try #require(desktop.processID("BUS"))
        kill(bus, SIGKILL)
        try await watcher.newPolls()
        try await stage.pay("-700.00", from: "Brukskonto")
        #expect(
            await eventually {
                stage.receiver.words.contains("alert.fired big")
            })
        #expect(watcher.isRunning)
        watcher.signal(SIGTERM)
        #expect(try await watcher.exitCode() == 143)
    }
}
