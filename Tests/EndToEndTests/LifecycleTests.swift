import Foundation
import TestSupport
import Testing

@Suite("The life of an alert, with real parts", .programs)
struct LifecycleTests {
    /// Runs a command on the stage's state and returns its lines.
    private func run(
        _ arguments: [String], on stage: Stage, code: Int32 = 0
    ) async throws -> [String] {
        let needsSettings = arguments[0] == "silence" && arguments[1] != "end"
        let settings =
            needsSettings ? ["--settings", stage.scratch.path("settings.json").path] : []
        let process = try ForeignProcess(
            [Project.program.path] + arguments + settings
                + ["--state", stage.scratch.path("state").path],
            environment: stage.environment())
        let status = try await process.exitCode()
        #expect(status == code, "\(process.errorText)")
        return process.lines
    }

    @Test("a silence that is begun while watch runs holds notices until it is ended")
    func silence() async throws {
        let stage = try await Stage()
        let watcher = try stage.watch(["--json", "--interval", "1h"])
        _ = try await watcher.line(startingWith: #"{"event":"waiting""#)
        #expect(try await run(["silence", "list", "--json"], on: stage) == ["[]"])
        let added = try await run(
            ["silence", "add", "--all", "--for", "2h", "--reason", "at the cinema"], on: stage)
        let id = try #require(added.first?.split(separator: ":").first.map(String.init))
        // The watcher has taken it up without polling: nothing waits any more.
        #expect(
            await eventually {
                let lines = try? await self.run(["silence", "list"], on: stage)
                return lines?.first?.contains("at the cinema") == true
                    && lines?.first?.contains("waits for") == false
            })
        let array = try await run(["silence", "list", "--json"], on: stage)
        #expect(array.count == 1 && array.first?.hasPrefix(#"[{"id":"\#(id)""#) == true)
        #expect(array.first?.contains(#""accountId":null"#) == true)
        watcher.signal(SIGTERM)
        _ = try await watcher.exitCode()
        try await stage.pay("-170.00", from: "Lommepenger")
        #expect(try await stage.once() == 0)
        #expect(stage.receiver.words.isEmpty)
        let held = try await run(["alerts", "--held"], on: stage)
        #expect(held.contains { $0.contains("silence") && $0.contains("Lommepenger") })
        _ = try await run(["silence", "end", id], on: stage)
        #expect(try await stage.once() == 0)
        #expect(stage.receiver.words == ["alert.fired low"])
        let listed = try await run(["silence", "list", "--all"], on: stage)
        #expect(listed.contains { $0.contains("Lommepenger") })
    }

    @Test("JSON of cards and silences names the account by its id")
    func accountIDs() async throws {
        let card = """
            "lists": [ { "endpoint": "cards", "rows": [
              { "cardId": "c1", "cardNumber": "*0000", "accountNumber": "99990000004",
                "expiryDate": "2099-11-01T00:00:00", "status": "Active", "cardType": "VISA" } ] } ],
            """
        let stage = try await Stage(more: card)
        try stage.settle(bank: #""cards": true,"#)
        try await stage.once()
        let accounts = try await stage.command("accounts", "--json").lines.joined()
        let parts = accounts.components(separatedBy: #"","name":"Lommepenger""#)
        let id = #""accountId":"\#(parts[0].suffix(36))""#
        let cards = try await stage.command("cards", "--json").lines.joined()
        #expect(cards.contains(id), "\(cards)")
        _ = try await run(
            ["silence", "add", "--account", "Lommepenger", "--for", "2h"], on: stage)
        let silences = try await run(["silence", "list", "--json"], on: stage)
        #expect(silences.first?.contains(id) == true, "\(silences)")
    }

    @Test("acknowledge and snooze work by the rule's id, and are shown")
    func tended() async throws {
        let stage = try await Stage()
        try await stage.once()
        try await stage.pay("-170.00", from: "Lommepenger")
        try await stage.once()
        #expect(stage.receiver.words == ["alert.fired low"])
        _ = try await run(["alerts", "acknowledge", "low"], on: stage)
        #expect(
            try await run(["alerts"], on: stage).contains { $0.contains("acknowledged") })
        try await stage.once()
        _ = try await run(["alerts", "snooze", "low", "--for", "2h"], on: stage)
        try await stage.once()
        #expect(
            try await run(["alerts"], on: stage).contains { $0.contains("quiet until") })
        _ = try await run(["alerts", "acknowledge", "lov"], on: stage, code: 1)
    }

