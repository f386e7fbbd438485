import Alerts
import Finance
import Foundation
import Testing

@testable import Rules

@Suite("at most N a … (D8, D9)")
struct LimitTests {
    private func event(_ clauses: Clauses) -> Rule {
        Samples.rule("low", "new debit over 500", kind: .event, clauses: clauses)
    }

    @Test("thirty events in an hour are one notice and one digest at midnight (D9)")
    func thirtyEvents() throws {
        var scene = Scene(event(.atMost(1)))
        for minute in 10...39 {
            try scene.at("09:\(minute)", Samples.event("A\(minute)", -60_000))
        }
        #expect(scene.notified.types == [.fired])
        #expect(try scene.nextDue(after: "09:39") == "2026-03-06T23:00:00Z")
        let notified = try scene.at("23:00")
        #expect(notified.types == [.digest])
        #expect(notified.first?.data.count == 29)
        #expect(notified.first?.data.sum == Samples.kroner(-29 * 60_000))
        #expect(notified.first?.data.since == Samples.instant("09:11"))
        // The digest is the new day's one message.
        #expect(try scene.at("23:30", Samples.event("B")).isEmpty)
        #expect(try scene.nextDue(after: "23:30") == "2026-03-07T23:00:00Z")
        #expect(try scene.at("2026-03-07T23:00:00Z").types == [.fired])
    }

    @Test("what comes at once is one notification, the largest first (D72)")
    func atOnce() throws {
        var scene = Scene(event(.atMost(2, .week)))
        let notified = try scene.at("09:00", (1...4).map { Samples.event("A\($0)") })
        #expect(notified.types == [.digest])
        #expect(notified.first?.data.count == 4)
        #expect(try scene.nextDue(after: "09:00") == nil)
        // One of two is left.
        #expect(try scene.at("09:05", Samples.event("B")).types == [.fired])
        #expect(try scene.at("09:10", Samples.event("C")).isEmpty)
    }

    @Test("twice a week lets two through and merges the rest")
    func twiceAWeek() throws {
        var scene = Scene(event(.atMost(2, .week)))
        for number in 1...4 {
            let notified = try scene.at("09:0\(number)", Samples.event("A\(number)"))
            #expect(notified.types == (number < 3 ? [.fired] : []))
        }
        #expect(try scene.nextDue(after: "09:05") == "2026-03-08T23:00:00Z")
        let notified = try scene.at("2026-03-08T23:00:00Z")
        #expect(notified.types == [.digest])
        #expect(notified.first?.data.count == 2)
    }

    @Test("a level still true is told at the first evaluation of the new day (D8)")
    func levelStillTrue() throws {
        var scene = Scene(Samples.rule(clauses: .atMost(1)))
        try scene.at("08:00", Samples.clear())
        try scene.at("08:05", Samples.holds())
        try scene.at("08:10", Samples.clear())
        #expect(try scene.at("08:15", Samples.holds()).isEmpty)
        #expect(try scene.nextDue(after: "08:15") == nil)
        #expect(try scene.at("23:00").isEmpty)
        #expect(try scene.at("23:02", Samples.unknown()).isEmpty)
        let notified = try scene.at("23:05", Samples.holds(5_000))
        #expect(notified.types == [.fired])
        #expect(notified.titles == ["Brukskonto: 50,00 kr"])
        #expect(notified.first?.data.since == Samples.instant("08:15"))
        #expect(try scene.at("23:10", Samples.clear()).types == [.resolved])
    }

    @Test("a level that came and went under the limit is told with the next notification (D71)")
    func levelOver() throws {
        var scene = Scene(Samples.rule(clauses: .atMost(1)))
        try scene.at("08:00", Samples.holds())
        try scene.at("08:10", Samples.clear())
        try scene.at("08:15", Samples.holds())
        #expect(try scene.at("08:20", Samples.clear()).isEmpty)
        #expect(try scene.nextDue(after: "08:20") == nil)
        #expect(try scene.at("23:05", Samples.clear()).isEmpty)
        let notified = try scene.at("23:10", Samples.holds())
        #expect(notified.types == [.digest])
        #expect(notified.first?.data.count == 2)
    }

    @Test("ends and corrections are not counted")
    func sequels() throws {
        var scene = Scene(Samples.rule(clauses: .atMost(1)))
        try scene.at("08:00", Samples.holds())
        #expect(try scene.at("08:10", Samples.clear()).types == [.resolved])
        scene = Scene(event(.atMost(1)))
        try scene.at("08:00", Samples.event("A", -60_000))
        let notified = try scene.at("08:05", Samples.corrected("A", from: -60_000, to: -61_000))
        #expect(notified.types == [.corrected])
    }

    @Test("counts by local days, also when the clock is set back (RL-35)")
    func clockBack() throws {
        var scene = Scene(event(.atMost(1)))
        try scene.at("23:10", Samples.event("A"))
        #expect(try scene.at("22:50", Samples.event("B")).isEmpty)
        #expect(try scene.at("23:20").isEmpty)
        #expect(try scene.at("2026-03-07T23:00:00Z").types == [.fired])
    }

