import Service
import TestSupport
import Testing

@Suite("Telling systemd")
struct SystemdNotifierTests {
    @Test("reaches sockets in the file system and abstract ones", arguments: [false, true])
    func sends(isAbstract: Bool) throws {
        let socket = try NotifySocket(isAbstract: isAbstract)
        let systemd = SystemdNotifier(environment: ["NOTIFY_SOCKET": socket.name])
        #expect(systemd.isActive)
        #expect(systemd.notify(.ready, .status("watching 2 accounts")))
        #expect(systemd.notify(.watchdog))
        #expect(systemd.notify(.reloading(monotonicMicroseconds: 12)))
        #expect(systemd.notify(.stopping))
        #expect(
            socket.received() == [
                "READY=1\nSTATUS=watching 2 accounts", "WATCHDOG=1",
                "RELOADING=1\nMONOTONIC_USEC=12", "STOPPING=1",
            ])
    }

    @Test("keeps a status on one line, so that no text can add an assignment")
    func hostileStatus() throws {
        let socket = try NotifySocket(isAbstract: true)
        let systemd = SystemdNotifier(environment: ["NOTIFY_SOCKET": socket.name])
        let text = "a\nMAINPID=1\r\nX=2" + String(repeating: "æ", count: 1_000)
        #expect(systemd.notify(.status(text)))
        let message = try #require(socket.received().first)
        #expect(message.hasPrefix("STATUS=a MAINPID=1 X=2ææ"))
        #expect(!message.contains("\n"))
        #expect(message.count < 220)
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

    @Test("wants a sign of life at half the time that the unit allows")
    func watchdog() {
        func interval(_ environment: [String: String]) -> Duration? {
            SystemdNotifier(environment: environment, processID: 42).watchdogInterval
        }
        #expect(interval(["WATCHDOG_USEC": "60000000"]) == .seconds(30))
        #expect(interval(["WATCHDOG_USEC": "60000000", "WATCHDOG_PID": "42"]) == .seconds(30))
        #expect(interval(["WATCHDOG_USEC": "60000000", "WATCHDOG_PID": "1"]) == nil)
        #expect(interval(["WATCHDOG_USEC": "0"]) == nil)
        #expect(interval(["WATCHDOG_USEC": "soon"]) == nil)
        #expect(interval([:]) == nil)
    }
}
