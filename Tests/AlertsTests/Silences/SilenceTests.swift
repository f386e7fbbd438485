import Alerts
import Finance
import Foundation
import Rules
import Testing

@Suite("Silences")
struct SilenceTests {
    @Test("hold back what fires and tell it at their end, with what was held")
    func holds() throws {
        var scene = Scene(Samples.rule())
        try scene.at("07:00", Samples.clear())
        try scene.apply("07:30", Scene.silence(.all, until: "10:00"))
        #expect(try scene.at("08:00", Samples.holds()).isEmpty)
        #expect(scene.outbox.isEmpty)
        #expect(
            scene.ledger.silences["s1"]?.held.map(\.notification.data.title) == [
                "Brukskonto: 95,00 kr"
            ])
        #expect(try scene.nextDue(after: "08:00") == "2026-03-06T10:00:00Z")
        #expect(try scene.at("09:59").isEmpty)
        let notified = try scene.at("10:00")
        #expect(notified.types == [.fired])
        #expect(notified.first?.data.since == Samples.instant("08:00"))
        let silence = try #require(scene.ledger.silences["s1"])
        #expect(silence.endedAt == Samples.instant("10:00"))
        #expect(silence.lines.map(\.title) == ["Brukskonto: 95,00 kr"])
        #expect(silence.held.isEmpty && silence.count == 1)
        #expect(try scene.at("10:30", Samples.clear()).types == [.resolved])
    }

    @Test("tell what was over by their end as one line")
    func over() throws {
        var scene = Scene(Samples.rule())
        try scene.at("07:00", Samples.clear())
        try scene.apply("07:30", Scene.silence(.all, until: "10:00"))
        try scene.at("08:00", Samples.holds())
        #expect(try scene.at("09:00", Samples.clear()).isEmpty)
        let notified = try scene.at("10:00")
        #expect(notified.types == [.digest])
        #expect(notified.titles == ["Over: Brukskonto: 95,00 kr"])
    }

    @Test("tell what several rules held as one notice")
    func together() throws {
        var scene = Scene(Samples.rule(), Samples.rule("other"))
        try scene.at("07:00", [Samples.clear(), Samples.clear(rule: "other")])
        try scene.apply("07:30", Scene.silence(.all, until: "10:00"))
        try scene.at("08:00", [Samples.holds(), Samples.holds(rule: "other")])
        let notified = try scene.at("10:00")
        #expect(notified.types == [.digest])
        #expect(notified.first?.data.count == 2)
        #expect(try scene.at("10:05", [Samples.holds(), Samples.holds(rule: "other")]).isEmpty)
    }

    @Test("end when a person ends them")
    func endedEarly() throws {
        var scene = Scene(Samples.rule())
        try scene.at("07:00", Samples.clear())
        try scene.apply("07:30", Scene.silence(.rule("low"), until: "10:00"))
        try scene.at("08:00", Samples.holds())
        #expect(try scene.apply("08:30", .endSilence(id: "s1")).types == [.fired])
        #expect(try scene.at("10:00", Samples.holds()).isEmpty)
    }

    @Test("of one channel leave the others alone")
    func channel() throws {
        var scene = Scene(Samples.rule(notify: ["desktop", "family"]))
        try scene.at("07:00", Samples.clear())
        try scene.apply("07:30", Scene.silence(.channel("family"), until: "10:00"))
        #expect(try scene.at("08:00", Samples.holds()).types == [.fired])
        #expect(scene.outbox.map(\.channel) == ["desktop"])
        #expect(try scene.at("09:00", Samples.clear()).types == [.resolved])
        #expect(scene.outbox.map(\.channel) == ["desktop", "desktop"])
        let notified = try scene.at("10:00")
        #expect(notified.types == [.digest])
        #expect(scene.outbox.last?.channel == "family")
        #expect(scene.outbox.count == 3)
    }

    @Test(
        "of a rule or an account leave others alone",
        arguments: [
            (Silence.Scope.rule("other"), false), (.rule("low"), true),
            (.account(Samples.checking.account.id, name: "Brukskonto"), true),
            (.account(Samples.savings.account.id, name: "Sparekonto"), false),
        ])
    func scope(scope: Silence.Scope, isHeld: Bool) throws {
        var scene = Scene(Samples.rule())
        try scene.at("07:00", Samples.clear())
        try scene.apply("07:30", Scene.silence(scope, until: "10:00"))
        #expect(try scene.at("08:00", Samples.holds()).isEmpty == isHeld)
    }

    @Test("of an account keep back its part of many events, and no other account's")
    func partOfADigest() throws {
        var scene = Scene(Samples.rule(kind: .event))
        try scene.apply(
            "07:30",
            Scene.silence(
                .account(Samples.savings.account.id, name: "Sparekonto"), until: "10:00"))
        let rows = (0..<12).map { number in
            Samples.event(
                "row \(number)", -1_000, on: number < 8 ? Samples.checking : Samples.savings)
        }
        let notified = try scene.at("08:00", rows)
        #expect(notified.map(\.data.count) == [8])
        #expect(notified.first?.data.account?.name == "Brukskonto")
        let later = try scene.at("10:00")
        #expect(later.map(\.data.count) == [4])
        #expect(later.first?.data.account?.name == "Sparekonto")
    }

    @Test("of an account keep back its part of what a limit has put together")
    func partOfTheHeld() throws {
        var scene = Scene(Samples.rule(kind: .event, clauses: .atMost(1)))
        try scene.at("08:00", Samples.event("first", -1_000))
        for number in 0..<20 {
            let account = number.isMultiple(of: 2) ? Samples.checking : Samples.savings
            try scene.at(
                "09:\(10 + number)", Samples.event("row \(number)", -1_000, on: account))
        }
        try scene.apply(
            "12:00",
            Scene.silence(
                .account(Samples.savings.account.id, name: "Sparekonto"),
                until: "2026-03-07T10:00:00Z"))
        let notified = try scene.at("23:00")
        #expect(notified.map(\.data.count) == [10])
        #expect(notified.first?.data.account?.name == "Brukskonto")
        #expect(try scene.at("2026-03-07T10:00:00Z").map(\.data.count) == [10])
    }

    @Test("leave to quiet hours what is theirs, at their end")
    func quietHours() throws {
        var scene = Scene(Samples.rule(clauses: .daytime()))
        try scene.at("19:00", Samples.clear())
        try scene.apply("19:30", Scene.silence(.all, until: "22:00"))
        try scene.at("20:00", Samples.holds())
        #expect(try scene.at("22:00").isEmpty)
        #expect(try scene.at("2026-03-07T06:00:00Z", Samples.holds()).types == [.fired])
    }

    @Test("of a channel that end in quiet hours leave the end to the channels that got the alert")
    func endInQuietHours() throws {
        var scene = Scene(
            Samples.rule(clauses: .daytime(), notify: ["desktop", "family", "phone"]))
        try scene.at("19:00", Samples.clear())
        let night = try #require(Samples.instant("22:00"))
        for channel in ["family", "phone"] {
            try scene.apply(
                "19:10",
                .addSilence(
                    Silence(
                        id: channel, scope: .channel(channel), from: night - 10_800, until: night,
                        reason: "away")))
        }
        #expect(try scene.at("19:30", Samples.holds()).types == [.fired])
        #expect(scene.outbox.map(\.channel) == ["desktop"])
        #expect(try scene.at("22:00").isEmpty)
        #expect(try scene.at("22:30", Samples.clear()).isEmpty)
        try scene.at("2026-03-07T06:00:00Z", Samples.clear())
        let later = scene.outbox.dropFirst()
        #expect(Set(later.map(\.channel)) == ["desktop", "family", "phone"] && later.count == 3)
        for entry in later {
            #expect(
                entry.notification.type == (entry.channel == "desktop" ? .resolved : .digest))
        }
    }

    @Test("keep what they hold small through a long night of events")
    func staysSmall() throws {
        var scene = Scene(Samples.rule(kind: .event))
        try scene.apply("07:30", Scene.silence(.all, until: "10:00"))
        for number in 0..<40 {
            try scene.at("08:\(10 + number)", Samples.event("row \(number)", -1_000))
        }
        let silence = try #require(scene.ledger.silences["s1"])
        #expect(silence.held.count <= 6)
        #expect(silence.count == 40)
        let notified = try scene.at("10:00")
        #expect(notified.first?.data.count == 40)
        #expect(notified.first?.data.sum == Samples.kroner(-40_000))
    }

    @Test("tell the newest figure of what still fires, and a correction of what they hold")
    func refreshes() throws {
        var scene = Scene(Samples.rule())
        try scene.at("07:00", Samples.clear())
        try scene.apply("07:30", Scene.silence(.all, until: "10:00"))
        try scene.at("08:00", Samples.holds())
        try scene.at("09:00", Samples.holds(4_000))
        #expect(try scene.at("10:00").titles == ["Brukskonto: 40,00 kr"])
    }
}

extension Samples {
    fileprivate static func clear(rule: String) -> Verdict { clear(20_000, rule) }
    fileprivate static func holds(rule: String) -> Verdict { holds(9_500, rule) }
}
