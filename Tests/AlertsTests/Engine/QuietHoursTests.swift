import Alerts
import Finance
import Foundation
import Rules
import Testing

@Suite("Quiet hours (RL-33, RL-34, D6, D7)")
struct QuietHoursTests {
    private let level = Samples.rule(clauses: .daytime())
    private let event = Samples.rule(
        "low", "new debit over 500", kind: .event, clauses: .daytime())

    @Test("a level that is still true is told at their end, with the time it became so")
    func levelHeld() throws {
        var scene = Scene(level)
        try scene.at("00:00", Samples.clear())
        #expect(try scene.at("02:00", Samples.holds()).isEmpty)
        #expect(try scene.nextDue(after: "02:00") == "2026-03-06T06:00:00Z")
        #expect(try scene.at("05:59").isEmpty)
        let notified = try scene.at("06:00")
        #expect(notified.types == [.fired])
        #expect(notified.first?.timestamp == Samples.instant("06:00"))
        #expect(notified.first?.data.since == Samples.instant("02:00"))
        #expect(notified.first?.data.reason == .entered)
        #expect(try scene.nextDue(after: "06:00") == nil)
        #expect(try scene.at("09:00", Samples.clear()).types == [.resolved])
    }

    @Test("a held level shows the newest figure")
    func newestFigure() throws {
        var scene = Scene(level)
        try scene.at("00:00", Samples.clear())
        try scene.at("02:00", Samples.holds(9_500))
        try scene.at("03:00", Samples.holds(1_200))
        let notified = try scene.at("06:00")
        #expect(notified.titles == ["Brukskonto: 12,00 kr"])
        #expect(notified.first?.data.since == Samples.instant("02:00"))
    }

    @Test("a level that came and went is one line (D6)")
    func cameAndWent() throws {
        var scene = Scene(level)
        try scene.at("00:00", Samples.clear())
        try scene.at("01:10", Samples.holds())
        #expect(try scene.at("04:40", Samples.clear()).isEmpty)
        let notified = try scene.at("06:00")
        #expect(notified.types == [.digest])
        let data = try #require(notified.first?.data)
        #expect(data.title == "Over: Brukskonto: 95,00 kr")
        #expect(data.body == "From 02:10 to 05:40 · rule low")
        #expect(data.since == Samples.instant("01:10"))
        #expect(data.items?.count == 1)
        #expect(data.reason == .recovered)
        #expect(try scene.at("07:00", Samples.clear()).isEmpty)
    }

    @Test("two times in one night are one digest of two lines")
    func twice() throws {
        var scene = Scene(level)
        try scene.at("00:00", Samples.clear())
        for time in ["01:00", "03:00"] {
            try scene.at(time, Samples.holds())
            try scene.at(String(time.prefix(2)) + ":30", Samples.clear())
        }
        let notified = try scene.at("06:00")
        #expect(notified.types == [.digest])
        #expect(notified.first?.data.items?.count == 2)
        #expect(notified.first?.data.count == 2)
    }

    @Test("a told alert's end waits too")
    func heldResolve() throws {
        var scene = Scene(level)
        try scene.at("20:00", Samples.holds())
        #expect(try scene.at("22:00", Samples.clear()).isEmpty)
        let notified = try scene.at("2026-03-07T06:00:00Z")
        #expect(notified.types == [.resolved])
        #expect(notified.first?.data.since == Samples.instant("22:00"))
    }

    @Test("an end goes to the old channels when the alert begins again before it is told")
    func resolveThenFire() throws {
        var scene = Scene(level)
        try scene.at("20:00", Samples.holds())
        scene.rules = [Samples.rule(clauses: .daytime(), notify: ["family"])]
        try scene.at("22:00", Samples.clear())
        try scene.at("23:00", Samples.holds())
        try scene.at("2026-03-07T06:00:00Z")
        let sent = scene.outbox.dropFirst()
        #expect(sent.map(\.channel) == ["desktop", "family"])
        #expect(sent.map(\.notification.type) == [.resolved, .fired])
    }

    @Test("one held event is told as fired, two as a digest (D7)", arguments: [1, 2, 5, 6, 40])
    func events(_ count: Int) throws {
        var scene = Scene(event)
        for number in 1...count {
            let time = "0\(number % 5):\(10 + number)"
            #expect(try scene.at(time, Samples.event("A\(number)", -100 * Int64(number))).isEmpty)
        }
        let notified = try scene.at("06:00")
        #expect(notified.types == [count == 1 ? .fired : .digest])
        #expect(notified.first?.data.count == (count == 1 ? nil : count))
        let items = notified.first?.data.items?.count
        #expect(items == (count == 1 ? nil : count > 5 ? 3 : count))
        if count > 1 {
            let total = (1...count).reduce(0) { $0 - 100 * $1 }
            #expect(notified.first?.data.sum == Samples.kroner(Int64(total)))
        }
        let first = try scene.at("09:00", Samples.corrected("A1", from: -100, to: -200))
        #expect(first.types == [.corrected])
    }

