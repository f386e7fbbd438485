import Alerts
import Finance
import Foundation
import Testing

@testable import Rules

@Suite("Summaries (section 4, D5)")
struct SummaryAlertTests {
    private func rule(_ sentence: String, clauses: Clauses = Clauses()) -> Rule {
        guard let parsed = SentenceParser.check(sentence).sentence else {
            Issue.record("'\(sentence)' is no sentence")
            return Samples.rule()
        }
        return Samples.rule(
            "sum", sentence, kind: .summary, clauses: clauses, notify: ["desktop", "phone"],
            body: parsed.body)
    }

    private let daily = "summary every day at 08:00"

    /// A scene that was first looked at on 6 March, 10:00 in Oslo.
    private func scene(_ sentence: String? = nil, clauses: Clauses = Clauses()) throws -> Scene {
        var scene = Scene(rule(sentence ?? daily, clauses: clauses))
        #expect(try scene.at("09:00").isEmpty)
        return scene
    }

    @Test("waits for its next instant and is told there, once")
    func onTime() throws {
        var scene = try scene()
        #expect(try scene.nextDue(after: "09:00") == "2026-03-07T07:00:00Z")
        let notified = try scene.at("2026-03-07T07:00:00Z")
        #expect(notified.types == [.summary])
        #expect(notified.first?.data.reason == .scheduled)
        #expect(notified.first?.data.kind == .summary)
        #expect(notified.titles == ["Summary of 7 Mar"])
        #expect(try scene.at("2026-03-07T07:00:01Z").isEmpty)
        #expect(
            try scene.nextDue(after: "2026-03-07T07:00:00Z") == "2026-03-08T07:00:00Z")
    }

    @Test("lists each account with its figure")
    func items() throws {
        var scene = try scene()
        let notification = try #require(try scene.at("2026-03-07T07:00:00Z").first)
        #expect(notification.data.items?.map(\.account?.name) == ["Brukskonto", "Sparekonto"])
        #expect(
            notification.data.items?.map(\.value?.money) == [
                Samples.kroner(9_500), Samples.kroner(9_500),
            ])
        #expect(notification.data.body == "Brukskonto: 95,00 kr · Sparekonto: 95,00 kr")
        let phone = try #require(scene.outbox.first { $0.channel == "phone" })
        #expect(phone.notification.data.items?.allSatisfy { $0.value == nil } == true)
        #expect(!phone.notification.data.body.contains("95"))
        let again = try NotificationCoding.decode(Data(NotificationCoding.bytes(notification)))
        #expect(again == notification)
    }

    @Test("an old figure is no value, and its line says how old it is (RL-30)")
    func stale() throws {
        var scene = try scene("summary of 'Brukskonto' every day at 08:00")
        let old = try #require(Samples.instant("2026-03-07T00:59:00Z"))
        scene.facts.accounts[Samples.checking.account.id]?.freshAt = old
        let item = try #require(try scene.at("2026-03-07T07:00:00Z").first?.data.items?.first)
        #expect(item.value == nil)
        #expect(item.since == old)
        #expect(item.title == "Brukskonto: not known now, 95,00 kr on 7 Mar 01:59")
        let failing = SourceFacts(id: "sbanken", failingSince: Samples.instant("09:00"))
        scene.facts = Samples.facts
        scene.facts.sources = ["sbanken": failing]
        let next = try scene.at("2026-03-08T07:00:00Z").first?.data.items?.first
        #expect(next?.value == nil)
    }

    @Test("an account that is not known yet is said so")
    func unknownAccount() throws {
        var scene = try scene("summary of 'Feriekonto' every day at 08:00")
        let notification = try scene.at("2026-03-07T07:00:00Z").first
        #expect(notification?.data.body == "no account is known yet")
    }

    @Test("one missed while down is told once, after the next reading, if less than a day old")
    func missed() throws {
        var scene = try scene("summary every monday at 08:00")
        scene.facts.sources = [
            "sbanken": SourceFacts(id: "sbanken", lastAttempt: Samples.instant("09:00"))
        ]
        #expect(try scene.at("2026-03-09T10:00:00Z").isEmpty)
        scene.facts.sources["sbanken"]?.lastAttempt = Samples.instant("2026-03-09T10:00:05Z")
        let notified = try scene.at("2026-03-09T10:00:05Z")
        #expect(notified.types == [.summary])
        #expect(notified.first?.data.since == Samples.instant("2026-03-09T07:00:00Z"))
        #expect(try scene.at("2026-03-09T10:05:00Z").isEmpty)
    }

    @Test("one that is made after midnight has its own day in every title")
    func afterMidnight() throws {
        var scene = try scene()
        #expect(try scene.at("2026-03-07T23:30:00Z").titles == ["Summary of 7 Mar"])
        let phone = try #require(scene.outbox.first { $0.channel == "phone" })
        #expect(phone.notification.data.title == "Summary of 7 Mar")
    }

    @Test("one that is a day old is left out, the next one is told")
    func tooOld() throws {
        var scene = try scene("summary every monday at 08:00")
        #expect(try scene.at("2026-03-10T07:00:00Z").isEmpty)
        #expect(try scene.at("2026-03-16T07:00:00Z").types == [.summary])
    }

    @Test("a clock that was far ahead does not silence it, one set back tells nothing twice")
    func clockSteps() throws {
        var scene = try scene()
        try scene.at("2026-03-07T07:00:00Z")
        #expect(try scene.at("2026-03-07T06:30:00Z").isEmpty)
        #expect(try scene.at("2026-03-07T07:00:00Z").isEmpty)
        try scene.at("2027-03-07T07:00:00Z")
        #expect(try scene.at("2026-03-07T09:00:00Z").isEmpty)
        #expect(try scene.at("2026-03-08T07:00:00Z").types == [.summary])
    }

    @Test("quiet hours hold it; a newer one takes its place")
    func quiet() throws {
        var scene = try scene(clauses: Clauses(weekdays: [1]))
        #expect(try scene.at("2026-03-07T07:00:00Z").isEmpty)
        #expect(try scene.at("2026-03-08T07:00:00Z").isEmpty)
        let notified = try scene.at("2026-03-08T23:00:00Z")
        #expect(notified.types == [.summary])
        #expect(notified.titles == ["Summary of 8 Mar"])
    }

    @Test("an edited clause goes on, an edited body waits for its next instant")
    func edited() throws {
        var scene = try scene()
        scene.rules = [rule(daily, clauses: .atMost(1))]
        #expect(try scene.at("2026-03-07T07:00:00Z").types == [.summary])
        var other = rule(daily)
        other = Rule(
            id: "sum", sentence: daily, kind: .summary, body: other.body, clauses: Clauses(),
            bodyKey: "other")
        scene.rules = [other]
        #expect(try scene.at("2026-03-07T08:00:00Z").isEmpty)
        #expect(try scene.at("2026-03-08T07:00:00Z").types == [.summary])
    }
}
