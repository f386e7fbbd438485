import Alerts
import Finance
import Foundation
import Testing

@testable import Rules

@Suite("Acknowledge and snooze")
struct TendingTests {
    private func firing(_ clauses: Clauses = .remind(1, .hour)) throws -> Scene {
        var scene = Scene(Samples.rule(clauses: clauses))
        try scene.at("07:00", Samples.clear())
        try scene.at("08:00", Samples.holds())
        return scene
    }

    private func reference(_ scene: Scene) -> AlertReference {
        AlertReference(notificationID: scene.notified.first?.id)
    }

    @Test("an acknowledged alert has no reminders, and its end is told")
    func acknowledged() throws {
        var scene = try firing()
        try scene.apply("08:10", .acknowledge(reference(scene)))
        #expect(try scene.nextDue(after: "08:10") == nil)
        #expect(try scene.at("09:30", Samples.holds()).isEmpty)
        #expect(try scene.at("10:00", Samples.clear()).types == [.resolved])
    }

    @Test("a new firing of an acknowledged alert is told and reminded of")
    func refires() throws {
        var scene = try firing()
        try scene.apply("08:10", .acknowledge(reference(scene)))
        try scene.at("09:00", Samples.clear())
        #expect(try scene.at("10:00", Samples.holds()).types == [.fired])
        #expect(try scene.at("11:00", Samples.holds()).types == [.reminder])
    }

    @Test("a snoozed alert is quiet until then, and told again if it is still so")
    func snoozed() throws {
        var scene = try firing(Clauses())
        let until = try #require(Samples.instant("12:00"))
        try scene.apply("08:10", .snooze(reference(scene), until: until))
        #expect(try scene.nextDue(after: "08:10") == "2026-03-06T12:00:00Z")
        #expect(try scene.at("11:00", Samples.holds()).isEmpty)
        #expect(try scene.at("12:00", Samples.holds()).types == [.reminder])
        #expect(try scene.nextDue(after: "12:00") == nil)
        #expect(try scene.at("12:30", Samples.clear()).types == [.resolved])
    }

    @Test("the end of a snoozed alert is told when the snooze ends")
    func endsSnoozed() throws {
        var scene = try firing(Clauses())
        let until = try #require(Samples.instant("12:00"))
        try scene.apply("08:10", .snooze(reference(scene), until: until))
        #expect(try scene.at("11:00", Samples.clear()).isEmpty)
        #expect(try scene.nextDue(after: "11:00") == "2026-03-06T12:00:00Z")
        #expect(try scene.at("12:00").types == [.resolved])
    }

    @Test("one that fires again meanwhile is told, without the end that nobody heard of")
    func refiresSnoozed() throws {
        var scene = try firing(Clauses())
        let until = try #require(Samples.instant("12:00"))
        try scene.apply("08:10", .snooze(reference(scene), until: until))
        try scene.at("09:00", Samples.clear())
        #expect(try scene.at("10:00", Samples.holds()).types == [.fired])
        #expect(try scene.at("12:00", Samples.holds()).isEmpty)
    }

    @Test("alerts are known by notice, by the digest they were in, and by rule and account")
    func references() throws {
        var scene = Scene(Samples.rule())
        try scene.at("08:00", Samples.holds(), Samples.holds(on: Samples.savings))
        let digest = try #require(scene.notified.first)
        #expect(digest.type == .digest || digest.type == .fired)
        #expect(AlertReference(notificationID: digest.id).matches(in: scene.ledger).count == 2)
        let account = Samples.savings.account.id.uuidString.lowercased()
        let one = AlertReference(notificationID: "ntc_other", ruleID: "low", accountID: account)
        #expect(one.matches(in: scene.ledger).count == 1)
        #expect(AlertReference(ruleID: "gone").matches(in: scene.ledger).isEmpty)
    }

    @Test("what no longer applies does nothing")
    func late() throws {
        var scene = try firing()
        let reference = reference(scene)
        try scene.at("09:00", Samples.clear())
        let before = scene.ledger
        try scene.apply("09:10", .acknowledge(reference), .endSilence(id: "gone"))
        #expect(scene.ledger == before)
    }

    @Test("the commands foresee what waiting commands will do")
    func foresight() throws {
        let scene = try firing()
        let at = try #require(Samples.instant("08:10"))
        let silence = Silence(id: "s1", scope: .all, from: at, until: at + 60, reason: "")
        let next = scene.ledger.foreseeing([
            UserCommand(id: "i", at: at, kind: .acknowledge(reference(scene))),
            UserCommand(id: "i", at: at, kind: .addSilence(silence)),
            UserCommand(id: "j", at: at + 1, kind: .endSilence(id: "s1")),
        ])
        #expect(next.alerts.values.map(\.acknowledgedAt) == [at])
        #expect(next.silences["s1"]?.endedAt == at + 1)
        let snooze = UserCommand(id: "k", at: at, kind: .snooze(reference(scene), until: at + 60))
        #expect(scene.ledger.foreseeing([snooze]).alerts.values.map(\.snoozedUntil) == [at + 60])
    }
}
