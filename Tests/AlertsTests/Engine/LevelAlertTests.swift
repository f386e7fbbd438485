import Alerts
import Finance
import Foundation
import Rules
import Testing

@Suite("Levels (section 4)")
struct LevelAlertTests {
    @Test("fires once on entering, resolves at false, and fires again on the next entering")
    func edges() throws {
        var scene = Scene(Samples.rule())
        #expect(try scene.at("08:00", Samples.clear()).isEmpty)
        let fired = try scene.at("08:05", Samples.holds())
        #expect(fired.types == [.fired])
        #expect(fired.first?.data.reason == .entered)
        #expect(fired.first?.data.alreadySo == false)
        #expect(fired.titles == ["Brukskonto: 95,00 kr"])
        #expect(fired.first?.data.body == "rule low")
        #expect(fired.first?.data.since == nil)
        #expect(try scene.at("08:10", Samples.holds(9_000)).isEmpty)
        let resolved = try scene.at("08:15", Samples.clear(16_000))
        #expect(resolved.types == [.resolved])
        #expect(resolved.titles == ["Resolved: Brukskonto: 160,00 kr"])
        #expect(resolved.first?.data.body == "From 09:05 to 09:15 · rule low")
        #expect(try scene.at("08:20", Samples.clear()).isEmpty)
        #expect(try scene.at("08:25", Samples.holds()).types == [.fired])
        #expect(Set(scene.notified.map(\.id)).count == scene.notified.count)
    }

    @Test("keeps firing between the limit and the recovery")
    func hysteresis() throws {
        var scene = Scene(Samples.rule())
        try scene.at("08:00", Samples.clear())
        try scene.at("08:05", Samples.holds())
        #expect(try scene.at("08:10", Samples.clear(12_000, isRecovered: false)).isEmpty)
        #expect(try scene.at("08:15", Samples.holds()).isEmpty)
        #expect(try scene.at("08:20", Samples.clear(12_000, isRecovered: false)).isEmpty)
        #expect(try scene.at("08:25", Samples.clear(16_000)).types == [.resolved])
    }

    @Test("does not know and so neither fires nor resolves (RL-30)")
    func unknown() throws {
        var scene = Scene(Samples.rule())
        try scene.at("08:00", Samples.clear())
        #expect(try scene.at("08:05", Samples.unknown()).isEmpty)
        try scene.at("08:10", Samples.holds())
        #expect(try scene.at("08:15", Samples.unknown()).isEmpty)
        #expect(try scene.at("08:20", Samples.holds()).isEmpty)
    }

    @Test("says at the first look that it is already so, also after an unknown start")
    func alreadySo() throws {
        var scene = Scene(Samples.rule())
        #expect(try scene.at("08:00", Samples.unknown()).isEmpty)
        let fired = try scene.at("08:05", Samples.holds())
        #expect(fired.types == [.fired])
        #expect(fired.first?.data.reason == .alreadySo)
        #expect(fired.first?.data.alreadySo == true)
        #expect(try scene.at("08:10", Samples.clear()).types == [.resolved])
        #expect(try scene.at("08:15", Samples.holds()).first?.data.alreadySo == false)
    }

    @Test("tells several rules that are true at the first look as one digest (D4)")
    func firstRun() throws {
        var scene = Scene(Samples.rule(), Samples.rule("save", "balance under 500 NOK"))
        let notified = try scene.at(
            "08:00", Samples.holds(), Samples.holds(40_000, "save", on: Samples.savings))
        #expect(notified.types == [.digest])
        let data = try #require(notified.first?.data)
        #expect(data.rule == nil)
        #expect(data.alreadySo)
        #expect(data.items?.map(\.rule.id) == ["low", "save"])
        #expect(data.items?.map(\.value?.money?.decimalText) == ["95.00", "400.00"])
        #expect(data.items?.map(\.account?.name) == ["Brukskonto", "Sparekonto"])
        #expect(data.title == "2 alerts already active")
        #expect(data.body == "Brukskonto: 95,00 kr · Sparekonto: 400,00 kr")
        let later = try scene.at("08:05", Samples.clear(20_000), Samples.holds(40_000, "save"))
        #expect(later.types == [.resolved, .fired])
    }

    @Test("the lines of a digest carry what was counted (D79)")
    func counts() throws {
        func counted(_ count: Int, _ verdict: Verdict) -> Verdict {
            var evidence = verdict.evidence
            evidence.value = nil
            evidence.limit = nil
            evidence.count = count
            return Verdict(
                ruleID: verdict.ruleID, subject: verdict.subject, finding: verdict.finding,
                evidence: evidence)
        }
        var scene = Scene(Samples.rule(), Samples.rule("save", "balance under 500 NOK"))
        let notified = try scene.at(
            "08:00", counted(3, Samples.holds()),
            counted(7, Samples.holds(40_000, "save", on: Samples.savings)))
        let values = try #require(notified.first?.data.items).map(\.value)
        #expect(values == [NotificationFigure.count(3), NotificationFigure.count(7)])
    }

