import Alerts
import Finance
import Foundation
import Testing

@testable import Rules

@Suite("Absences (RL-17, RL-35, section 4)")
struct DeadlineAlertTests {
    private static let sentence = "no credit from 'Acme*' by the 15th"
    private let rule = rule()

    private static func rule(
        _ sentence: String = sentence, bodyKey: String = "pay-body", clauses: Clauses = Clauses(),
        message: String? = nil, notify: [String] = ["desktop"]
    ) -> Rule {
        guard let parsed = SentenceParser.check(sentence).sentence else {
            Issue.record("'\(sentence)' is no sentence")
            return Samples.rule()
        }
        return Samples.rule(
            "pay", sentence, kind: .absence, clauses: clauses, notify: notify, message: message,
            body: parsed.body, bodyKey: bodyKey)
    }

    /// A deadline with what came for it: a day, and when it was seen.
    private func outcome(_ month: Int, _ came: String? = nil, seen: String? = nil)
        -> DeadlineOutcome
    {
        let day = CalendarDay(year: 2026, month: month, day: 15) ?? .earliest
        let row = came.flatMap { CalendarDay(isoText: $0) }.map { day in
            Transaction(
                id: StableHash("pay", day.description).uuid,
                accountID: Samples.checking.account.id,
                observed: TransactionObservation(
                    bankAccountID: "Brukskonto", amount: Samples.kroner(3_000_000),
                    status: .booked, date: day, text: "ACME AS"),
                firstSeen: seen.flatMap(Samples.instant) ?? day.instant(in: Samples.oslo))
        }
        return DeadlineOutcome(
            day: day, minute: nil, endedAt: day.adding(days: 1).instant(in: Samples.oslo),
            judgedFrom: day.adding(days: 1).instant(minutesAfterMidnight: 540, in: Samples.oslo),
            arrival: row)
    }

    private func verdict(_ own: DeadlineOutcome, after earlier: [DeadlineOutcome] = []) -> Verdict {
        var evidence = Verdict.Evidence(since: own.arrival == nil ? own.endedAt : nil)
        evidence.deadline = own
        evidence.earlierDeadlines = earlier
        return Verdict(
            ruleID: "pay", subject: .deadline(account: nil, day: own.day),
            finding: own.arrival == nil ? .holds : .clear(isRecovered: true), evidence: evidence)
    }

    private func unknown(_ own: DeadlineOutcome) -> Verdict {
        Verdict(
            ruleID: "pay", subject: .deadline(account: nil, day: own.day),
            finding: .unknown(.stale), evidence: Verdict.Evidence())
    }

    /// A scene whose rule was first looked at in January, with that deadline met.
    private func scene(_ rule: Rule? = nil) throws -> Scene {
        var scene = Scene(rule ?? self.rule)
        try scene.at("2026-01-20T09:00:00Z", verdict(outcome(1, "2026-01-14")))
        #expect(scene.notified.isEmpty)
        return scene
    }

    @Test("fires once for a deadline, with the time since it is over")
    func once() throws {
        var scene = try scene()
        let notified = try scene.at("2026-02-16T09:00:00Z", verdict(outcome(2)))
        #expect(notified.types == [.fired])
        #expect(notified.titles == ["No credit from 'Acme*' by 15 Feb"])
        #expect(notified.first?.data.reason == .deadlineMissed)
        #expect(notified.first?.data.kind == .absence)
        #expect(notified.first?.data.since == Samples.instant("2026-02-15T23:00:00Z"))
        #expect(try scene.at("2026-02-16T09:05:00Z", verdict(outcome(2))).isEmpty)
    }

    @Test("the late row resolves it, once")
    func late() throws {
        var scene = try scene()
        try scene.at("2026-02-16T09:00:00Z", verdict(outcome(2)))
        let late = verdict(outcome(2, "2026-02-17"))
        let notified = try scene.at("2026-02-17T09:00:00Z", late)
        #expect(notified.types == [.resolved])
        #expect(notified.first?.data.reason == .arrivedLate)
        #expect(notified.titles == ["30\u{A0}000,00 kr ACME AS came on the 17th"])
        #expect(notified.first?.data.transaction?.date == CalendarDay(isoText: "2026-02-17"))
        #expect(notified.first?.data.body.contains("Due by 15 Feb, dated 17 Feb") == true)
        #expect(try scene.at("2026-02-17T09:05:00Z", late).isEmpty)
    }

