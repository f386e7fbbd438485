import Alerts
import Finance
import Foundation
import Rules
import TestSupport
import Testing

@testable import Watch

@Suite("Replayer")
struct ReplayerTests {
    private func builder() -> PipelineBuilder {
        PipelineBuilder(
            policy: AlertPolicy(zone: Make.oslo, channels: ["phone": .full]))
    }

    private func notified(_ sentence: String, _ snapshots: [Snapshot]) throws -> [String] {
        var replayer = Replayer(rules: try RuleSet.of([sentence]), builder: builder())
        var notifications = snapshots.flatMap { replayer.play($0) }
        notifications += replayer.finish()
        return notifications.map {
            "\($0.timestamp.formatted(.iso8601)) \($0.type.rawValue)"
                + ($0.data.pending == true ? " pending" : "")
        }
    }

    @Test("plays what falls due between two lines before the second")
    func quietEnd() throws {
        let lines = try notified(
            "new debit over 500, between 07:00 and 22:00",
            [
                Make.snapshot("2026-03-05T20:00:00Z"),
                Make.snapshot(
                    "2026-03-05T23:00:00Z", [Make.account()],
                    [Make.observation("-612.00", "2026-03-05")]),
                Make.snapshot(
                    "2026-03-06T12:00:00Z", [Make.account()],
                    [Make.observation("-612.00", "2026-03-05")]),
            ])
        #expect(lines == ["2026-03-06T06:00:00Z alert.fired"])
    }

    @Test("prints a notice that is still held at the end with its due time")
    func stillHeld() throws {
        let lines = try notified(
            "new debit over 500, between 07:00 and 22:00",
            [
                Make.snapshot("2026-03-05T20:00:00Z"),
                Make.snapshot(
                    "2026-03-05T23:00:00Z", [Make.account()],
                    [Make.observation("-612.00", "2026-03-05")]),
            ])
        #expect(lines == ["2026-03-06T06:00:00Z alert.fired pending"])
    }

    @Test("a stream of bare transactions has no beginning that sums could lack (D62)")
    func bareSums() throws {
        let sentence = "spending this month is over 100"
        var replayer = Replayer(rules: try RuleSet.of([sentence]), builder: builder())
        var notified: [AlertNotification] = []
        for day in ["2026-03-10", "2026-03-11", "2026-04-10"] {
            let row = Make.observation("-60.00", day)
            let instant = "\(day)T11:00:00Z"
            let facts = Make.accountFacts(Make.account(), at: instant)
            notified += replayer.play(Make.transaction(row, firstSeen: instant), of: facts)
        }
        #expect(notified.map(\.data.reason) == [.periodExceeded])
        #expect(notified.map(\.timestamp) == [Make.instant("2026-03-11T11:00:00Z")])
    }

    @Test("the first bare transaction makes each sum fire by itself (D62)")
    func firstBareSums() throws {
        let sentences = ["spending this month is over 50", "spending today is over 55"]
        var replayer = Replayer(rules: try RuleSet.of(sentences), builder: builder())
        let row = Make.observation("-60.00", "2026-03-10")
        let instant = "2026-03-10T11:00:00Z"
        let notified = replayer.play(
            Make.transaction(row, firstSeen: instant),
            of: Make.accountFacts(Make.account(), at: instant))
        #expect(notified.map(\.data.reason) == [.periodExceeded, .periodExceeded])
        #expect(notified.allSatisfy { $0.data.rule != nil && !$0.data.alreadySo })
    }

    @Test("a poll looks at the rows of its days, not at the whole history")
    func holdsFewRows() throws {
        var replayer = Replayer(rules: try RuleSet.of(["new debit over 500"]), builder: builder())
        let start = Make.day("2025-01-01")
        var rows: [TransactionObservation] = []
        for number in 0..<400 {
            let day = start.adding(days: number)
            rows.append(Make.observation("-\(number + 1).00", day.description))
            let account = Make.account(from: day.adding(days: -2).description)
            let answer = Make.snapshot(
                "\(day.description)T12:00:00Z", [account], Array(rows.suffix(3)))
            #expect(count(replayer.state.reconciliationInput(for: answer)) <= 13)
            _ = replayer.play(answer)
        }
        let all = Make.snapshot("2026-03-01T12:00:00Z", [Make.account(from: "2025-01-01")])
        #expect(count(replayer.state.reconciliationInput(for: all)) == 400)
    }

    private func count(_ input: ReconciliationInput) -> Int {
        input.records.values.map(\.count).reduce(0, +)
    }

    @Test("gives the same bytes when it is repeated")
    func repeatable() throws {
        func bytes() throws -> [[UInt8]] {
            let sentences = ["balance under 100 NOK", "new debit over 500"]
            var replayer = Replayer(rules: try RuleSet.of(sentences), builder: builder())
            return [
                Make.snapshot("2026-03-05T20:00:00Z"),
                Make.snapshot(
                    "2026-03-05T21:00:00Z", [Make.account(booked: "50.00")],
                    [Make.observation("-950.00", "2026-03-05")]),
            ].flatMap { replayer.play($0) }.map { NotificationCoding.bytes($0) }
        }
        let first = try bytes()
        #expect(first.count == 2)
        #expect(try bytes() == first)
    }
}
