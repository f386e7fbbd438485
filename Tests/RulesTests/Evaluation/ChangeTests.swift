import Finance
import Foundation
import TestSupport
import Testing

@testable import Rules

@Suite("Changes (RL-16, D15)")
struct ChangeTests {
    /// Polls one account through balances at instants of 6 March 2026 in UTC.
    private func verdicts(_ sentence: String, _ polls: [(String, String)]) -> [Verdict.Finding] {
        var scene = Scene(sentence)
        return polls.map { time, balance in
            let now = "2026-03-06T\(time):00Z"
            scene.account(Make.account(booked: balance), at: now)
            return scene.poll(at: now).first?.finding ?? .occurred
        }
    }

    @Test(
        "the extremes of a window are those of a search through every reading",
        arguments: 1...20)
    func extremes(_ seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var history = FigureHistory()
        var readings: [(at: Double, value: Int64)] = []
        let span = 600.0
        var now = 0.0
        for _ in 0..<200 {
            now += random.happens(50) ? Double(Int.random(in: 500...2_000, using: &random)) : 60
            let value = Int64.random(in: 0...6, using: &random)
            readings.append((now, value))
            let money = Money(minorUnits: value, currency: .nok)
            history.note(money, at: Date(timeIntervalSince1970: now))
            let start = now - span
            history.forget(before: Date(timeIntervalSince1970: start))
            let found = history.extremes(
                from: Date(timeIntervalSince1970: start), timeout: 2 * span)
            let expected = Self.search(readings, from: start, timeout: 2 * span)
            #expect(found?.low == expected.min() && found?.high == expected.max())
        }
    }

    private static func search(
        _ readings: [(at: Double, value: Int64)], from start: Double, timeout: Double
    ) -> [Int64] {
        guard let first = readings.firstIndex(where: { $0.at >= start }) else { return [] }
        let inside = readings[first...].map(\.value)
        guard first > 0, readings[first].at > start,
            readings[first].at - readings[first - 1].at <= timeout
        else { return inside }
        return inside + [readings[first - 1].value]
    }

    @Test("not before two readings, and not while nothing moves")
    func first() {
        let calm = Verdict.Finding.clear(isRecovered: true)
        #expect(
            verdicts(
                "balance dropped by at least 1 in 24 hours",
                [("09:00", "5"), ("09:05", "5"), ("09:10", "4")]) == [calm, calm, .holds])
    }

    @Test(
        "a share is one of the earlier figure, whatever its sign",
        arguments: [
            ("dropped by more than 10%", "1000", "900", false),
            ("dropped by at least 10%", "1000", "900", true),
            ("dropped by 10%", "-1000", "-1099.99", false),
            ("dropped by 10%", "-1000", "-1100", true),
            ("rose by 10%", "-1000", "-900", true), ("rose by 10%", "0", "0.01", true),
            ("changed by 10%", "1000", "1100", true), ("changed by 10%", "1000", "901", false),
        ])
    func shares(_ words: String, _ before: String, _ after: String, _ holds: Bool) {
        let found = verdicts(
            "balance \(words) in 1 day", [("09:00", before), ("09:05", after)])
        #expect(found.last == (holds ? .holds : .clear(isRecovered: true)))
    }

    @Test("old figures are unknown; what credit is used moves the other way than the balance")
    func kinds() {
        var scene = Scene("credit used rose by 500 in 24 hours")
        scene.account(Make.card(booked: "-1200.00"))
        scene.account(Make.account("a2", booked: "5000"))
        #expect(scene.poll().map(\.finding) == [.clear(isRecovered: true)])
        #expect(scene.poll(at: "2026-03-06T16:00:00Z").map(\.finding) == [.unknown(.stale)])
        scene.account(Make.card(booked: "-1700.00"), at: "2026-03-06T16:05:00Z")
        scene.account(Make.account("a2", booked: "1000"), at: "2026-03-06T16:05:00Z")
        let verdict = scene.poll(at: "2026-03-06T16:05:00Z").first
        #expect(verdict?.finding == .holds)
        #expect(verdict?.subject == .account(Make.accountID("c1")))
        #expect(verdict?.evidence.value == Make.money("500.00"))
        #expect(verdict?.evidence.limit == Make.money("500.00"))
    }

    @Test("a restart knows how long an unchanged figure was read: the gap decides")
    func gap() throws {
        // Unchanged from 09:00, read until `previousRead`, then 400 lower at 18:00.
        func finding(previousRead: String) throws -> Verdict.Finding? {
            var scene = Scene("balance dropped by 300 in 1 hour")
            scene.account(Make.account(booked: "600"), at: "2026-03-06T18:00:00Z")
            let figures = [("1000", "09:00", nil), ("600", "18:00", previousRead)]
            let balances = try figures.map { text, time, read in
                let at = Make.instant("2026-03-06T\(time):00Z")
                return AccountBalance(
                    accountID: Make.accountID(),
                    currentBalance: .booked(try Balance(signed: Make.money(text), asOf: at)),
                    day: CalendarDay(of: at, in: Make.oslo),
                    previousRead: read.map { Make.instant("2026-03-06T\($0):00Z") })
            }
            scene.seed(balances, at: "2026-03-06T18:01:00Z")
            return scene.poll(at: "2026-03-06T18:01:00Z").first?.finding
        }
        #expect(try finding(previousRead: "17:55") == .holds)
        #expect(try finding(previousRead: "16:00") == .holds)
        #expect(try finding(previousRead: "15:59") == .clear(isRecovered: true))
    }
}
