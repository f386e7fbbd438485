import Foundation
import TestSupport
import Testing

@Suite("A summary by mail", .programs)
struct ReportMailTests {
    private struct Mail: Decodable {
        struct Attachment: Decodable {
            let name: String
            let type: String
            let text: String
        }

        let body: String
        let attachments: [Attachment]
    }

    private let stage: Stage
    private let server: ForeignProcess
    private let port: String

    /// A summary at eight in the morning, by mail.
    init() async throws {
        stage = try await Stage(at: "2026-03-06 07:00")
        let script = Project.root.appending(path: "Tests/ChannelsTests/Scripts/smtp-sink.py")
        server = try ForeignProcess([Project.python.path, script.path])
        port = String(try await server.line(startingWith: "listening on ").dropFirst(13))
        try stage.scratch.write(
            #"""
            { "version": 1, "rules": [ { "id": "morning", "when": "summary every day at 08:00",
              "notify": ["post", "hook"], "report": true } ] }
            """#, to: "rules.json")
    }

    private func mail(detail: String) async throws -> (mail: Mail, errors: String) {
        try stage.settle(
            channels: #"""
                "post": { "type": "mail", "url": "smtp://127.0.0.1:\#(port)", "from": "a@example.org",
                  "to": "b@example.org", "startTLS": false, "detail": "\#(detail)" },
                """#)
        try await stage.once()
        stage.clock?.pass(.seconds(3_660))
        let watcher = try stage.watch(["--json", "--once"])
        #expect(try await watcher.exitCode() == 0, "\(watcher.errorText)")
        let line = try await server.line(startingWith: "{")
        return (try JSONDecoder().decode(Mail.self, from: Data(line.utf8)), watcher.errorText)
    }

    @Test("brings the report if its rule says so, and other channels get what they got")
    func attached() async throws {
        let (mail, errors) = try await mail(detail: "full")
        #expect(mail.body.contains("Lommepenger"), "\(errors)")
        let page = try #require(mail.attachments.first)
        #expect(page.name == "saldovakt-2026-03-06.html" && page.type == "text/html")
        #expect(page.text.hasPrefix("<!DOCTYPE html>") && page.text.contains("Lommepenger"))
        #expect(page.text.contains("250,00"))
        for secret in [Stage.clientID, Stage.clientSecret, Stage.customerID, "99990000004"] {
            #expect(!page.text.contains(secret))
        }
        #expect(stage.receiver.words == ["summary morning"])
        #expect(stage.receiver.entries.first?.body.data.body.contains("<") == false)
    }

    @Test("goes without the report where no amounts may be shown, and the log says why")
    func withheld() async throws {
        let (mail, errors) = try await mail(detail: "summary")
        #expect(mail.attachments.isEmpty)
        #expect(errors.contains("channel post: warning: [report-not-attached]"), "\(errors)")
        #expect(errors.contains("fix: set \"detail\": \"full\""))
    }
}
