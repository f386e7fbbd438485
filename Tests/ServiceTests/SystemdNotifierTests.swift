import Service
import TestSupport
import Testing

@Suite("Telling systemd", .io)
struct SystemdNotifierTests {
    @Test("reaches sockets in the file system and abstract ones", arguments: [false, true])
    func sends(isAbstract: Bool) throws {
        let socket = try NotifySocket(isAbstract: isAbstract)
        let systemd = SystemdNotifier(environment: ["NOTIFY_SOCKET": socket.name])
        #expect(systemd.notify(.ready))
        #expect(systemd.notify(.watchdog))
        #expect(systemd.notify(.stopping))
        #expect(socket.received() == ["READY=1", "WATCHDOG=1", "STOPPING=1"])
    }

    @Test(
        "does nothing where nobody listens",
        arguments: [
            nil, "", "relative", "vsock:2:1", "/nonexistent/saldovakt-test",
            "/" + String(repeating: "x", count: 200),
        ])
    func silent(name: String?) {
        let systemd = SystemdNotifier(environment: name.map { ["NOTIFY_SOCKET": $0] } ?? [:])
        #expect(!systemd.notify(.ready))
    }

    @Test("loses a message rather than wait for a reader that sleeps")
    func fullQueue() throws {
        let socket = try NotifySocket(isAbstract: true)
        let systemd = SystemdNotifier(environment: ["NOTIFY_SOCKET": socket.name])
        var sent = 0
        while sent < 100_000, systemd.notify(.watchdog) { sent += 1 }
        #expect(sent > 0)
        #expect(sent < 100_000)
        #expect(socket.received().count == sent)
    }
}
