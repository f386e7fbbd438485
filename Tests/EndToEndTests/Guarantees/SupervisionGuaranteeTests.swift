import Foundation
import HTTP
import TestSupport
import Testing
import Threads

@Suite("Guarantees: who watches the watcher", .programs)
struct SupervisionGuaranteeTests {
    private func heartbeat(_ hook: Hook) -> String {
        #""heartbeat": {"url": "\#(hook.url("/ping"))"},"#
    }

    /// How often the hook was told of complete cycles and of others.
    private func pings(_ hook: Hook) -> (complete: Int, failed: Int) {
        (hook.requests("/ping").count, hook.requests("/ping/fail").count)
    }

    @Test("guarantee 30: the heartbeat stops with the bank, with the store and with the outbox")
    func heartbeat() async throws {
        let hook = try Hook { .respond(status: $0.path == "/dead" ? 500 : 200) }
        let stage = try await Stage(at: "2026-03-06 09:00")
        let clock = try #require(stage.clock)
        try stage.settle(channels: hook.channel("dead"), top: heartbeat(hook))
        try stage.rule(["low": "balance under 100"], on: ["dead"])
        let watcher = try stage.watch(["--json", "--interval", "30m"])
        try await watcher.rests()
        #expect(await eventually { self.pings(hook) == (1, 0) })

        try await stage.bank.turn("outage", "true")
        try await watcher.polls(after: .seconds(1_800), of: clock)
        #expect(await eventually { self.pings(hook) == (1, 1) })
        try await stage.bank.turn("outage", "false")

        try await limit(watcher, to: "4096")
        try await watcher.polls(after: .seconds(1_800), of: clock)
        #expect(await eventually { self.pings(hook) == (1, 2) })
        try await limit(watcher, to: "unlimited")
        try await watcher.polls(after: .seconds(1_800), of: clock)
        #expect(await eventually { self.pings(hook) == (2, 2) })

        try await stage.hold("80.00")
        for number in 0..<8 where pings(hook).failed == 2 {
            try await watcher.polls(after: .seconds(1_800), of: clock)
            #expect(
                await eventually {
                    self.pings(hook).complete + self.pings(hook).failed > 4 + number
                })
        }
        let complete = pings(hook).complete
        #expect(pings(hook).failed == 3)
        try await watcher.polls(after: .seconds(1_800), of: clock)
        #expect(await eventually { self.pings(hook) == (complete, 4) })
        watcher.signal(SIGTERM)
        #expect(try await watcher.exitCode() == 143)
    }

    /// Lets no file of the program grow beyond so many bytes.
    private func limit(_ watcher: ForeignProcess, to bytes: String) async throws {
        let process = try ForeignProcess(
            ["prlimit", "--pid", "\(watcher.id)", "--fsize=\(bytes):unlimited"])
        #expect(try await process.exitCode() == 0, "\(process.errorText)")
    }

    @Test(
        "guarantee 31: the service manager hears READY, and WATCHDOG from each cycle and from nothing else"
    )
    func systemd() async throws {
        let socket = try NotifySocket(isAbstract: true)
        let heard = Lock<[String]>([])
        func count(_ word: String) -> Int {
            let news = socket.received()
            return heard.withLock { heard in
                heard += news
                return heard.filter { $0.contains(word) }.count
            }
        }
        let stage = try await Stage(at: "2026-03-06 09:00")
        let clock = try #require(stage.clock)
        let watcher = try stage.watch(
            ["--json", "--interval", "1m"], environment: ["NOTIFY_SOCKET": socket.name])
        try await watcher.rests()
        #expect(await eventually { count("READY=1") == 1 && count("WATCHDOG=1") == 1 })
        try await watcher.polls(after: .seconds(60), of: clock)
        #expect(await eventually { count("WATCHDOG=1") == 2 })
        try await stage.bank.turn("hang", "true")
        let before = try await stage.bank.requests()
        clock.pass(.seconds(60))
        #expect(try await eventually { try await stage.bank.requests() != before })
        // A cycle that does not end feeds nobody, however much time passes.
        clock.pass(.seconds(3_600))
        watcher.signal(SIGHUP)
        #expect(count("WATCHDOG=1") == 2)
        try await stage.bank.turn("hang", "false")
        #expect(await eventually { count("WATCHDOG=1") == 3 })
        watcher.signal(SIGTERM)
        _ = try await watcher.exitCode()
        #expect(count("STOPPING=1") == 1)
    }

    @Test("guarantee 48: one watcher only; the second says who is there")
    func oneInstance() async throws {
        let stage = try await Stage()
        let first = try stage.watch()
        try await first.newPolls()
        let second = try stage.watch(["--once"])
        #expect(try await second.exitCode() == 4)
        #expect(second.errorText.contains("store-locked"))
        #expect(second.errorText.contains("process \(first.id)"), "\(second.errorText)")
        first.signal(SIGTERM)
        _ = try await first.exitCode()
    }
}
