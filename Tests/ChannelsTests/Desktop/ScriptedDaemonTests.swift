import Foundation
import TestSupport
import Testing

/// What a daemon is sent, call by call, and how slow and strange ones are met.
@Suite("desktop: scripted daemon", .programs)
struct ScriptedDaemonTests {
    private func calls(_ desktop: HeadlessDesktop) throws -> [[String: Any]] {
        let file = desktop.folder.appendingPathComponent("calls")
        guard FileManager.default.fileExists(atPath: file.path) else { return [] }
        return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").compactMap {
            try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
        }
    }

    private func steer(_ desktop: HeadlessDesktop, _ name: String, _ text: String? = "") throws {
        let file = desktop.folder.appendingPathComponent(name)
        if let text {
            try Data(text.utf8).write(to: file)
        } else {
            try FileManager.default.removeItem(at: file)
        }
    }

    private func person(_ does: [String], _ desktop: HeadlessDesktop) async throws {
        let call = ["gdbus", "call", "--session", "-d", "org.freedesktop.Notifications", "-o"]
        let method = "org.saldovakt.Scripted." + does[0]
        _ = try await desktop.run(
            call + ["/org/freedesktop/Notifications", "-m", method] + does.dropFirst())
    }

    @Test("a critical one stays on the screen, and the installed icon is given by its file")
    func critical() async throws {
        let desktop = try await HeadlessDesktop(.scripted())
        defer { desktop.stop() }
        let prefix = desktop.folder.appending(path: "installed")
        let icon = prefix.appending(path: "share/icons/hicolor/scalable/apps/saldovakt.svg")
        let program = prefix.appending(path: "bin/probe")
        for file in [icon, program] {
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        }
        try Data("<svg/>".utf8).write(to: icon)
        try FileManager.default.copyItem(atPath: Probe.path, toPath: program.path)
        let probe = try Probe(on: desktop, program: program.path)
        #expect(try await probe.deliver("n1", urgency: "critical", body: "b").kind == "delivered")
        let call = try #require(try calls(desktop).first)
        #expect(call["timeout"] as? Int == 0)
        #expect(
            (call["icon"] as? String)?.hasSuffix(
                "/installed\(icon.path.dropFirst(prefix.path.count))") == true)
        try await probe.end()
        #expect(try calls(desktop).count == 1)
    }

    @Test("hints, urgency, category and one default action are sent, and no timeout of ours")
    func sent() async throws {
        let desktop = try await HeadlessDesktop(.scripted())
        defer { desktop.stop() }
        let probe = try Probe(on: desktop)
        #expect(
            try await probe.deliver("n1", urgency: "low", body: "A < B\u{0}\u{1B}[2J & C").kind
                == "delivered")
        let call = try #require(try calls(desktop).first)
        #expect(call["app"] as? String == "saldovakt")
        #expect(call["icon"] as? String == "saldovakt")
        #expect(call["body"] as? String == "A &lt; B  [2J &amp; C")
        #expect(
            call["actions"] as? [String]
                == [
                    "default", "Show", "snooze", "Snooze 1 day", "acknowledge", "Acknowledge",
                ])
        #expect(call["timeout"] as? Int == -1)
        let hints = try #require(call["hints"] as? [String: Any])
        #expect(hints["urgency"] as? Int == 0)
        #expect(hints["category"] as? String == "x-saldovakt.balance")
        #expect(hints["desktop-entry"] as? String == "saldovakt")
        let tag = try #require(hints["x-dunst-stack-tag"] as? String)
        #expect(tag == hints["x-canonical-private-synchronous"] as? String)
        // Rule and account cannot be read from it by other programs.
        #expect(tag.hasPrefix("saldovakt-") && !tag.contains("low") && !tag.contains("a1"))
        try await probe.end()
        // Ending takes nothing from the screen.
        #expect(try calls(desktop).count == 1)
    }

    @Test(
        "amounts are hidden while the desktop, GNOME or logind says that the screen is locked",
        arguments: ["locked", "locked-gnome", "locked-logind"])
    func locked(file: String) async throws {
        let desktop = try await HeadlessDesktop(.scripted())
        defer { desktop.stop() }
        // logind is on the system's bus, which here is the desktop's own.
        let bus = try #require(desktop.environment["DBUS_SESSION_BUS_ADDRESS"])
        let probe = try Probe(on: desktop, changes: ["DBUS_SYSTEM_BUS_ADDRESS": bus])
        try steer(desktop, file)
        _ = try await probe.deliver("n1", body: "95,00 kr left")
        try steer(desktop, file, nil)
        _ = try await probe.deliver("n2", body: "95,00 kr left")
        let bodies = try calls(desktop).map { $0["body"] as? String }
        #expect(bodies == ["Open saldovakt for details.", "95,00 kr left"])
        try await probe.end()
    }

    @Test("a daemon without markup and actions gets plain text and no action")
    func plain() async throws {
        let desktop = try await HeadlessDesktop(.scripted(capabilities: "body"))
        defer { desktop.stop() }
        let probe = try Probe(on: desktop)
        _ = try await probe.deliver("n1", body: "A < B & C")
        let call = try #require(try calls(desktop).first)
        #expect(call["body"] as? String == "A < B & C")
        #expect(call["actions"] as? [String] == [])
        try await probe.end()
    }

    @Test(
        "a click comes back with the notice and the activation token; a closed popup is new again")
    func clicks() async throws {
        let desktop = try await HeadlessDesktop(.scripted())
        defer { desktop.stop() }
        let probe = try Probe(on: desktop)
        _ = try await probe.deliver("n1")
        // An action that nobody offered makes libnotify complain, which must not be seen.
        try await person(["Choose", "1", "unheard-of"], desktop)
        try await person(["Click", "1"], desktop)
        #expect(
            try await probe.process.line(startingWith: "action") == "action\tn1\ttoken-1")
        _ = try await probe.deliver("n2")
        try await person(["Dismiss", "1"], desktop)
        #expect(
            try await eventually {
                _ = try await probe.deliver("n3")
                return try self.calls(desktop).last?["id"] as? Int == 2
            })
        #expect(try calls(desktop)[1]["replaces"] as? Int == 1)
        try await probe.end()
    }

    @Test("a daemon that takes a notice and hangs: others are not held up, nothing pops up twice")
    func hangs() async throws {
        let desktop = try await HeadlessDesktop(.scripted())
        defer { desktop.stop() }
        let probe = try Probe(on: desktop, ["--deadline", "1500"])
        #expect(
            try await eventually {
                try await probe.deliver("n0", account: "a0").kind == "delivered"
            })
        try steer(desktop, "hold")
        let first = try await probe.deliver("n1", account: "a1")
        #expect(first.kind == "retry" && first.reason == "timedOut", "\(first)")
        let second = try await probe.deliver("n2", account: "a2")
        #expect(second.words.contains("still does not answer"), "\(second)")
        try steer(desktop, "hold", nil)
        #expect(
            try await eventually {
                try await probe.deliver("n2", account: "a2").kind == "delivered"
            })
        #expect(try await probe.deliver("n1", account: "a1").kind == "delivered")
        #expect(try calls(desktop).map { $0["id"] as? Int } == [1, 2, 3])
        try await probe.end()
    }

    @Test("stopping while the daemon hangs takes the deadline and no longer, popups stay")
    func stopsWhileHanging() async throws {
        let desktop = try await HeadlessDesktop(.scripted())
        defer { desktop.stop() }
        let probe = try Probe(on: desktop)
        #expect(try await probe.deliver("n0", account: "a0").kind == "delivered")
        try steer(desktop, "hold")
        probe.show("n1")
        probe.process.send("shutdown\t200")
        let line = try await probe.process.line(startingWith: "stopped")
        let taken = try #require(Int(line.dropFirst("stopped\t".count)))
        #expect(taken < 2_000)
        let outcome = try await probe.outcome("n1")
        #expect(outcome.kind == "retry" && outcome.reason == "cancelled", "\(outcome)")
        probe.process.endInput()
        let code = try await probe.process.exitCode()
        #expect(code == 0, "\(probe.process.errorText)")
        #expect(try calls(desktop).allSatisfy { $0["method"] as? String == "Notify" })
    }

    @Test("Plasma's refusal of a repetition is a success; other refusals are told in its words")
    func refusals() async throws {
        let desktop = try await HeadlessDesktop(.scripted())
        defer { desktop.stop() }
        let probe = try Probe(on: desktop)
        try steer(
            desktop, "error", "org.freedesktop.Notifications.Error.ExcessNotificationGeneration")
        #expect(try await probe.deliver("n1").kind == "delivered")
        try steer(desktop, "error", "org.example.Error.NoPaper")
        let outcome = try await probe.deliver("n2")
        #expect(outcome.kind == "retry" && outcome.reason == "other", "\(outcome)")
        #expect(outcome.words.contains("org.example.Error.NoPaper"))
        try await probe.end()
    }

    @Test("inspecting names the daemon and its capabilities and shows nothing")
    func inspects() async throws {
        let desktop = try await HeadlessDesktop(.scripted(capabilities: "body actions"))
        defer { desktop.stop() }
        let probe = try Probe(on: desktop)
        probe.process.send("inspect")
        #expect(
            try await probe.process.line(startingWith: "server") == "server\tscripted\tactions body"
        )
        #expect(try calls(desktop).isEmpty)
        try await probe.end()
    }

    @Test("two hundred notices leave a bounded number of popups in memory and all arrive")
    func flood() async throws {
        let desktop = try await HeadlessDesktop(.scripted())
        defer { desktop.stop() }
        let probe = try Probe(on: desktop, ["--live", "8"])
        for number in 1...200 {
            let outcome = try await probe.deliver("n\(number)", account: "a\(number)")
            #expect(outcome.kind == "delivered", "\(outcome)")
        }
        #expect(try calls(desktop).count == 200)
        try await probe.end()
    }
}
