import Alerts
import Finance
import Foundation
import Rules
import TestSupport
import Testing

@testable import Watch

@Suite("Replayer over the end of the program")
struct ReplayerRestartTests {
    private let builder = PipelineBuilder(
        policy: AlertPolicy(zone: Make.oslo))

    private static let rules = [
        "balance under 100 NOK, until over 150", "spending today is over 500",
        "new debit over 500, between 07:00 and 22:00",
    ]

    /// An evening, a night and a morning.
    private static var answers: [Snapshot] {
        let row = Make.observation("-612.00", "2026-03-05", type: .pointOfSale)
        let late = Make.observation("-700.00", "2026-03-05", text: "KINO", type: .pointOfSale)
        return [
            Make.snapshot("2026-03-05T19:00:00Z"),
            Make.snapshot("2026-03-05T20:00:00Z", [Make.account(booked: "90.00")], [row]),
            Make.failure("2026-03-05T21:30:00Z"),
            Make.snapshot("2026-03-05T22:00:00Z", [Make.account(booked: "120.00")], [row, late]),
            Make.snapshot("2026-03-06T08:00:00Z", [Make.account(booked: "200.00")], [row, late]),
        ]
    }

    private func notified(restarts: Bool) throws -> [String] {
        var replayer = Replayer(rules: try RuleSet.of(Self.rules), builder: builder)
        var notifications: [AlertNotification] = []
        for answer in Self.answers {
            if restarts { replayer.restart() }
            notifications += replayer.play(answer)
        }
        return notifications.map { "\($0.timestamp.formatted(.iso8601)) \($0.id)" }
    }

    @Test("tells the same with a restart before every answer")
    func restarts() throws {
        let steady = try notified(restarts: false)
        #expect(steady.count == 5)
        #expect(try notified(restarts: true) == steady)
    }

    @Test("goes on with nothing but what was committed")
    func stateAlone() throws {
        var replayer = Replayer(
            rules: try RuleSet.of(["balance under 100 NOK"]), builder: builder)
        _ = replayer.play(Make.snapshot("2026-03-06T09:00:00Z"))
        let low = Make.snapshot("2026-03-06T09:05:00Z", [Make.account(booked: "90.00")])
        #expect(replayer.play(low).map(\.type) == [.fired])
        replayer.restart()
        let still = Make.snapshot("2026-03-06T09:10:00Z", [Make.account(booked: "90.00")])
        #expect(replayer.play(still).isEmpty)
    }

    @Test("tells at the start what fell due while down, and at its time what did not")
    func down() throws {
        let night = ["2026-03-05T20:00:00Z", "2026-03-05T22:00:00Z"]
        let row = Make.observation("-612.00", "2026-03-05")
        for isDown in [false, true] {
            var replayer = Replayer(
                rules: try RuleSet.of(["new debit over 500, between 07:00 and 22:00"]),
                builder: builder)
            _ = replayer.play(Make.snapshot(night[0]))
            _ = replayer.play(Make.snapshot(night[1], [Make.account()], [row]))
            let morning = Make.instant("2026-03-06T08:00:00Z")
            if isDown { replayer.restart(at: morning) }
            let notified = replayer.play(
                Make.snapshot("2026-03-06T08:00:00Z", [Make.account()], [row]))
            let due = isDown ? "2026-03-06T08:00:00Z" : "2026-03-06T06:00:00Z"
            #expect(notified.map(\.timestamp) == [Make.instant(due)])
        }
    }
}