    @Test("corrections held over night are apart from new events, and begin no alert (RL-14)")
    func corrections() throws {
        var scene = Scene(event)
        try scene.at("09:00", Samples.event("A", -60_000))
        try scene.at("09:05", Samples.event("B", -70_000))
        let held = [
            Samples.corrected("A", from: -60_000, to: -61_000), Samples.event("C", -80_000),
            Samples.corrected("B", from: -70_000, to: -71_000), Samples.event("D", -90_000),
        ]
        #expect(try scene.at("23:00", held).isEmpty)
        let notified = try scene.at("2026-03-07T06:00:00Z")
        #expect(notified.types == [.digest, .digest])
        #expect(notified.map(\.data.reason) == [.newTransaction, .corrected])
        #expect(notified.map(\.data.count) == [2, 2])
        #expect(notified.map(\.data.sum) == [Samples.kroner(-170_000), nil])
        #expect(notified.map(\.alertsBegun) == [["low": 2], [:]])
    }

    @Test("a correction changes the held digest of its own account")
    func digestOfAccount() throws {
        var scene = Scene(event)
        try scene.at("02:00", (1...6).map { Samples.event("A\($0)", -100_000 * $0) })
        try scene.at("02:05", Samples.event("B", -50_000, on: Samples.savings))
        try scene.at("03:00", Samples.corrected("A2", from: -200_000, to: -650_000))
        let held = try #require(scene.ledger.rules["low"]?.held)
        #expect(held.map(\.notification.data.count) == [6, nil])
        let items = try #require(held.first?.notification.data.items)
        #expect(items.map(\.value?.money?.minorUnits) == [-650_000, -600_000, -500_000])
        let notified = try scene.at("06:00")
        #expect(notified.first?.data.sum == Samples.kroner(-2_600_000))
        #expect(notified.first?.data.count == 7)
    }

    @Test("a long night stays small")
    func bounded() throws {
        var scene = Scene(event)
        for number in 0..<300 { try scene.at("02:00", Samples.event("A\(number)", -100)) }
        #expect(scene.ledger.rules["low"]?.held.count == 1)
        scene = Scene(level)
        try scene.at("00:00", Samples.clear())
        for minute in 0..<120 {
            let time = "0\(1 + minute / 60):\(minute % 60 < 10 ? "0" : "")\(minute % 60)"
            try scene.at(time, minute.isMultiple(of: 2) ? Samples.holds() : Samples.clear())
        }
        #expect((scene.ledger.rules["low"]?.held.count ?? 0) <= 21)
        let notified = try scene.at("06:00")
        #expect(notified.types == [.digest])
        #expect(notified.first?.data.count == 60)
        #expect(notified.first?.data.items?.count == 20)
    }

    @Test("what several rules hold at the first look is told as one (D4)")
    func firstLook() throws {
        var scene = Scene(level, Samples.rule("save", clauses: .daytime()))
        try scene.at("02:00", Samples.holds(), Samples.holds(1, "save"))
        #expect(try scene.at("06:00").types == [.digest])
    }

    @Test("an evaluation at their end is judged before what is held is told")
    func evaluationAtTheEnd() throws {
        var scene = Scene(level)
        try scene.at("00:00", Samples.clear())
        try scene.at("02:00", Samples.holds())
        #expect(try scene.at("06:03", Samples.clear()).types == [.digest])
    }

    @Test("on weekdays only: from Friday evening until Monday")
    func weekdays() throws {
        var scene = Scene(
            Samples.rule(
                "low", "new debit over 500", kind: .event,
                clauses: .daytime(weekdays: [1, 2, 3, 4, 5])))
        try scene.at("2026-03-07T12:00:00Z", Samples.event("A"))
        #expect(try scene.nextDue(after: "2026-03-07T12:00:00Z") == "2026-03-09T06:00:00Z")
        #expect(try scene.at("2026-03-08T12:00:00Z").isEmpty)
        #expect(try scene.at("2026-03-09T06:00:00Z").types == [.fired])
    }

    @Test("are told at once when the clause is taken out")
    func clauseRemoved() throws {
        var scene = Scene(level)
        try scene.at("02:00", Samples.holds())
        scene.rules = [Samples.rule()]
        #expect(try scene.at("02:05", Samples.holds()).types == [.fired])
    }
}
