import Alerts
import Finance
import Foundation
import Rules
import Testing

@Suite("Texts about changes, forecasts, sums to come and the program itself")
struct ConditionTextsTests {
    private func notified(
        _ sentence: String, _ subject: Subject, _ evidence: Verdict.Evidence,
        message: String? = nil
    ) throws -> [AlertNotification] {
        let base = try Rule.builtIn(id: "low", sentence: sentence)
        let rule = Rule(
            id: base.id, sentence: sentence, kind: base.kind, body: base.body,
            clauses: base.clauses, message: message, bodyKey: base.bodyKey)
        var scene = Scene(rule)
        func verdict(_ finding: Verdict.Finding) -> Verdict {
            Verdict(ruleID: "low", subject: subject, finding: finding, evidence: evidence)
        }
        try scene.at("08:00", verdict(.clear(isRecovered: true)))
        try scene.at("08:05", verdict(.holds))
        try scene.at("08:10", verdict(.clear(isRecovered: true)))
        return scene.notified
    }

    private var account: Subject { .account(Samples.checking.account.id) }

    @Test("a change says which way, how much and in which time, and ends silently")
    func change() throws {
        let sentence = "balance changed by more than 50 in 24 hours"
        for (units, text) in [(Int64(-6_000), "dropped by 60,00"), (7_000, "rose by 70,00")] {
            let notifications = try notified(
                sentence, account, Verdict.Evidence(value: Samples.kroner(units)))
            #expect(notifications.types == [.fired])
            #expect(notifications.titles == ["Brukskonto \(text) kr in 24 hours"])
            #expect(notifications.first?.data.reason == .entered)
            #expect(notifications.first?.data.kind == .change)
        }
    }

    @Test("a forecast names the day, also in a person's own text")
    func forecast() throws {
        let evidence = Verdict.Evidence(
            value: Samples.kroner(-10_000), day: CalendarDay(isoText: "2026-03-12"))
        let notifications = try notified(
            "balance projected under 0 in the next 7 days", account, evidence,
            message: "{account} {value} {date}")
        #expect(notifications.types == [.fired, .resolved])
        #expect(notifications.titles.first == "Brukskonto will be low on 12 Mar: \u{2212}100,00 kr")
        #expect(notifications.first?.data.body == "Brukskonto \u{2212}100,00 kr 12.03.2026")
    }

    @Test("a sum to come is a level: its end is told")
    func upcoming() throws {
        let subject = Subject.window(account: nil, currency: .nok, periodStart: nil)
        let notifications = try notified(
            "upcoming payments in the next 7 days over 5", subject,
            Verdict.Evidence(value: Samples.kroner(900)))
        #expect(notifications.types == [.fired, .resolved])
        #expect(notifications.titles.first == "Sum of payments in the next 7 days is high: 9,00 kr")
    }

    @Test("the sign-in names its day, a failing channel its name")
    func health() throws {
        let day = Verdict.Evidence(day: CalendarDay(isoText: "2026-06-01"))
        let signIn = try notified(
            "sign-in expires in less than 14 days", .source("sbanken"), day)
        #expect(
            signIn.titles == [
                "The sign-in to sbanken expires on 1 Jun 2026",
                "The sign-in to sbanken is renewed",
            ])
        #expect(signIn.first?.data.reason == .signInExpiring)
        let channel = try notified(
            "notifications are failing", .channel("family"), Verdict.Evidence())
        #expect(
            channel.titles == [
                "Notifications on family are not delivered",
                "Notifications on family are delivered again",
            ])
        #expect(channel.map(\.data.reason) == [.deliveryFailing, .restored])
    }
}