    @Test("a row that is dated in time but seen late says both days (D30)")
    func backdated() throws {
        var scene = try scene()
        try scene.at("2026-02-16T09:00:00Z", verdict(outcome(2)))
        let notified = try scene.at(
            "2026-02-17T09:00:00Z",
            verdict(outcome(2, "2026-02-15", seen: "2026-02-17T09:00:00Z")))
        #expect(notified.titles == ["30\u{A0}000,00 kr ACME AS came on the 15th, seen on the 17th"])
    }

    @Test("judged stays judged: a row that goes away again fires nothing (RL-35)")
    func staysJudged() throws {
        var scene = try scene()
        try scene.at("2026-02-16T09:00:00Z", verdict(outcome(2, "2026-02-14")))
        #expect(try scene.at("2026-02-17T09:00:00Z", verdict(outcome(2))).isEmpty)
    }

    @Test("judged stays judged when the clock is set back and on again (RL-35)")
    func clockBack() throws {
        var scene = try scene()
        try scene.at("2026-03-16T09:00:00Z", verdict(outcome(3), after: [outcome(2, "2026-02-14")]))
        #expect(scene.notified.count == 1)
        for month in [1, 2] {
            #expect(try scene.at("2026-03-16T10:00:00Z", verdict(outcome(month))).isEmpty)
        }
        #expect(
            try scene.at(
                "2026-03-16T11:00:00Z", verdict(outcome(3), after: [outcome(2)])
            ).isEmpty)
    }

    @Test("what can't be known is not judged, and is judged afterwards")
    func unknownFirst() throws {
        var scene = try scene()
        #expect(try scene.at("2026-02-16T09:00:00Z", unknown(outcome(2))).isEmpty)
        #expect(try scene.at("2026-02-16T12:00:00Z", verdict(outcome(2))).types == [.fired])
    }

    @Test("several deadlines missed while the program was down are one digest with the dates")
    func severalMissed() throws {
        var scene = try scene()
        let notified = try scene.at(
            "2026-04-20T09:00:00Z",
            verdict(outcome(4), after: [outcome(1), outcome(2), outcome(3)]))
        #expect(notified.types == [.digest])
        #expect(notified.titles == ["3 deadlines missed"])
        #expect(notified.first?.data.count == 3)
        #expect(
            notified.first?.data.items?.map(\.title) == [
                "No credit from 'Acme*' by 15 Feb", "No credit from 'Acme*' by 15 Mar",
                "No credit from 'Acme*' by 15 Apr",
            ])
        let late = try scene.at(
            "2026-04-21T09:00:00Z", verdict(outcome(4, "2026-04-21")))
        #expect(late.types == [.resolved])
        #expect(scene.outbox.count == 2)
    }

    @Test("of several deadlines those that were met or came late are told as such")
    func mixed() throws {
        var scene = try scene()
        let notified = try scene.at(
            "2026-04-20T09:00:00Z",
            verdict(outcome(4, "2026-04-15"), after: [outcome(2, "2026-02-17"), outcome(3)]))
        #expect(notified.types == [.digest])
        #expect(
            notified.first?.data.items?.map(\.title) == [
                "No credit from 'Acme*' by 15 Feb: came on the 17th",
                "No credit from 'Acme*' by 15 Mar",
            ])
    }

    @Test("an older alert lasts until its own row comes or it is too old; a row in between ends it")
    func superseded() throws {
        var silent = try scene()
        try silent.at("2026-02-16T09:00:00Z", verdict(outcome(2)))
        let next = try silent.at("2026-03-16T09:00:00Z", verdict(outcome(3), after: [outcome(2)]))
        #expect(next.types == [.fired])
        #expect(silent.ledger.alerts.count == 2)
        let late = try silent.at(
            "2026-03-17T09:00:00Z", verdict(outcome(3), after: [outcome(2, "2026-02-14")]))
        #expect(late.types == [.resolved])
        try silent.at("2026-04-16T09:00:00Z", verdict(outcome(4)))
        #expect(silent.ledger.alerts.count == 1)
        var ended = try scene()
        try ended.at("2026-02-16T09:00:00Z", verdict(outcome(2)))
        let both = try ended.at(
            "2026-03-16T09:00:00Z", verdict(outcome(3), after: [outcome(2, "2026-03-02")]))
        #expect(both.types == [.resolved, .fired])
        try ended.at("2026-04-16T09:00:00Z", verdict(outcome(4, "2026-04-14")))
        #expect(ended.ledger.alerts.count == 1)
    }

    @Test(
        "the first look tells the last deadline as already so, and what has come since not at all")
    func firstLook() throws {
        var scene = Scene(rule)
        let notified = try scene.at(
            "2026-03-20T09:00:00Z", verdict(outcome(3), after: [outcome(2)]))
        #expect(notified.types == [.fired])
        #expect(notified.first?.data.reason == .alreadySo)
        #expect(notified.first?.data.alreadySo == true)
        #expect(notified.titles == ["No credit from 'Acme*' by 15 Mar"])
        var late = Scene(rule)
        #expect(try late.at("2026-03-20T09:00:00Z", verdict(outcome(3, "2026-03-17"))).isEmpty)
    }

    @Test("a rule that was learning tells its first deadline as missed, not as already so")
    func learned() throws {
        var scene = Scene(rule)
        try scene.at("2026-02-20T09:00:00Z", unknown(outcome(2)))
        let notified = try scene.at("2026-03-16T09:00:00Z", verdict(outcome(3)))
        #expect(notified.first?.data.reason == .deadlineMissed)
    }

    @Test("an edited body starts again, an edited clause goes on (RL-1)")
    func edited() throws {
        var scene = try scene()
        try scene.at("2026-02-16T09:00:00Z", verdict(outcome(2)))
        scene.rules = [Self.rule(clauses: .atMost(1))]
        #expect(try scene.at("2026-02-16T09:05:00Z", verdict(outcome(2))).isEmpty)
        scene.rules = [Self.rule(bodyKey: "other")]
        #expect(try scene.at("2026-02-16T09:10:00Z", unknown(outcome(2))).isEmpty)
        #expect(scene.ledger.alerts.isEmpty)
        #expect(try scene.at("2026-02-16T09:15:00Z", verdict(outcome(2, "2026-02-16"))).isEmpty)
    }

    @Test("quiet hours hold it, and its late row makes one line of both (RL-33)")
    func quiet() throws {
        var scene = try scene(Self.rule(clauses: .daytime(1_080, 1_320)))
        #expect(try scene.at("2026-02-16T09:00:00Z", verdict(outcome(2))).isEmpty)
        try scene.at("2026-02-16T12:00:00Z", verdict(outcome(2, "2026-02-16")))
        let notified = try scene.at("2026-02-16T17:00:00Z")
        #expect(notified.types == [.digest])
        #expect(notified.first?.data.reason == .arrivedLate)
        #expect(notified.titles == ["No credit from 'Acme*' by 15 Feb: came on the 16th"])
    }

    @Test(
        "several missed deadlines are held and told as one digest, and the late row is still told")
    func quietDigest() throws {
        var scene = try scene(Self.rule(clauses: .daytime(1_080, 1_320)))
        try scene.at("2026-03-20T09:00:00Z", verdict(outcome(3), after: [outcome(2)]))
        #expect(scene.notified.isEmpty)
        let notified = try scene.at("2026-03-20T17:00:00Z")
        #expect(notified.types == [.digest])
        #expect(notified.titles == ["2 deadlines missed"])
        let late = try scene.at("2026-03-21T18:00:00Z", verdict(outcome(3, "2026-03-21")))
        #expect(late.types == [.resolved])
    }

    @Test("reminds until the late row comes (RL-36)")
    func reminder() throws {
        var scene = try scene(Self.rule(clauses: .remind(1, .day)))
        try scene.at("2026-02-16T09:00:00Z", verdict(outcome(2)))
        #expect(try scene.nextDue(after: "2026-02-16T09:00:00Z") == "2026-02-17T09:00:00Z")
        let notified = try scene.at("2026-02-17T09:00:00Z", verdict(outcome(2)))
        #expect(notified.types == [.reminder])
        try scene.at("2026-02-17T10:00:00Z", verdict(outcome(2, "2026-02-17")))
        #expect(try scene.nextDue(after: "2026-02-17T10:00:00Z") == nil)
    }

    @Test("{deadline} is the day, also on a channel that shows no amounts")
    func placeholder() throws {
        var scene = try scene(
            Self.rule(message: "nothing by {deadline} on {account}", notify: ["phone", "desktop"]))
        let notified = try scene.at("2026-02-16T09:00:00Z", verdict(outcome(2)))
        #expect(notified.first?.data.body == "nothing by 15.02.2026 on All accounts")
        #expect(
            Set(scene.outbox.map(\.notification.data.body)) == [
                "nothing by 15.02.2026 on All accounts"
            ])
    }
}
