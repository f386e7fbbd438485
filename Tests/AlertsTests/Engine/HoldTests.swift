import Alerts
import Finance
import Foundation
import Rules
import Testing

@Suite("for (RL-31, D25)")
struct HoldTests {
    @Test("fires at the sample that completes the time, and says since when it is so")
    func served() throws {
        var scene = Scene(Samples.rule(clauses: .hold(30, .minute)))
        try scene.at("08:00", Samples.clear())
        for time in ["08:05", "08:15", "08:25"] {
            #expect(try scene.at(time, Samples.holds()).isEmpty)
        }
        let notified = try scene.at("08:35", Samples.holds())
        #expect(notified.types == [.fired])
        #expect(notified.first?.data.since == Samples.instant("08:05"))
        #expect(notified.first?.data.reason == .entered)
    }

    @Test("counts a long gap as three poll intervals and never resets (D25)")
    func gap() throws {
        var scene = Scene(Samples.rule(clauses: .hold(30, .minute)))
        try scene.at("08:00", Samples.clear())
        try scene.at("08:05", Samples.holds())
        try scene.at("08:15", Samples.holds())
        // Two hours without samples count as fifteen minutes: 25 in all.
        #expect(try scene.at("10:15", Samples.holds()).isEmpty)
        #expect(try scene.at("10:19", Samples.holds()).isEmpty)
        #expect(try scene.at("10:20", Samples.holds()).types == [.fired])
    }

    @Test("pauses while it is not known")
    func unknownPauses() throws {
        var scene = Scene(Samples.rule(clauses: .hold(10, .minute)))
        try scene.at("08:00", Samples.holds())
        try scene.at("08:05", Samples.unknown())
        #expect(try scene.at("08:09", Samples.holds()).isEmpty)
        #expect(try scene.at("08:10", Samples.holds()).types == [.fired])
    }

    @Test("starts again after a false sample, also one above the limit and below the recovery")
    func falseResets() throws {
        var scene = Scene(Samples.rule(clauses: .hold(10, .minute)))
        try scene.at("08:00", Samples.clear())
        try scene.at("08:05", Samples.holds())
        try scene.at("08:10", Samples.clear(12_000, isRecovered: false))
        try scene.at("08:14", Samples.holds())
        #expect(try scene.at("08:20", Samples.holds()).isEmpty)
        #expect(try scene.at("08:24", Samples.holds()).types == [.fired])
    }

    @Test("does not fall due without a sample, and ends silently when it is false")
    func noTimer() throws {
        var scene = Scene(Samples.rule(clauses: .hold(10, .minute)))
        try scene.at("08:00", Samples.holds())
        #expect(try scene.nextDue(after: "08:00") == nil)
        #expect(try scene.at("08:12").isEmpty)
        #expect(try scene.at("08:15", Samples.clear()).isEmpty)
    }

    @Test("stays already so while the first time is served")
    func alreadySo() throws {
        var scene = Scene(Samples.rule(clauses: .hold(10, .minute)))
        try scene.at("08:00", Samples.holds())
        let notified = try scene.at("08:10", Samples.holds())
        #expect(notified.first?.data.reason == .alreadySo)
        #expect(notified.first?.data.since == Samples.instant("08:00"))
    }

    @Test("a day over the spring change is 23 hours long")
    func springDay() throws {
        // That bank is read twice a day, another one every minute.
        let policy = AlertPolicy(
            zone: Samples.oslo,
            pollIntervals: PollIntervals(
                .seconds(60), bySource: ["sbanken": .seconds(12 * 3_600)]))
        var scene = Scene(Samples.rule(clauses: .hold(1, .day)), policy: policy)
        try scene.at("2026-03-28T12:00:00Z", Samples.holds())
        #expect(try scene.at("2026-03-29T10:59:59Z", Samples.holds()).isEmpty)
        #expect(try scene.at("2026-03-29T11:00:00Z", Samples.holds()).types == [.fired])
    }

    @Test("a health rule's time is served without another poll, unless the program slept")
    func health() throws {
        var scene = Scene(Samples.health(clauses: .hold(10, .minute)))
        try scene.at("08:00", Samples.selfAlert(since: "08:00"))
        #expect(try scene.nextDue(after: "08:00") == "2026-03-06T08:10:00Z")
        let notified = try scene.at("08:10")
        #expect(notified.types == [.healthFired])
        #expect(notified.first?.data.since == Samples.instant("08:00"))

        scene = Scene(Samples.health(clauses: .hold(1, .hour)))
        try scene.at("08:00", Samples.selfAlert(since: "08:00"))
        #expect(try scene.nextDue(after: "08:00") == nil)
        #expect(try scene.at("16:00").isEmpty)
        #expect(try scene.at("16:00", Samples.selfAlert(since: "08:00")).isEmpty)
    }
}
