import Foundation
import Glibc
import TestSupport
import Testing

/// Every way in which there can be no desktop: an answer in time, words, and a program that lives.
@Suite("desktop: broken", .programs)
struct BrokenDesktopTests {
    @Test("no daemon: told so at once; when one comes, it is used")
    func noDaemon() async throws {
        let desktop = try await HeadlessDesktop(.none)
        defer { desktop.stop() }
        let probe = try Probe(on: desktop)
        let outcome = try await probe.deliver("n1")
        #expect(outcome.kind == "retry" && outcome.reason == "unreachable", "\(outcome)")
        #expect(outcome.words.contains("no notification daemon runs"))
        let daemon = HeadlessDesktop.scripts.appendingPathComponent("scripted-daemon").path
        try desktop.start([daemon, desktop.folder.path, "body"])
        _ = try await probe.process.line(startingWith: "ready")
        #expect(try await probe.deliver("n1").kind == "delivered")
        try await probe.end()
    }

    @Test("without any address no bus is looked for, and above all none is started")
    func noAddress() async throws {
        let desktop = try await HeadlessDesktop(.none)
        defer { desktop.stop() }
        let probe = try Probe(
            on: desktop,
            // A display is what would make GIO start a bus with dbus-launch.
            changes: [
                "XDG_RUNTIME_DIR": "/nonexistent", "DISPLAY": ":99",
            ], without: "DBUS_SESSION_BUS_ADDRESS")
        let outcome = try await probe.deliver("n1")
        #expect(outcome.kind == "retry" && outcome.reason == "unreachable", "\(outcome)")
        #expect(outcome.words.contains("there is no session bus"))
        try await probe.end()
    }

    @Test("without an address the bus of the runtime folder is used, as in tmux and ssh")
    func runtimeFolder() async throws {
        let desktop = try await HeadlessDesktop(.scripted())
        defer { desktop.stop() }
        let probe = try Probe(on: desktop, without: "DBUS_SESSION_BUS_ADDRESS")
        #expect(try await probe.deliver("n1").kind == "delivered")
        try await probe.end()
    }

    @Test(
        "an address that leads nowhere is told of at once",
        arguments: ["unix:path=/nonexistent/bus", "", "rubbish", "unix:path=/etc/passwd"])
    func badAddress(address: String) async throws {
        let desktop = try await HeadlessDesktop(.none)
        defer { desktop.stop() }
        let probe = try Probe(on: desktop, changes: ["DBUS_SESSION_BUS_ADDRESS": address])
        let outcome = try await probe.deliver("n1")
        #expect(outcome.kind == "retry" && outcome.reason == "unreachable", "\(outcome)")
        #expect(outcome.words.contains("DBUS_SESSION_BUS_ADDRESS"))
        try await probe.end()
    }

    @Test("a bus that accepts and never answers costs the deadline, and never the stop")
    func muteBus() async throws {
        let desktop = try await HeadlessDesktop(.none)
        defer { desktop.stop() }
        let mute = try MuteBus()
        defer { mute.close() }
        let probe = try Probe(
            on: desktop, ["--deadline", "300"], changes: ["DBUS_SESSION_BUS_ADDRESS": mute.address])
        for id in ["n1", "n2", "n3"] {
            let outcome = try await probe.deliver(id)
            #expect(outcome.kind == "retry" && outcome.reason == "timedOut", "\(outcome)")
        }
        probe.show("n4")
        try await probe.end()
        #expect(try await probe.outcome("n4").kind == "retry")
    }

    @Test("when a real bus takes the mute one's place, it is used")
    func muteBusReplaced() async throws {
        let desktop = try await HeadlessDesktop(.none)
        defer { desktop.stop() }
        let mute = try MuteBus()
        // Open to the end: what waits for the mute bus gets no help from the system.
        defer { mute.close() }
        let changes = ["DBUS_SESSION_BUS_ADDRESS": mute.address]
        let probe = try Probe(on: desktop, ["--deadline", "300"], changes: changes)
        #expect(try await probe.deliver("n1").reason == "timedOut")
        let bus = HeadlessDesktop.scripts.appendingPathComponent("private-bus").path
        try desktop.start([bus, mute.folder.path])
        #expect(
            try await eventually {
                try await probe.deliver("n2").words.contains("no notification daemon runs")
            })
        try await probe.end()
    }

    @Test("a daemon that the bus cannot start is tried once, not with every notice")
    func activationFails() async throws {
        let services = try Self.services(starting: "touch SERVICES/started-$$; exit 1")
        defer { try? FileManager.default.removeItem(at: services) }
        let desktop = try await HeadlessDesktop(.none, services: services)
        defer { desktop.stop() }
        let probe = try Probe(on: desktop)
        for id in ["n1", "n2"] {
            let outcome = try await probe.deliver(id)
            #expect(outcome.kind == "retry" && outcome.reason == "unreachable", "\(outcome)")
            #expect(outcome.words.contains("does not start"))
        }
        let files = try FileManager.default.contentsOfDirectory(atPath: services.path)
        #expect(files.filter { $0.hasPrefix("started-") }.count == 1)
        try await probe.end()
    }

    @Test("a daemon whose start hangs is answered within the deadline")
    func activationHangs() async throws {
        let services = try Self.services(starting: "exec sleep 3600")
        defer { try? FileManager.default.removeItem(at: services) }
        let desktop = try await HeadlessDesktop(.none, services: services)
        defer { desktop.stop() }
        let probe = try Probe(on: desktop, ["--deadline", "2000"])
        let outcome = try await probe.deliver("n1")
        // The daemon would start for an hour: only the deadline can have answered.
        #expect(outcome.kind == "retry" && outcome.reason == "timedOut", "\(outcome)")
        try await probe.end()
    }

    @Test("without libnotify the words say what to install")
    func noLibrary() async throws {
        let desktop = try await HeadlessDesktop(.none)
        defer { desktop.stop() }
        let file = desktop.folder.appendingPathComponent("libnotify.so.4")
        try Data("no library".utf8).write(to: file)
        let probe = try Probe(on: desktop, changes: ["LD_LIBRARY_PATH": desktop.folder.path])
        for id in ["n1", "n2"] {
            let outcome = try await probe.deliver(id)
            #expect(outcome.kind == "retry" && outcome.reason == "unreachable", "\(outcome)")
            #expect(outcome.words.contains("apt install libnotify4"))
        }
        try await probe.end()
    }

    /// A folder with a service file for a daemon that runs this shell script.
    private static func services(starting script: String) throws -> URL {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("services-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let program = folder.appendingPathComponent("daemon")
        try Data("#!/bin/sh\n\(script.replacing("SERVICES", with: folder.path))\n".utf8)
            .write(to: program)
        chmod(program.path, 0o755)
        let service =
            "[D-BUS Service]\nName=org.freedesktop.Notifications\nExec=\(program.path)\n"
        try Data(service.utf8).write(to: folder.appendingPathComponent("daemon.service"))
        return folder
    }
}
