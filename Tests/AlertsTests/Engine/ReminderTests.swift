import Alerts
import Finance
import Foundation
import Rules
import Testing

@Suite("remind every")
struct ReminderTests {
    @Test("reminds while it lasts, from the last telling on, each with its own identifier")
    func reminds() throws {
        var scene = Scene(Samples.rule(clauses: .remind(1, .hour)))
        try scene.at("08:00", Samples.clear())
        try scene.at("08:05", Samples.holds())
        #expect(try scene.nextDue(after: "08:05") == "2026-03-06T09:05:00Z")
        #expect(try scene.at("09:00", Samples.holds()).isEmpty)
        let first = try scene.at("09:05")
        #expect(first.types == [.reminder])
        #expect(first.first?.data.reason == .reminder)
        #expect(first.titles == ["Still: Brukskonto: 95,00 kr"])
        #expect(first.first?.data.since == Samples.instant("08:05"))
        let second = try scene.at("10:05", Samples.holds(7_000))
        #expect(second.titles == ["Still: Brukskonto: 70,00 kr"])
        #expect(try scene.at("10:10", Samples.clear()).types == [.resolved])
        #expect(try scene.nextDue(after: "10:10") == nil)
        #expect(Set(scene.notified.map(\.id)).count == 4)
    }

    @Test("reminds once, however many were missed")
    func missed() throws {
        var scene = Scene(Samples.rule(clauses: .remind(1, .hour)))
        try scene.at("08:00", Samples.holds())
        #expect(try scene.at("20:30", Samples.holds()).types == [.reminder])
        #expect(try scene.nextDue(after: "20:30") == "2026-03-06T21:30:00Z")
    }

    @Test("waits for the end of quiet hours")
    func quiet() throws {
        var clauses = Clauses.daytime()
        clauses.remindEvery = CalendarSpan(count: 2, unit: .hour)
        var scene = Scene(Samples.rule(clauses: clauses))
        try scene.at("20:00", Samples.holds())
        #expect(try scene.nextDue(after: "20:00") == "2026-03-07T06:00:00Z")
        #expect(try scene.at("22:00").isEmpty)
        #expect(try scene.at("2026-03-07T05:30:00Z", Samples.holds()).isEmpty)
        #expect(try scene.at("2026-03-07T06:00:00Z").types == [.reminder])
    }

    @Test("waits while the figures are not known (RL-32)")
    func stale() throws {
        let old = Samples.account(
            "Brukskonto", number: "99990000001", firstSeen: "06:00",
            freshAt: Samples.instant("08:00"))
        var scene = Scene(
            Samples.rule(clauses: .remind(8, .hour)),
            facts: Facts(accounts: [old.account.id: old]))
        try scene.at("08:00", Samples.holds())
        #expect(try scene.at("16:00").isEmpty)
        #expect(try scene.at("16:30", Samples.unknown()).isEmpty)
        #expect(try scene.nextDue(after: "16:30") == nil)
        #expect(try scene.at("17:00", Samples.holds()).types == [.reminder])
    }

    @Test("is not counted by the limit, and not sent before the alert is told")
    func limits() throws {
        var clauses = Clauses.atMost(1)
        clauses.remindEvery = CalendarSpan(count: 1, unit: .hour)
        var scene = Scene(Samples.rule(clauses: clauses))
        try scene.at("08:00", Samples.holds())
        #expect(try scene.at("09:00", Samples.holds()).types == [.reminder])
        try scene.at("09:10", Samples.clear())
        try scene.at("09:20", Samples.holds())
        #expect(try scene.at("11:00", Samples.holds()).isEmpty)
    }

    @Test("a day later over the spring change is the same wall time")
    func springDay() throws {
        var scene = Scene(Samples.rule(clauses: .remind(1, .day)))
        try scene.at("2026-03-28T09:00:00Z", Samples.holds())
        #expect(try scene.nextDue(after: "2026-03-28T09:00:00Z") == "2026-03-29T08:00:00Z")
    }
}