    @Test("tells several rules on one account apart in a first digest")
    func firstRunOnOneAccount() throws {
        var scene = Scene(Samples.rule(), Samples.rule("save", "balance under 500 NOK"))
        let notified = try scene.at("08:00", Samples.holds(), Samples.holds(9_500, "save"))
        #expect(
            notified.first?.data.body
                == "Brukskonto: 95,00 kr (balance under 100 NOK) · "
                + "Brukskonto: 95,00 kr (balance under 500 NOK)")
    }

    @Test("shows each channel only its own rules in a first digest")
    func firstRunByChannel() throws {
        var scene = Scene(
            Samples.rule(notify: ["desktop", "family"]),
            Samples.rule("save", "balance under 500 NOK", notify: ["desktop"]))
        try scene.at("08:00", Samples.holds(), Samples.holds(1, "save"))
        let desktop = scene.outbox.filter { $0.channel == "desktop" }
        let family = scene.outbox.filter { $0.channel == "family" }
        #expect(desktop.map(\.notification.type) == [.digest])
        #expect(family.map(\.notification.type) == [.fired])
        #expect(family.first?.notification.data.rule?.id == "low")
    }

    @Test("a resolve after a digest keeps the digest's place in the order")
    func orderAfterDigest() throws {
        var scene = Scene(Samples.rule(), Samples.rule("save", "balance under 500 NOK"))
        try scene.at("08:00", Samples.holds(), Samples.holds(1, "save"))
        try scene.at("08:05", Samples.clear())
        #expect(scene.outbox.count == 2)
        #expect(Set(scene.outbox.map(\.alertKey)).count == 1)
    }

    @Test("an account that first appears later with a true level is already so (D21)")
    func newAccount() throws {
        var scene = Scene(Samples.rule())
        try scene.at("08:00", Samples.clear())
        let notified = try scene.at("08:05", Samples.clear(), Samples.holds(on: Samples.savings))
        #expect(notified.first?.data.reason == .alreadySo)
    }

    @Test("tells no end when the rule does not want it")
    func noResolve() throws {
        var scene = Scene(Samples.rule(resolve: false))
        try scene.at("08:00", Samples.holds())
        #expect(try scene.at("08:05", Samples.clear()).isEmpty)
        #expect(try scene.at("08:10", Samples.holds()).types == [.fired])
    }

    @Test("sends the end only to the channels that got the alert (RL-33)")
    func resolveChannels() throws {
        var scene = Scene(Samples.rule(notify: ["desktop"]))
        try scene.at("08:00", Samples.holds())
        scene.rules = [Samples.rule(notify: ["family", "desktop"])]
        try scene.at("08:05", Samples.clear())
        #expect(scene.outbox.map(\.channel) == ["desktop", "desktop"])
    }

    @Test("goes on when a clause, a message or a channel is edited (RL-1)")
    func clauseEdit() throws {
        var scene = Scene(Samples.rule())
        try scene.at("08:00", Samples.clear())
        try scene.at("08:05", Samples.holds())
        scene.rules = [
            Samples.rule(clauses: .atMost(1), notify: ["family"], message: "{value} left")
        ]
        #expect(try scene.at("08:10", Samples.holds()).isEmpty)
        #expect(try scene.at("08:15", Samples.clear()).types == [.resolved])
    }

    @Test("starts again when the body is edited, and forgets the old alerts silently")
    func bodyEdit() throws {
        var scene = Scene(Samples.rule())
        try scene.at("08:00", Samples.clear())
        let first = try scene.at("08:05", Samples.holds())
        scene.rules = [Samples.rule(bodyKey: "other")]
        let second = try scene.at("08:10", Samples.holds())
        #expect(second.first?.data.reason == .alreadySo)
        #expect(scene.ledger.alerts.count == 1)
        scene.rules = [Samples.rule()]
        let third = try scene.at("08:15", Samples.holds())
        #expect(third.first?.data.reason == .alreadySo)
        #expect(Set((first + second + third).map(\.id)).count == 3)
    }

    @Test("removes the alerts of a rule that left the file, and starts again when it returns")
    func removedRule() throws {
        var scene = Scene(Samples.rule(clauses: .daytime()))
        try scene.at("02:00", Samples.holds())
        let rule = scene.rules[0]
        scene.rules = []
        #expect(try scene.at("08:00").isEmpty)
        #expect(scene.ledger.alerts.isEmpty)
        scene.rules = [rule]
        let notified = try scene.at("08:05", Samples.holds())
        #expect(notified.types == [.fired])
        #expect(notified.first?.data.alreadySo == true)
    }

    @Test("says nothing because of a restart or a reload")
    func restart() throws {
        var scene = Scene(Samples.rule())
        try scene.at("08:00", Samples.holds())
        for minute in 10...59 {
            #expect(try scene.at("08:\(minute)", Samples.holds()).isEmpty)
            #expect(try scene.at("08:\(minute)").isEmpty)
        }
    }
}
