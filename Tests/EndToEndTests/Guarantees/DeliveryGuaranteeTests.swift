import Foundation
import HTTP
import TestSupport
import Testing
import Threads

@Suite("Guarantees: nothing lost, nothing doubled without a key", .programs)
struct DeliveryGuaranteeTests {
    /// A stage whose rules tell on channels of a hook instead of the usual receiver.
    private func stage(_ hook: Hook, channels: [String]) async throws -> Stage {
        let stage = try await Stage(at: "2026-03-06 09:00")
        try stage.settle(channels: channels.map { hook.channel($0) }.joined())
        try stage.rule(["low": "balance under 100", "big": "new debit over 500"], on: channels)
        try await stage.once()
        return stage
    }

    /// What waits or was given up, as `alerts` lists it.
    private func outbox(_ stage: Stage, _ state: String) async throws -> [String] {
        try await stage.run(["alerts", "--\(state)"]).lines
    }

    @Test("guarantee 2: what is sent again after a crash has the same key and the same words")
    func sameKey() async throws {
        let stage = try await Stage()
        try await stage.once()
        try await stage.pay("-170.00", from: "Lommepenger")
        for _ in 0..<2 {
            let fault = ["SALDOVAKT_FAULT": "before-result-mark"]
            #expect(try await stage.once(environment: fault) == -SIGKILL)
        }
        #expect(try await stage.once() == 0)
        let lines = stage.receiver.rawLog.split(separator: "\n")
        #expect(lines.count == 3)
        #expect(Set(lines).count == 1)
    }

    @Test(
        "guarantee 3: a power cut that takes the end of the log with it loses and doubles nothing")
    func powerCut() async throws {
        let hook = try Hook()
        let stage = try await stage(hook, channels: ["a"])
        try await stage.hold("80.00")
        try await stage.pay("-700.00", from: "Brukskonto")
        let fault = ["SALDOVAKT_FAULT": "after-result-mark"]
        #expect(try await stage.once(environment: fault) == -SIGKILL)
        let state = stage.scratch.path("state")
        let kept = stage.scratch.path("kept")
        try FileManager.default.copyItem(at: state, to: kept)
        let log = try Data(contentsOf: kept.appending(path: "saldovakt.sqlite-wal"))
        #expect(log.count > 10_000)
        for part in 0...6 {
            try FileManager.default.removeItem(at: state)
            try FileManager.default.copyItem(at: kept, to: state)
            // Not at the end of a frame either, most of the time.
            try log.prefix(log.count * part / 6).write(
                to: state.appending(path: "saldovakt.sqlite-wal"))
            #expect(try await stage.once(after: .seconds(60)) == 0, "\(part)")
            #expect(Set(hook.words()) == ["alert.fired low", "alert.fired big"], "\(part)")
            #expect(Set(hook.requests().compactMap { $0.notification?.id }).count == 2, "\(part)")
        }
        #expect(hook.requests().count > 2)
    }

    @Test("guarantee 4: delivery is noted for each channel: the good one of two hears once")
    func twoChannels() async throws {
        let hook = try Hook { $0.path == "/bad" ? .respond(status: 500) : .respond(status: 204) }
        let stage = try await stage(hook, channels: ["bad", "good"])
        try await stage.hold("80.00")
        for _ in 0..<4 { try await stage.once(after: .seconds(200)) }
        #expect(hook.words("/good") == ["alert.fired low"])
        #expect(hook.words("/bad").count > 2)
        #expect(Set(hook.requests().compactMap { $0.header("webhook-id") }).count == 1)
        let waiting = try await outbox(stage, "pending")
        #expect(waiting.filter { $0.contains("\tbad\t") }.count == 1, "\(waiting)")
        #expect(!waiting.contains { $0.contains("\tgood\t") })
    }

