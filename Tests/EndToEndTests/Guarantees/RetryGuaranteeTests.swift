import Foundation
import HTTP
import TestSupport
import Testing
import Threads

@Suite("Guarantees: when a notice is tried again, and when no more", .programs)
struct RetryGuaranteeTests {
    /// A receiver with one answer for all, told on by one level, and a watcher with a clock.
    private func stage(_ hook: Hook) async throws -> Stage {
        let stage = try await Stage(at: "2026-03-06 09:00")
        try stage.settle(channels: hook.channel("a"))
        try stage.rule(["low": "balance under 100"], on: ["a"])
        try await stage.once()
        try await stage.hold("80.00")
        return stage
    }

    @Test("guarantee 6: waits grow, and each is spread by at most a fifth")
    func backoff() async throws {
        let hook = try Hook { _ in .respond(status: 500) }
        let stage = try await stage(hook)
        try await stage.once()
        for (number, wait) in [5.0, 30, 120, 600, 1_800, 3_600].enumerated() {
            try await stage.once(after: .seconds(wait * 0.8 - 0.01))
            #expect(hook.requests().count == number + 1, "before \(wait)")
            try await stage.once(after: .seconds(wait * 0.4 + 0.02))
            #expect(hook.requests().count == number + 2, "after \(wait)")
        }
        #expect(Set(hook.requests().compactMap { $0.header("webhook-id") }).count == 1)
    }

    @Test(
        "guarantee 6: a wish for patience is followed in both of its forms",
        arguments: [true, false])
    func timeout(asDate: Bool) async throws {
        let clock = Lock<VirtualClock?>(nil)
        let hook = try Hook { _ in
            let later = (clock.withLock { $0?.now } ?? Date()).addingTimeInterval(900)
            let text = asDate ? Self.httpDate(later) : "900"
            return .respond(status: 429, headers: [("Retry-After", text)])
        }
        let stage = try await stage(hook)
        clock.withLock { $0 = stage.clock }
        try await stage.once()
        try await stage.once(after: .seconds(899))
        #expect(hook.requests().count == 1)
        try await stage.once(after: .seconds(1))
        #expect(hook.requests().count == 2)
    }

    @Test(
        "guarantee 6: gone is the end of a channel, refused that of a notice; both show up",
        arguments: [410, 400, 413])
    func ended(status: Int) async throws {
        let hook = try Hook { _ in .respond(status: status) }
        let stage = try await stage(hook)
        for _ in 0..<9 { try await stage.once(after: .seconds(7_200)) }
        // A receiver that is being set up refuses everything, so one refusal is not the end.
        #expect(hook.requests().count == (status == 410 ? 1 : 8))
        let lost = try await stage.run(["alerts", "--gave-up"]).lines
        #expect(lost.contains { $0.contains("\ta\t") }, "\(lost)")
    }

    @Test(
        "guarantee 7: a receiver that is down for a day is given up, and told elsewhere with what it missed"
    )
    func ageLimit() async throws {
        let hook = try Hook { _ in .respond(status: 503) }
        let stage = try await Stage(at: "2026-03-06 09:00")
        try stage.settle(channels: hook.channel("a"))
        try stage.scratch.write(
            #"{"version":1,"rules":[{"id":"low","when":"balance under 100","notify":["a"]},"#
                + #"{"id":"big","when":"new debit over 500","notify":["hook"]}]}"#,
            to: "rules.json")
        try await stage.once()
        try await stage.hold("80.00")
        // Only waits between attempts count, not the time in which nothing ran (D83).
        for _ in 0..<9 { try await stage.once(after: .seconds(43_200)) }
        let failing = "health.fired saldovakt-delivery-failing"
        #expect(stage.receiver.words.filter { $0.hasPrefix("health") } == [failing])
        for _ in 0..<4 { try await stage.once(after: .seconds(43_200)) }
        let lost = try await stage.run(["alerts", "--gave-up"]).lines
        #expect(lost.filter { $0.contains("Lommepenger") }.count == 1, "\(lost)")
        #expect(
            stage.receiver.words.allSatisfy { $0.hasSuffix("saldovakt-delivery-failing") })
        let notified = stage.receiver.entries.map(\.body).filter { $0.word == failing }
        #expect(notified.count == 2)
        #expect(notified.last?.data.title == "1 notification was not delivered on a")
        #expect(notified.last?.data.items?.map(\.rule.id) == ["low"])
    }

    @Test("guarantee 8: an end never overtakes its beginning")
    func order() async throws {
        let isUp = Lock(true)
        let hook = try Hook { _ in .respond(status: isUp.withLock { $0 } ? 200 : 503) }
        let stage = try await stage(hook)
        isUp.withLock { $0 = false }
        try await stage.once()
        try await stage.hold("300.00")
        try await stage.once(after: .seconds(1))
        isUp.withLock { $0 = true }
        let tries = hook.words().count
        for _ in 0..<3 { try await stage.once(after: .seconds(600)) }
        // The first was tried, so somebody may have seen it: both are told, in order.
        #expect(Array(hook.words().dropFirst(tries)) == ["alert.fired low", "alert.resolved low"])
    }

    @Test("guarantee 8: a beginning that nobody was told yet and its end become one notice")
    func collapse() async throws {
        let isUp = Lock(false)
        let hook = try Hook { _ in .respond(status: isUp.withLock { $0 } ? 200 : 503) }
        let stage = try await stage(hook)
        for balance in ["80.00", "300.00", "70.00", "300.00"] {
            try await stage.hold(balance)
            try await stage.once(after: .seconds(1))
        }
        isUp.withLock { $0 = true }
        let tries = hook.words().count
        for _ in 0..<4 { try await stage.once(after: .seconds(600)) }
        #expect(
            Array(hook.words().dropFirst(tries)) == [
                "alert.fired low", "alert.resolved low", "alert.digest low",
            ])
    }

    private static func httpDate(_ instant: Date) -> String {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = .gmt
        formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
        return formatter.string(from: instant)
    }
}
