import Foundation
import Glibc
import TestSupport
import Testing

/// A real channel, a real daemon, a picture that can be looked at.
@Suite("desktop: dunst", .programs)
struct DunstTests {
    /// What `dunstctl history` tells of a popup.
    struct Popup: Equatable {
        let id: Int
        let title: String
        let body: String
        let category: String
        let application: String
        let action: String
    }

    private func count(_ what: String, _ desktop: HeadlessDesktop) async throws -> Int? {
        let text = try await desktop.run(["dunstctl", "count", what])
        return Int(text.trimmingCharacters(in: .whitespacesAndNewlines))
    }

    /// Closes everything and reads it back, newest first.
    private func history(_ desktop: HeadlessDesktop) async throws -> [Popup] {
        _ = try await desktop.run(["dunstctl", "close-all"])
        guard await eventually({ (try? await self.count("displayed", desktop)) == 0 }) else {
            throw ForeignProcess.Failure(description: "popups stay")
        }
        let text = try await desktop.run(["dunstctl", "history"])
        let object = try JSONSerialization.jsonObject(with: Data(text.utf8))
        let rows = ((object as? [String: Any])?["data"] as? [[[String: Any]]])?.first ?? []
        return rows.map { row in
            func text(_ name: String) -> String {
                (row[name] as? [String: Any])?["data"] as? String ?? ""
            }
            return Popup(
                id: (row["id"] as? [String: Any])?["data"] as? Int ?? 0, title: text("summary"),
                body: text("body"), category: text("category"), application: text("appname"),
                action: text("default_action_name"))
        }
    }

    /// The colour of the screen inside the top popup's right edge, as dunst's theme has it.
    private func colour(_ desktop: HeadlessDesktop) async throws -> String {
        let file = desktop.folder.appendingPathComponent("screen.png").path
        _ = try await desktop.run(["import", "-window", "root", file])
        return try await desktop.run(["convert", file, "-format", "%[hex:p{990,35}]", "info:"])
    }

