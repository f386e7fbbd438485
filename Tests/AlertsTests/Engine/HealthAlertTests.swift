import Alerts
import Finance
import Foundation
import Testing

@testable import Rules

@Suite("Health (section 4, D26, D45)")
struct HealthAlertTests {
    private let over = Verdict.Finding.clear(isRecovered: true)

    @Test("names the trouble and the way out, and its end")
    func selfAlert() throws {
        var scene = Scene(Samples.health())
        let notified = try scene.at("08:00", Samples.selfAlert(since: "07:00"))
        #expect(notified.types == [.healthFired])
        let data = try #require(notified.first?.data)
        #expect(data.reason == .unreachable)
        #expect(data.alreadySo == false)
        #expect(data.title == "sbanken does not answer")
        #expect(data.body == "Since 08:00. Trying again every 5 minutes.")
        #expect(data.since == Samples.instant("07:00"))
        #expect(data.account == nil)
        let restored = try scene.at("08:30", Samples.selfAlert(over))
        #expect(restored.types == [.healthResolved])
        #expect(restored.first?.data.reason == .restored)
        #expect(restored.titles == ["sbanken answers again"])
        #expect(restored.first?.data.body == "From 08:00 to 09:30 · rule bank")
    }

    @Test("gives each trouble its words and its reason")
    func words() throws {
        let duration = LengthOfTime(
            value: CalendarSpan(count: 6, unit: .hour), span: 0..<1)
        let cases: [(Health.Kind, SourceFailure.Kind, NotificationReason, String)] = [
            (.bankUnreachable, .refused, .signInRefused, "sbanken refuses the sign-in"),
            (.bankUnreachable, .server, .unreachable, "sbanken does not answer"),
            (
                .bankUnreachable, .malformed, .unreachable,
                "sbanken gives answers that can't be read"
            ),
            (
                .dataOlder(scope: nil, than: duration), .server, .stale,
                "Figures from sbanken are old"
            ),
            (
                .signInExpires(duration), .refused, .signInExpiring,
                "The sign-in to sbanken expires soon"
            ),
            (
                .notificationsFailing, .server, .deliveryFailing,
                "Notifications on sbanken are not delivered"
            ),
        ]
        for (kind, failure, reason, title) in cases {
            var scene = Scene(Samples.health(kind))
            let notified = try scene.at("08:00", Samples.selfAlert(.holds, failure))
            #expect(notified.first?.data.reason == reason)
            #expect(notified.titles == [title])
        }
    }

    @Test("waits in quiet hours unless it is critical (D45)")
    func quiet() throws {
        var scene = Scene(Samples.health(clauses: .daytime()))
        #expect(try scene.at("02:00", Samples.selfAlert()).isEmpty)
        #expect(try scene.at("06:00").types == [.healthFired])
        scene = Scene(Samples.health(clauses: .daytime(), urgency: .critical))
        #expect(try scene.at("02:00", Samples.selfAlert()).types == [.healthFired])
        #expect(try scene.at("03:00", Samples.selfAlert(over)).types == [.healthResolved])
    }

    @Test("a critical balance waits all the same (D45)")
    func criticalBalance() throws {
        var scene = Scene(Samples.rule(clauses: .daytime(), urgency: .critical))
        #expect(try scene.at("02:00", Samples.holds()).isEmpty)
    }

    @Test("is not grouped with what is already so")
    func notGrouped() throws {
        var scene = Scene(Samples.health(), Samples.rule(), Samples.rule("save"))
        let notified = try scene.at(
            "08:00", Samples.selfAlert(), Samples.holds(), Samples.holds(1, "save"))
        #expect(notified.types == [.healthFired, .digest])
    }

    @Test("a bank that is known not to answer is not told again as old data (RL-32)")
    func inhibits() throws {
        let duration = LengthOfTime(value: CalendarSpan(count: 6, unit: .hour), span: 0..<1)
        let old = Samples.rule(
            "old", "data is older than 6 hours", kind: .health,
            body: .condition(
                .health(Health(kind: .dataOlder(scope: nil, than: duration), span: 0..<1))))
        func age(_ finding: Verdict.Finding) -> Verdict {
            Verdict(
                ruleID: "old", subject: .source("sbanken"), finding: finding,
                evidence: Verdict.Evidence())
        }
        var scene = Scene(Samples.health(), old)
        #expect(try scene.at("08:00", [Samples.selfAlert(), age(over)]).count == 1)
        #expect(try scene.at("14:00", [Samples.selfAlert(), age(.holds)]).isEmpty)
        #expect(
            try scene.at("14:05", [Samples.selfAlert(over), age(over)]).types == [.healthResolved])
        #expect(
            try scene.at("20:00", [Samples.selfAlert(over), age(.holds)]).types == [.healthFired])
    }

    @Test("the program's own rule tells a refused sign-in at once, other trouble after its time")
    func refused() throws {
        let own = Samples.rule(
            "saldovakt-bank-unreachable", "bank is unreachable for 1 hour", kind: .health,
            clauses: .hold(1, .hour))
        func selfAlert(_ kind: SourceFailure.Kind) -> Verdict {
            let verdict = Samples.selfAlert(.holds, kind)
            return Verdict(
                ruleID: own.id, subject: verdict.subject, finding: verdict.finding,
                evidence: verdict.evidence)
        }
        var scene = Scene(own)
        #expect(try scene.at("08:00", selfAlert(.server)).isEmpty)
        let notified = try scene.at("08:05", selfAlert(.refused))
        #expect(notified.first?.data.reason == .signInRefused)
        #expect(try scene.at("09:30", selfAlert(.refused)).isEmpty)
    }

    @Test("reminders of a bank's figures wait while it does not answer (RL-32)")
    func remindersWait() throws {
        var scene = Scene(Samples.rule(clauses: .remind(1, .hour)))
        try scene.at("08:00", Samples.holds())
        let failing = SourceFacts(
            id: "sbanken", lastAttempt: Samples.instant("08:30"),
            failingSince: Samples.instant("08:30"))
        scene.facts.sources["sbanken"] = failing
        #expect(try scene.at("09:00").isEmpty)
        scene.facts.sources["sbanken"] = nil
        #expect(try scene.at("09:05", Samples.holds()).types == [.reminder])
    }
}