    @Test("a message about many accounts lists whole lines and counts the others")
    func manyAccounts() throws {
        let accounts = (10..<24).map {
            Samples.account("Felles \($0)", number: "999900000\($0)", firstSeen: "06:00")
        }
        let facts = Facts(
            accounts: Dictionary(uniqueKeysWithValues: accounts.map { ($0.account.id, $0) }))
        var scene = Scene(Samples.rule(), facts: facts)
        let notified = try scene.at("08:00", accounts.map { Samples.holds(on: $0) })
        let digest = try #require(notified.first?.data)
        let items = try #require(digest.items)
        #expect(notified.count == 1 && items.count == 14)
        let shown = Array(items.map(\.title).prefix { digest.body.contains($0) })
        #expect((2..<14).contains(shown.count) && digest.body.count <= SafeText.bodyLimit)
        let listed = shown.joined(separator: " · ")
        #expect(digest.body.hasPrefix("\(listed) · and \(14 - shown.count) more · "))
    }

    @Test("accounts of one rule that are so at the first look are one message")
    func firstLook() throws {
        var scene = Scene(Samples.rule(clauses: .atMost(1)))
        let notified = try scene.at("08:00", Samples.holds(), Samples.holds(on: Samples.savings))
        #expect(notified.types == [.digest])
        #expect(notified.first?.data.items?.count == 2)
    }

    @Test("a period that ends in quiet hours waits for their end")
    func limitEndsInQuietHours() throws {
        let limit = RateLimit(count: 1, period: .day)
        var scene = Scene(event(.daytime(limit: limit)))
        try scene.at("09:00", Samples.event("A"))
        try scene.at("10:00", Samples.event("B"))
        try scene.at("21:30", Samples.event("C"))
        #expect(try scene.nextDue(after: "21:30") == "2026-03-07T06:00:00Z")
        #expect(try scene.at("23:00").isEmpty)
        let notified = try scene.at("2026-03-07T06:00:00Z")
        #expect(notified.types == [.digest])
        #expect(notified.first?.data.count == 2)
    }

    @Test("quiet hours that end with the limit used up hand over to the limit")
    func quietEndsUnderLimit() throws {
        let limit = RateLimit(count: 1, period: .week)
        var scene = Scene(event(.daytime(limit: limit)))
        try scene.at("2026-03-03T09:00:00Z", Samples.event("A"))
        try scene.at("02:00", Samples.event("B"))
        try scene.at("03:00", Samples.event("C"))
        #expect(try scene.at("06:00").isEmpty)
        #expect(try scene.nextDue(after: "06:00") == "2026-03-09T06:00:00Z")
        #expect(try scene.at("2026-03-08T23:00:00Z").isEmpty)
        let notified = try scene.at("2026-03-09T06:00:00Z")
        #expect(notified.types == [.digest])
        #expect(notified.first?.data.count == 2)
        #expect(scene.ledger.rules["low"]?.held == [])
    }

    @Test("a level that is still so in the night of the new day is told when hours begin (D8)")
    func levelUnderBoth() throws {
        let limit = RateLimit(count: 1, period: .day)
        var scene = Scene(Samples.rule(clauses: .daytime(limit: limit)))
        try scene.at("07:00", Samples.holds())
        try scene.at("08:00", Samples.clear())
        try scene.at("09:00", Samples.holds())
        #expect(try scene.at("23:30", Samples.holds()).isEmpty)
        let notified = try scene.at("2026-03-07T06:00:00Z")
        #expect(notified.types == [.fired])
        #expect(try scene.at("2026-03-07T06:02:00Z", Samples.holds()).isEmpty)
    }

    @Test("a level held by night and then by the limit waits for an evaluation (D8)")
    func levelFromQuietToLimit() throws {
        let limit = RateLimit(count: 1, period: .day)
        var scene = Scene(Samples.rule(clauses: .daytime(0, 1_200, limit: limit)))
        try scene.at("08:00", Samples.holds())
        try scene.at("08:10", Samples.clear())
        // Quiet from 20:00 to midnight, when the limit's day ends too.
        try scene.at("20:00", Samples.holds())
        #expect(
            scene.engine.pending(in: scene.ledger).map(\.timestamp) == [
                Samples.instant("23:00")
            ])
        #expect(try scene.at("23:00").types == [.fired])
        try scene.at("23:10", Samples.clear())
        scene.rules = [Samples.rule(clauses: .daytime(360, 1_200, limit: limit))]
        try scene.at("2026-03-07T04:00:00Z", Samples.holds())
        #expect(try scene.at("2026-03-07T05:00:00Z").isEmpty)
        let due = scene.engine.pending(in: scene.ledger).first?.timestamp
        #expect(due == Samples.instant("2026-03-08T05:00:00Z"))
        #expect(try scene.nextDue(after: "2026-03-07T05:00:00Z") == nil)
        #expect(try scene.at("2026-03-08T05:00:00Z").isEmpty)
        #expect(try scene.at("2026-03-08T05:02:00Z", Samples.holds()).types == [.fired])
    }
}
