import Alerts
import Finance
import Foundation
import Testing

@testable import Rules

@Suite("Repetitions (section 4, D27)")
struct RepeatAlertTests {
    private func rule(
        _ clauses: Clauses = Clauses(), notify: [String] = ["desktop"], message: String? = nil,
        title: String? = nil
    ) -> Rule {
        Samples.rule(
            "low", "2 debits of the same amount on the same day", kind: .repeat, clauses: clauses,
            notify: notify, message: message, title: title)
    }

    private func row(_ name: String, _ amount: Int64 = -10_000) -> Transaction {
        Samples.transaction(name, amount)
    }

    /// A set as evaluation finds it.
    private func set(_ rows: [Transaction]) -> Verdict {
        let sum = rows.map(\.signedAmount.minorUnits).reduce(0, +)
        var evidence = Verdict.Evidence(
            accountID: rows[0].accountID, value: Samples.kroner(sum), count: rows.count,
            transaction: rows[rows.count - 1])
        evidence.repeated = rows
        let name = rows.prefix(2).map(\.id.uuidString).joined()
        return Verdict(
            ruleID: "low", subject: .set(name), finding: .occurred, evidence: evidence)
    }

    @Test("tells a set once, with its rows, their number and sum")
    func once() throws {
        var scene = Scene(rule())
        let notified = try scene.at("09:00", set([row("A"), row("B")]))
        #expect(notified.types == [.fired])
        #expect(notified.titles == ["2 × −100,00 kr B"])
        let data = try #require(notified.first?.data)
        #expect(data.kind == .repeat && data.reason == .setCompleted)
        #expect(data.count == 2 && data.sum == Samples.kroner(-20_000))
        #expect(data.items?.map(\.title) == ["−100,00 kr A", "−100,00 kr B"])
        #expect(data.items?.compactMap(\.transaction?.text) == ["A", "B"])
        #expect(try scene.at("09:05", set([row("A"), row("B")])).isEmpty)
    }

    @Test("different amounts are told as a sum")
    func sum() throws {
        var scene = Scene(rule())
        let notified = try scene.at("09:00", set([row("A"), row("B", -15_000)]))
        #expect(notified.titles == ["2 transactions: −250,00 kr B"])
    }

    @Test("a set that grows is silent and remembered as large as it is (D27)")
    func growth() throws {
        var scene = Scene(rule())
        try scene.at("09:00", set([row("A"), row("B")]))
        #expect(try scene.at("09:05", set([row("A"), row("B"), row("C")])).isEmpty)
        // Further on only the newest are close to the row that comes; it is the same set.
        #expect(try scene.at("09:10", set([row("C"), row("D")])).isEmpty)
        #expect(try scene.at("09:15", set([row("D"), row("E")])).isEmpty)
        #expect(scene.ledger.alerts.count == 1)
        let state = try #require(scene.ledger.alerts.values.first)
        guard case .found(let found) = state.life else {
            Issue.record("no set")
            return
        }
        #expect(found.rows.count == 5)
        #expect(state.notification?.data.count == 5)
        #expect(state.notification?.data.title == "5 × −100,00 kr E")
        #expect(state.notification?.data.sum == Samples.kroner(-50_000))
        #expect(try scene.at("09:20", set([row("F"), row("G")])).types == [.fired])
        #expect(Set(scene.notified.map(\.id)).count == 2)
    }

    @Test("two forms of one set in one evaluation are one notice, the larger")
    func together() throws {
        var scene = Scene(rule())
        let notified = try scene.at(
            "09:00", set([row("A"), row("B")]), set([row("B"), row("C")]))
        #expect(notified.titles == ["3 × −100,00 kr C"])
    }

    @Test("a held set is told as large as it is by then")
    func held() throws {
        var scene = Scene(rule(.daytime()))
        try scene.at("02:00", set([row("A"), row("B")]))
        try scene.at("03:00", set([row("A"), row("B"), row("C")]))
        let notified = try scene.at("06:00")
        #expect(notified.titles == ["3 × −100,00 kr C"])
        #expect(notified.first?.data.since == Samples.instant("02:00"))
    }

    @Test("quiet hours and limits make one digest of several sets, a line each")
    func digest() throws {
        var quiet = Scene(rule(.daytime()))
        try quiet.at("02:00", set([row("A"), row("B")]))
        try quiet.at("03:00", set([row("C"), row("D"), row("E")]))
        let morning = try quiet.at("06:00")
        #expect(morning.types == [.digest])
        #expect(morning.titles == ["2 repetitions: −500,00 kr"])
        #expect(
            morning.first?.data.items?.map(\.title) == ["2 × −100,00 kr B", "3 × −100,00 kr E"])
        var limited = Scene(rule(.atMost(1)))
        #expect(try limited.at("09:00", set([row("A"), row("B")])).types == [.fired])
        #expect(try limited.at("09:05", set([row("C"), row("D")])).isEmpty)
        #expect(try limited.at("09:10", set([row("E"), row("F")])).isEmpty)
        let next = try limited.at("2026-03-06T23:00:00Z")
        #expect(next.titles == ["2 repetitions: −400,00 kr"])
        #expect(try limited.at("2026-03-07T09:00:00Z", set([row("E"), row("F")])).isEmpty)
    }

    @Test("more than five in one evaluation are one digest (RL-20)")
    func many() throws {
        var scene = Scene(rule())
        let sets = (1...6).map { set([row("A\($0)"), row("B\($0)", -10_000 * Int64($0))]) }
        let notified = try scene.at("09:00", sets)
        #expect(notified.types == [.digest])
        #expect(notified.first?.data.count == 6)
        #expect(notified.first?.data.items?.count == 3)
        #expect(try scene.at("09:05", sets).isEmpty)
    }

    @Test("fills the placeholders of its kind")
    func placeholders() throws {
        var scene = Scene(
            rule(message: "{count} times {amount} at {merchant}, {sum}", title: "{account}"))
        let notified = try scene.at("09:00", set([row("A"), row("B")]))
        #expect(notified.first?.data.body == "2 times −100,00 kr at B, −200,00 kr")
        #expect(notified.titles == ["Brukskonto"])
    }

    @Test("is remembered where events need no memory, and shown for a week")
    func memory() throws {
        var policy = Samples.policy
        policy.remembersEvents = false
        var scene = Scene(rule(), policy: policy)
        try scene.at("09:00", set([row("A"), row("B")]))
        #expect(try scene.at("09:05", set([row("A"), row("B"), row("C")])).isEmpty)
        let start = try #require(Samples.instant("09:00"))
        func maintained(_ days: Double) -> AlertLedgerChange {
            scene.engine.maintenance(
                ledger: scene.ledger, at: start.addingTimeInterval(days * 86_400))
        }
        #expect(maintained(6).isEmpty)
        #expect(maintained(8).alerts.map(\.notification) == [nil])
        #expect(maintained(8).removedAlerts.isEmpty)
        #expect(maintained(101).removedAlerts.count == 1)
    }

    @Test("says no amounts where a channel may show none")
    func discreet() throws {
        var scene = Scene(rule(notify: ["family"]))
        try scene.at("09:00", set([row("A"), row("B")]))
        let text = String(
            decoding: NotificationCoding.bytes(try #require(scene.outbox.first?.notification)),
            as: UTF8.self)
        #expect(!text.contains("100"))
        #expect(!text.contains("200,00"))
        #expect(!text.contains("\"text\""))
    }
}