    @Test("a notice that was given up is shown, tried again on demand, and has a story")
    func gaveUp() async throws {
        let stage = try await Stage(answers: [410])
        try await stage.once()
        try await stage.pay("-170.00", from: "Lommepenger")
        try await stage.once()
        let lost = try await run(["alerts", "--gave-up"], on: stage)
        let row = try #require(lost.first { $0.contains("Lommepenger") })
        let id = try #require(row.split(separator: "\t").last.map(String.init))
        #expect(id.hasPrefix("ntc_"))
        // Told elsewhere: the desktop is the channel that always exists.
        let elsewhere = try await run(["alerts", "--pending"], on: stage)
        #expect(elsewhere.contains { $0.contains("1 notification was not delivered on hook") })
        _ = try await run(["alerts", "retry", id], on: stage)
        try await stage.once()
        #expect(stage.receiver.words.contains("alert.fired low"))
        let story = try await run(["alerts", "--why", id], on: stage)
        #expect(story.contains { $0.contains("attempt 1 on hook") })
        #expect(story.contains { $0.contains("delivered on hook after 2 tries") })
        #expect(story.contains { $0.contains("holds") && $0.contains("limit") })
        try await notified(id, on: stage)
        _ = try await run(["alerts", "--why", "ntc_nothing"], on: stage, code: 1)
        try await stage.pay("900.00", from: "Lommepenger")
        try await stage.once()
        let ended = try await run(["alerts", "--why", "low"], on: stage)
        #expect(ended.contains { $0.hasPrefix("  inactive since") })
    }

    /// The same story as JSON.
    private func notified(_ id: String, on stage: Stage) async throws {
        struct Story: Decodable {
            struct Alert: Decodable { let rule, phase: String }
            struct Evaluation: Decodable { let finding, effect: String }
            struct Delivery: Decodable {
                struct Failure: Decodable { let attempt: Int }
                let channel, state: String
                let attempts: Int
                let failures: [Failure]
                let notice: Receiver.Entry.Body
            }
            let notice: Receiver.Entry.Body?
            let alert: Alert?
            let evaluations: [Evaluation]
            let deliveries: [Delivery]
        }
        let lines = try await run(["alerts", "--why", id, "--json"], on: stage)
        #expect(lines.count == 1)
        let story = try JSONDecoder().decode(Story.self, from: Data(lines[0].utf8))
        #expect(story.notice?.id.hasPrefix(id) == true)
        #expect(story.alert?.rule == "low" && story.alert?.phase == "firing")
        #expect(story.evaluations.contains { $0.finding == "holds" })
        let delivery = try #require(story.deliveries.first { $0.channel == "hook" })
        #expect(delivery.state == "delivered" && delivery.attempts == 2)
        #expect(delivery.failures.map(\.attempt) == [1])
        #expect(delivery.notice.word == "alert.fired low")
    }

    @Test("a click on a popup acknowledges, snoozes and shows")
    func clicks() async throws {
        let desktop = try await HeadlessDesktop(.scripted())
        defer { desktop.stop() }
        let stage = try await Stage()
        try stage.scratch.write(
            Stage.rules.replacing(#"["hook"]"#, with: #"["desktop"]"#), to: "rules.json")
        let watcher = try stage.watch(environment: desktop.environment)
        try await watcher.newPolls()
        try await stage.pay("-170.00", from: "Lommepenger")
        let calls = desktop.folder.appendingPathComponent("calls")
        #expect(await eventually { FileManager.default.fileExists(atPath: calls.path) })
        try await choose("acknowledge", desktop)
        #expect(await shows("acknowledged", on: stage))
        try await choose("snooze", desktop)
        #expect(await shows("quiet until", on: stage))
        try await choose("default", desktop)
        let shown = try await watcher.line(startingWith: #"{"event":"shown""#)
        #expect(shown.contains("Lommepenger"))
        watcher.signal(SIGTERM)
        #expect(try await watcher.exitCode() == 143)
    }

    private func choose(_ action: String, _ desktop: HeadlessDesktop) async throws {
        _ = try await desktop.run([
            "gdbus", "call", "--session", "-d", "org.freedesktop.Notifications", "-o",
            "/org/freedesktop/Notifications", "-m", "org.saldovakt.Scripted.Choose", "1", action,
        ])
    }

    private func shows(_ words: String, on stage: Stage) async -> Bool {
        await eventually {
            let lines = try? await self.run(["alerts"], on: stage)
            return lines?.contains { $0.contains(words) } == true
        }
    }
}
