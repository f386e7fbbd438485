import Alerts
import Finance
import Foundation
import Rules
import Testing

@Suite("The journal of evaluations")
struct EvaluationJournalTests {
    private let rules = RuleSet(rules: [Samples.rule()], fileHash: "")

    private func news(
        _ journal: EvaluationJournal, _ scene: inout Scene, _ time: String, _ verdicts: Verdict...
    ) throws -> [EvaluationEntry] {
        let before = scene.ledger
        let now = try #require(Samples.instant(time))
        let change = scene.timeline.propose(verdicts, facts: scene.facts, at: now).change
        try scene.at(time, verdicts)
        return journal.news(
            verdicts, rules: rules, facts: scene.facts, change: change, ledger: before, at: now)
    }

    @Test("notes the first finding, then only what changes, with values and effect")
    func changes() throws {
        var scene = Scene(Samples.rule())
        var journal = EvaluationJournal()
        let first = try news(journal, &scene, "08:00", Samples.clear())
        #expect(first.map(\.finding) == [.clear])
        journal.accept(first)
        #expect(try news(journal, &scene, "08:05", Samples.clear(19_000)).isEmpty)
        let second = try news(journal, &scene, "08:10", Samples.holds())
        #expect(second.map(\.finding) == [.holds])
        #expect(second.first?.effect == .firing)
        #expect(second.first?.value == Samples.kroner(9_500))
        #expect(second.first?.limit == Samples.kroner(10_000))
        #expect(second.first?.account == "Brukskonto")
        journal.accept(second)
        let third = try news(journal, &scene, "08:15", Samples.unknown())
        #expect(third.map(\.finding) == [.stale])
    }

    @Test("goes on after a restart without writing anything again")
    func restart() throws {
        var scene = Scene(Samples.rule())
        let first = try news(EvaluationJournal(), &scene, "08:00", Samples.clear())
        let stored = try JSONDecoder().decode(
            [EvaluationEntry].self, from: JSONEncoder().encode(first))
        #expect(try news(EvaluationJournal(stored), &scene, "08:05", Samples.clear()).isEmpty)
    }

    @Test("says that a notice was held, and keeps only the newest of many events")
    func effects() throws {
        var quiet = Scene(Samples.rule(clauses: .daytime()))
        _ = try news(EvaluationJournal(), &quiet, "2026-03-06T21:30:00Z", Samples.clear())
        let held = try news(
            EvaluationJournal(), &quiet, "2026-03-06T22:00:00Z", Samples.holds())
        #expect(held.map(\.effect) == [.held])
        let scene = Scene(Samples.rule(kind: .event))
        let verdicts = (0..<50).map { Samples.event("row \($0)") }
        let now = try #require(Samples.instant("08:00"))
        let entries = EvaluationJournal().news(
            verdicts, rules: rules, facts: scene.facts, change: AlertLedgerChange(),
            ledger: scene.ledger, at: now)
        #expect(entries.count == EvaluationJournal.limit)
        #expect(entries.last?.subject == verdicts.last?.subject.key)
    }
}
