import Foundation
import TestSupport
import Testing

/// What a running watcher takes over from its files, and when.
@Suite("Reloading channels", .programs)
struct ReloadTests {
    /// The settings of a stage with these channels, each a webhook at an address of its own.
    private func settings(_ stage: Stage, _ channels: [String: Receiver]) -> String {
        let entries = channels.sorted { $0.key < $1.key }.map { name, receiver in
            """
            "\(name)": { "type": "webhook", "format": "json", "url": "\(receiver.url)",
              "signingSecret": {"env": "HOOK_SECRET"} }
            """
        }
        let whole = stage.settings(dialect: "v2")
        let start = whole.range(of: "\"channels\"").map { String(whole[..<$0.lowerBound]) } ?? ""
        return start + "\"channels\": { \(entries.joined(separator: ", ")) } }"
    }

    private func rules(notify: [String]) -> String {
        let names = notify.map { "\"\($0)\"" }.joined(separator: ", ")
        return """
            { "version": 1, "rules": [
              { "id": "big", "when": "new debit over 500", "notify": [\(names)] } ] }
            """
    }

    private func write(_ text: String, to name: String, of stage: Stage) throws {
        let path = try stage.scratch.write(text, to: name + ".new")
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path.path)
        let target = stage.scratch.path(name)
        #expect(rename(path.path, target.path) == 0)
    }

    @Test("a channel that a changed rules file names first is used at once")
    func newlyNamed() async throws {
        let stage = try await Stage()
        let second = try await Receiver(in: stage.scratch)
        try write(
            settings(stage, ["hook": stage.receiver, "second": second]), to: "settings.json",
            of: stage)
        try write(rules(notify: ["hook"]), to: "rules.json", of: stage)
        let watcher = try stage.watch()
        _ = try await watcher.line(startingWith: #"{"event":"cycled""#)
        try write(rules(notify: ["hook", "second"]), to: "rules.json", of: stage)
        _ = try await watcher.line(startingWith: #"{"event":"rulesLoaded""#)
        try await stage.pay("-612.00", from: "Brukskonto")
        #expect(await second.waits(for: "alert.fired big"))
        #expect(await stage.receiver.waits(for: "alert.fired big"))
        watcher.signal(SIGTERM)
        _ = try await watcher.exitCode()
    }

    @Test("what a channel refuses after a reload is tried again by the one in its place")
    func refusedMeanwhile() async throws {
        let stage = try await Stage()
        let script = try stage.scratch.write(
            """
            cd "$(dirname "$0")"
            if [ -e begun ]; then touch delivered; exit 0; fi
            touch begun
            while [ ! -e go ]; do sleep 0.1; done
            exit 75
            """, to: "channel.sh")
        try stage.settle(
            channels: #""own": { "type": "command", "command": ["/bin/sh", "\#(script.path)"] },"#)
        try stage.rule(["big": "new debit over 500"], on: ["own"])
        func exists(_ name: String) -> Bool {
            FileManager.default.fileExists(atPath: stage.scratch.path(name).path)
        }
        let watcher = try stage.watch()
        _ = try await watcher.line(startingWith: #"{"event":"cycled""#)
        try await stage.pay("-612.00", from: "Brukskonto")
        #expect(await eventually { exists("begun") })
        watcher.dropLines()
        watcher.signal(SIGHUP)
        _ = try await watcher.line(startingWith: #"{"event":"rulesLoaded""#)
        try stage.scratch.write("", to: "go")
        #expect(await eventually { exists("delivered") })
        watcher.signal(SIGTERM)
        _ = try await watcher.exitCode()
    }

    @Test("SIGHUP brings new channels and moves one whose address has changed")
    func newSettings() async throws {
        let stage = try await Stage()
        let (moved, second) = (
            try await Receiver(in: stage.scratch), try await Receiver(in: stage.scratch)
        )
        try write(settings(stage, ["hook": stage.receiver]), to: "settings.json", of: stage)
        try write(rules(notify: ["hook"]), to: "rules.json", of: stage)
        let watcher = try stage.watch()
        _ = try await watcher.line(startingWith: #"{"event":"cycled""#)
        try write(
            settings(stage, ["hook": moved, "second": second]), to: "settings.json", of: stage)
        try write(rules(notify: ["hook", "second"]), to: "rules.json", of: stage)
        watcher.signal(SIGHUP)
        #expect(await eventually { watcher.lines.contains { $0.contains("\"rulesLoaded\"") } })
        try await stage.pay("-612.00", from: "Brukskonto")
        #expect(await second.waits(for: "alert.fired big"))
        #expect(await moved.waits(for: "alert.fired big"))
        // A poll between the two files may have told that the rules name a channel too many.
        #expect(!stage.receiver.words.contains("alert.fired big"))
        watcher.signal(SIGTERM)
        _ = try await watcher.exitCode()
    }

    @Test(
        "rules that name a channel of changed settings bring both into force, whichever came first",
        arguments: [true, false])
    func together(isSettingsFirst: Bool) async throws {
        let stage = try await Stage()
        let second = try await Receiver(in: stage.scratch)
        try write(settings(stage, ["hook": stage.receiver]), to: "settings.json", of: stage)
        try write(rules(notify: ["hook"]), to: "rules.json", of: stage)
        let watcher = try stage.watch()
        _ = try await watcher.line(startingWith: #"{"event":"cycled""#)
        let more = settings(stage, ["hook": stage.receiver, "second": second])
        if isSettingsFirst { try write(more, to: "settings.json", of: stage) }
        try write(rules(notify: ["hook", "second"]), to: "rules.json", of: stage)
        if !isSettingsFirst {
            _ = try await watcher.line(startingWith: #"{"event":"rulesRejected""#)
            try write(more, to: "settings.json", of: stage)
        }
        _ = try await watcher.line(startingWith: #"{"event":"rulesLoaded""#)
        try await stage.pay("-612.00", from: "Brukskonto")
        #expect(await second.waits(for: "alert.fired big"))
        #expect(await stage.receiver.waits(for: "alert.fired big"))
        #expect(watcher.errorText.contains("unknown-channel") == !isSettingsFirst)
        watcher.signal(SIGTERM)
        _ = try await watcher.exitCode()
    }

    @Test("what waits for a channel that is taken out of the settings is told elsewhere")
    func removed() async throws {
        let stage = try await Stage()
        let dead = try await Receiver(in: stage.scratch, answers: Array(repeating: 503, count: 99))
        try write(
            settings(stage, ["hook": stage.receiver, "dead": dead]), to: "settings.json", of: stage)
        try write(rules(notify: ["hook", "dead"]), to: "rules.json", of: stage)
        let watcher = try stage.watch()
        _ = try await watcher.line(startingWith: #"{"event":"cycled""#)
        try await stage.pay("-612.00", from: "Brukskonto")
        #expect(await eventually { dead.entries.contains { $0.status == 503 } })
        #expect(await stage.receiver.waits(for: "alert.fired big"))
        try write(settings(stage, ["hook": stage.receiver]), to: "settings.json", of: stage)
        try write(rules(notify: ["hook"]), to: "rules.json", of: stage)
        watcher.signal(SIGHUP)
        watcher.signal(SIGTERM)
        _ = try await watcher.exitCode()
        // A running watcher waits some minutes for the channel to come back, a new one does not.
        let next = try stage.watch()
        #expect(
            await eventually {
                stage.receiver.entries.contains { $0.body.type == "health.fired" }
            })
        next.signal(SIGTERM)
        _ = try await next.exitCode()
    }

    @Test(
        "an end reaches the channel that the alert was sent on, though no rule names it after a start",
        arguments: [true, false])
    func owed(isOnce: Bool) async throws {
        let stage = try await Stage()
        let second = try await Receiver(in: stage.scratch)
        try write(
            settings(stage, ["hook": stage.receiver, "second": second]), to: "settings.json",
            of: stage)
        try stage.rule(["low": "balance under 100 NOK"])
        try await stage.once()
        try await stage.hold("50.00")
        try await stage.once()
        #expect(stage.receiver.words == ["alert.fired low"])
        try stage.rule(["low": "balance under 100 NOK"], on: ["second"])
        try await stage.hold("500.00")
        let watcher = try stage.watch(isOnce ? ["--once"] : ["--interval", "200ms"])
        #expect(await stage.receiver.waits(for: "alert.resolved low"))
        if !isOnce { watcher.signal(SIGTERM) }
        #expect(try await watcher.exitCode() == (isOnce ? 0 : 143))
        #expect(second.words.isEmpty)
    }

    @Test("a refused reload is tried again when a secret that it lacked is there")
    func missingSecret() async throws {
        let stage = try await Stage()
        let secret = stage.scratch.path("second-url").path
        try write(settings(stage, ["hook": stage.receiver]), to: "settings.json", of: stage)
        try write(rules(notify: ["hook"]), to: "rules.json", of: stage)
        let watcher = try stage.watch()
        _ = try await watcher.line(startingWith: #"{"event":"cycled""#)
        let second = try await Receiver(in: stage.scratch)
        let more = settings(stage, ["hook": stage.receiver, "second": second])
            .replacing("\"\(second.url)\"", with: "{\"file\": \"\(secret)\"}")
        try write(more, to: "settings.json", of: stage)
        try write(rules(notify: ["hook", "second"]), to: "rules.json", of: stage)
        _ = try await watcher.line(startingWith: #"{"event":"rulesRejected""#)
        #expect(watcher.errorText.contains("second-url"))
        try write("\(second.url)", to: "second-url", of: stage)
        _ = try await watcher.line(startingWith: #"{"event":"rulesLoaded""#)
        try await stage.pay("-612.00", from: "Brukskonto")
        #expect(await second.waits(for: "alert.fired big"))
        watcher.signal(SIGTERM)
        _ = try await watcher.exitCode()
    }

    @Test("a mistake in the settings leaves rules and channels as they were, and is told")
    func mistake() async throws {
        let stage = try await Stage()
        try write(settings(stage, ["hook": stage.receiver]), to: "settings.json", of: stage)
        try write(rules(notify: ["hook"]), to: "rules.json", of: stage)
        let watcher = try stage.watch()
        _ = try await watcher.line(startingWith: #"{"event":"cycled""#)
        try write("{ \"version\": 1, \"channels\": ", to: "settings.json", of: stage)
        watcher.signal(SIGHUP)
        #expect(
            await eventually { watcher.errorText.contains("the old settings stay in force") })
        let other = """
            { "version": 1, "channels": { "other": { "type": "webhook", "format": "json",
              "url": {"env": "NOT_THERE"} } } }
            """
        try write(other, to: "settings.json", of: stage)
        try write(rules(notify: ["other"]), to: "rules.json", of: stage)
        watcher.signal(SIGHUP)
        #expect(await eventually { watcher.errorText.contains("NOT_THERE") })
        try await stage.pay("-612.00", from: "Brukskonto")
        #expect(await stage.receiver.waits(for: "alert.fired big"))
        watcher.signal(SIGTERM)
        _ = try await watcher.exitCode()
    }
}