    @Test("title, body, category and urgency arrive, and markup of others is text")
    func arrives() async throws {
        let desktop = try await HeadlessDesktop(.dunst)
        defer { desktop.stop() }
        let probe = try Probe(on: desktop)
        let outcome = try await probe.deliver(
            "n1", urgency: "critical", title: "<i>95,00</i> kr & æøå",
            body: "A < B & C <b>x</b> &amp; «ø»")
        #expect(outcome.kind == "delivered", "\(outcome)")
        // dunst paints critical popups red; its history does not tell the urgency.
        #expect(try await eventually { try await self.colour(desktop).hasPrefix("900000") })
        let popups = try await history(desktop)
        #expect(
            popups.map(\.title) == ["<i>95,00</i> kr & æøå"]
                && popups.map(\.category) == ["x-saldovakt.balance"]
                && popups.map(\.application) == ["saldovakt"]
                && popups.map(\.action) == ["default"])
        // What dunst was sent; the picture shows it as the bank wrote it.
        #expect(popups.map(\.body) == ["A &lt; B &amp; C &lt;b&gt;x&lt;/b&gt; &amp;amp; «ø»"])
        try await probe.end()
    }

    @Test("a paused daemon takes a notice, replaces it while it waits, and shows it afterwards")
    func paused() async throws {
        let desktop = try await HeadlessDesktop(.dunst)
        defer { desktop.stop() }
        _ = try await desktop.run(["dunstctl", "set-paused", "true"])
        let probe = try Probe(on: desktop)
        for (id, title) in [("n1", "95,00 kr"), ("n2", "90,00 kr")] {
            let outcome = try await probe.deliver(id, title: title, body: "")
            #expect(outcome.kind == "delivered", "\(outcome)")
        }
        #expect(try await count("waiting", desktop) == 1)
        #expect(try await count("displayed", desktop) == 0)
        _ = try await desktop.run(["dunstctl", "set-paused", "false"])
        #expect(await eventually { (try? await self.count("displayed", desktop)) == 1 })
        #expect(try await history(desktop).map(\.title) == ["90,00 kr"])
        try await probe.end()
    }

    @Test("an alert replaces itself, another account's stands beside it, both outlive us")
    func replaces() async throws {
        let desktop = try await HeadlessDesktop(.dunst)
        defer { desktop.stop() }
        let probe = try Probe(on: desktop)
        #expect(try await probe.deliver("n1", title: "first").kind == "delivered")
        #expect(try await probe.deliver("n2", account: "a2", title: "other").kind == "delivered")
        #expect(try await probe.deliver("n3", title: "second").kind == "delivered")
        #expect(try await eventually { try await self.count("displayed", desktop) == 2 })
        try await probe.end()
        #expect(try await count("displayed", desktop) == 2)

        // A new run has no numbers of the old one; the tag makes dunst replace all the same.
        let later = try Probe(on: desktop)
        #expect(try await later.deliver("n4", title: "third").kind == "delivered")
        #expect(try await count("displayed", desktop) == 2)
        let popups = try await history(desktop)
        #expect(Set(popups.map(\.title)) == ["third", "other"])
        #expect(Set(popups.map(\.id)).count == 2)
        try await later.end()
    }

    @Test("a frozen daemon costs two seconds at most, and nothing is shown twice when it is back")
    func frozen() async throws {
        let desktop = try await HeadlessDesktop(.dunst)
        defer { desktop.stop() }
        let daemon = try #require(desktop.processID("DAEMON"))
        let probe = try Probe(on: desktop, ["--deadline", "5000"])
        #expect(
            try await eventually {
                try await probe.deliver("n1", account: "a1").kind == "delivered"
            })
        kill(daemon, SIGSTOP)
        let outcome = try await probe.deliver("n2", account: "a2")
        #expect(outcome.kind == "retry" && outcome.reason == "timedOut", "\(outcome)")
        kill(daemon, SIGCONT)
        #expect(
            try await eventually {
                try await probe.deliver("n2", account: "a2").kind == "delivered"
            })
        #expect(try await count("displayed", desktop) == 2)
        #expect(try await count("waiting", desktop) == 0)
        try await probe.end()
    }

    @Test("a daemon that died is told of, and used again when it is back")
    func restarted() async throws {
        let desktop = try await HeadlessDesktop(.dunst)
        defer { desktop.stop() }
        let probe = try Probe(on: desktop)
        #expect(try await probe.deliver("n1").kind == "delivered")
        kill(try #require(desktop.processID("DAEMON")), SIGTERM)
        #expect(
            try await eventually {
                let outcome = try await probe.deliver("n2")
                return outcome.kind == "retry" && outcome.words.contains("no notification daemon")
            })
        try desktop.start(["dunst", "-conf", desktop.environment["HEADLESS_DUNSTRC"] ?? ""])
        _ = try await probe.process.line(startingWith: "ready")
        #expect(try await probe.deliver("n2").kind == "delivered")
        #expect(try await history(desktop).count == 1)
        try await probe.end()
    }

    @Test("the bus dies: the program lives on and uses the next bus at that address")
    func busDies() async throws {
        let desktop = try await HeadlessDesktop(.dunst)
        defer { desktop.stop() }
        let probe = try Probe(on: desktop)
        #expect(try await probe.deliver("n1").kind == "delivered")
        kill(try #require(desktop.processID("BUS")), SIGKILL)
        #expect(
            try await eventually {
                let outcome = try await probe.deliver("n2")
                return outcome.kind == "retry" && outcome.reason == "unreachable"
            })
        #expect(probe.process.isRunning)
        let bus = HeadlessDesktop.scripts.appendingPathComponent("private-bus").path
        try desktop.start([bus, desktop.environment["HEADLESS_RUN"] ?? ""])
        #expect(
            try await eventually {
                try await probe.deliver("n3").words.contains("no notification daemon")
            })
        try desktop.start(["dunst", "-conf", desktop.environment["HEADLESS_DUNSTRC"] ?? ""])
        _ = try await probe.process.line(startingWith: "ready")
        #expect(try await probe.deliver("n3", title: "new bus").kind == "delivered")
        #expect(try await history(desktop).map(\.title) == ["new bus"])
        try await probe.end()
    }
}