    @Test("guarantee 5: only a confirmed answer is success")
    func confirmed() async throws {
        let ways = ["200", "204", "302", "410", "400", "503", "cut", "reset", "junk"]
        let hook = try Hook { request in
            switch request.path {
            case "/302": .respond(status: 302, headers: [("Location", "/elsewhere")])
            case "/cut": .cutAfterHeaders
            case "/reset": .reset
            case "/junk": .raw(Array("SSH-2.0-OpenSSH_9.2\r\n".utf8))
            default: .respond(status: Int(request.path.dropFirst()) ?? 500)
            }
        }
        let stage = try await stage(hook, channels: ways)
        try await stage.hold("80.00")
        try await stage.once()
        let open = try await outbox(stage, "pending") + outbox(stage, "gave-up")
        let named = ways.filter { way in open.contains { $0.contains("\t\(way)\t") } }
        #expect(named == ways.filter { !["200", "204"].contains($0) }, "\(open)")
        #expect(hook.requests("/elsewhere").isEmpty)
    }

    @Test("guarantee 9: a channel that hangs delays neither another nor the polls")
    func hanging() async throws {
        let hook = try Hook { $0.path == "/stuck" ? .hang : .respond(status: 200) }
        let stage = try await Stage()
        // It ends neither by itself nor by a time limit before the test is over.
        let deaf = """
            "deaf": { "type": "command", "timeout": "1 hour",
              "command": ["/bin/sh", "-c", "echo >> deaf; exec sleep 3600"] },
            """.replacing("deaf;", with: "\(stage.scratch.path("deaf").path);")
        try stage.settle(channels: deaf + hook.channel("stuck") + hook.channel("free"))
        try stage.rule(["low": "balance under 100"], on: ["deaf", "stuck", "free"])
        let watcher = try stage.watch()
        try await watcher.newPolls()
        try await stage.pay("-170.00", from: "Lommepenger")
        #expect(
            await eventually {
                hook.words("/free").count == 1 && !hook.words("/stuck").isEmpty
                    && FileManager.default.fileExists(atPath: stage.scratch.path("deaf").path)
            })
        try await watcher.newPolls(5)
        try await stage.hold("300.00")
        #expect(await eventually { hook.words("/free").count == 2 })
        watcher.signal(SIGTERM)
        #expect(try await watcher.exitCode() == 143)
        // On a slow machine it was tried again; it was the same notification.
        #expect(Set(hook.requests("/stuck").map { $0.header("webhook-id") }).count == 1)
        #expect(Set(hook.words("/stuck")) == ["alert.fired low"])
        #expect(try String(contentsOf: stage.scratch.path("deaf"), encoding: .utf8) == "\n")
    }

    /// The 100,000 that the guarantee names take a release program half a minute of computing:
    /// `contrib/checks/crowd`.
    @Test("guarantee 10: what waits is bounded; the oldest become one digest that counts them")
    func bounded() async throws {
        let isUp = Lock(false)
        let hook = try Hook { _ in .respond(status: isUp.withLock { $0 } ? 200 : 503) }
        let stage = try await stage(hook, channels: ["dead"])
        let rules = (1...300).map {
            #"{"id":"r\#($0)","when":"new debit over \#($0)","notify":["dead"]}"#
        }
        try stage.scratch.write(
            #"{"version":1,"rules":[\#(rules.joined(separator: ","))]}"#, to: "rules.json")
        try await stage.once()
        for _ in 0..<4 { try await stage.pay("-900.00", from: "Brukskonto") }
        try await stage.once(after: .seconds(60))
        isUp.withLock { $0 = true }
        let before = hook.requests().count
        for _ in 0..<4 { try await stage.once(after: .seconds(60)) }
        let notified = hook.requests().dropFirst(before).compactMap(\.notification)
        #expect(notified.count <= 752, "\(notified.count)")
        #expect(notified.filter { $0.word == "alert.digest -" }.count == 1)
        #expect(notified.map { $0.data.count ?? 1 }.reduce(0, +) == 1_200)
    }
}
