import Finance
import Foundation
import TestSupport
import Testing

@Suite("What is known about a bank connection")
struct SourceFactsTests {
    @Test("a failure starts once and keeps its first moment, a success ends it")
    func failing() {
        var facts = SourceFacts(id: "sbanken").after(Make.snapshot("2026-03-06T09:00:00Z"))
        #expect(facts.lastComplete == Make.instant("2026-03-06T09:00:00Z"))
        facts = facts.after(Make.failure("2026-03-06T09:05:00Z", .timedOut))
        facts = facts.after(Make.failure("2026-03-06T09:10:00Z", .refused))
        #expect(facts.failingSince == Make.instant("2026-03-06T09:05:00Z"))
        #expect(facts.failure?.kind == .refused)
        #expect(facts.lastSuccess == Make.instant("2026-03-06T09:00:00Z"))
        #expect(facts.lastAttempt == Make.instant("2026-03-06T09:10:00Z"))
        facts = facts.after(Make.snapshot("2026-03-06T09:15:00Z", outcome: .partial))
        #expect(facts.failingSince == nil && facts.failure == nil)
        #expect(facts.lastSuccess == Make.instant("2026-03-06T09:15:00Z"))
        #expect(facts.lastComplete == Make.instant("2026-03-06T09:00:00Z"))
    }

    @Test("a bank that asks for patience neither fails nor recovers")
    func throttled() {
        let failing = SourceFacts(id: "sbanken").after(Make.failure("2026-03-06T09:00:00Z"))
        let later = failing.after(
            Make.snapshot("2026-03-06T09:05:00Z", [], outcome: .throttled(retryAfter: .seconds(9))))
        #expect(later.failingSince == failing.failingSince)
        #expect(later.failure == failing.failure)
        #expect(later.lastAttempt == Make.instant("2026-03-06T09:05:00Z"))
        #expect(later.lastSuccess == nil)
        #expect(later.shortfall?.kind == .throttled)
        let pause = Make.snapshot(
            "2026-03-06T09:05:00Z", [], outcome: .throttled(retryAfter: .seconds(3_600)))
        let waiting = SourceFacts(id: "sbanken").after(pause, zone: Make.oslo)
        #expect(waiting.shortfall?.problem == "it wants no question before 2026-03-06 11:05")
        #expect(waiting.after(Make.snapshot("2026-03-06T11:05:00Z")).shortfall == nil)
    }

    @Test("what is scheduled stays until an answer lists it again; an empty list is one")
    func scheduled() {
        let item = ScheduledItem(
            bankAccountID: "a1", id: "p1", amount: Make.money("-5"), due: Make.day("2026-03-20"),
            text: nil, kind: .payment)
        var facts = SourceFacts(id: "sbanken").after(Make.snapshot("2026-03-06T09:00:00Z"))
        #expect(facts.scheduled == nil)
        facts = facts.after(Make.snapshot("2026-03-06T09:05:00Z", scheduled: [item]))
        facts = facts.after(Make.snapshot("2026-03-06T09:10:00Z"))
        facts = facts.after(Make.failure("2026-03-06T09:15:00Z"))
        #expect(facts.scheduled?.items == [item])
        #expect(facts.scheduled?.readAt == Make.instant("2026-03-06T09:05:00Z"))
        facts = facts.after(Make.snapshot("2026-03-06T09:20:00Z", scheduled: []))
        #expect(facts.scheduled?.items == [])
    }

    @Test("what is scheduled on an account that an answer lacks stays until its day (RL-30)")
    func unlisted() {
        let items = ["2026-03-06", "2026-03-08"].map { day in
            ScheduledItem(
                bankAccountID: "a2", id: day, amount: Make.money("-5"), due: Make.day(day),
                text: nil, kind: .payment)
        }
        let both = [Make.account("a1"), Make.account("a2")]
        var facts = SourceFacts(id: "sbanken")
            .after(Make.snapshot("2026-03-06T09:00:00Z", both, scheduled: items))
        facts = facts.after(
            Make.snapshot("2026-03-07T09:00:00Z", [Make.account("a1")], scheduled: []))
        #expect(facts.scheduled?.items == [items[1]])
        #expect(
            facts.after(Make.snapshot("2026-03-08T09:00:00Z", both, scheduled: []))
                .scheduled?.items == [])
    }

    @Test("a standing order that is among the payments too counts once (D32)")
    func onceOnly() {
        func item(
            _ id: String, _ kind: ScheduledItem.Kind, amount: String = "-500",
            text: String = "ANNE",
            due: String = "2026-03-10", account: String = "a1"
        ) -> ScheduledItem {
            ScheduledItem(
                bankAccountID: account, id: id, amount: Make.money(amount), due: Make.day(due),
                text: text, kind: kind)
        }
        let items = [
            item("order", .standingOrder, text: "Anne "), item("p1", .payment),
            item("p2", .payment), item("other day", .standingOrder, due: "2026-03-11"),
            item("other amount", .standingOrder, amount: "-501"),
            item("other receiver", .standingOrder, text: "KARI"),
            item("invoice", .eInvoice), item("third", .standingOrder),
            item("fourth", .standingOrder), item("other account", .standingOrder, account: "a2"),
        ]
        let scheduled = ScheduledItems(items: items, readAt: Make.instant("2026-03-06T09:00:00Z"))
        // Two payments stand for two of the three like orders, in the bank's order.
        #expect(
            scheduled.items(ofAccount: "a1").map(\.id) == [
                "p1", "p2", "other day", "other amount", "other receiver", "invoice", "fourth",
            ])
        #expect(scheduled.items(ofAccount: "a2").map(\.id) == ["other account"])
    }

    @Test("only complete and partial answers have facts")
    func facts() {
        let failure = SourceFailure(kind: .server, problem: "p", fix: "f")
        #expect(SnapshotOutcome.complete.hasFacts && SnapshotOutcome.partial.hasFacts)
        #expect(!SnapshotOutcome.throttled(retryAfter: nil).hasFacts)
        #expect(!SnapshotOutcome.failed(failure).hasFacts)
    }

    @Test("all reasons why the last answer was not whole are kept, up to a number")
    func shortfalls() {
        func facts(_ count: Int) -> SourceFacts {
            SourceFacts(id: "sbanken").after(
                Snapshot(
                    source: "sbanken", observedAt: Make.instant("2026-03-06T09:00:00Z"),
                    outcome: .partial, accounts: [], transactions: [],
                    shortfalls: (0..<count).map {
                        SourceFailure(kind: .malformed, problem: "file \($0)", fix: "correct it")
                    }))
        }
        #expect(facts(1).furtherShortfalls == nil && facts(1).problems.count == 1)
        #expect(facts(10).problems.map(\.problem) == (0..<10).map { "file \($0)" })
        #expect(facts(14).problems.map(\.problem).suffix(2) == ["file 9", "and 4 more"])
        let later = facts(14).after(Make.snapshot("2026-03-06T09:05:00Z"))
        #expect(later.problems.isEmpty)
    }

    @Test("why the last answer was not whole is kept until one is")
    func shortfall() {
        let reasons = ["first", "second"].map {
            SourceFailure(kind: .malformed, problem: $0, fix: "correct it")
        }
        func answer(_ outcome: SnapshotOutcome, at instant: String) -> Snapshot {
            Snapshot(
                source: "sbanken", observedAt: Make.instant(instant), outcome: outcome,
                accounts: [], transactions: [],
                shortfalls: outcome == .partial ? reasons : [])
        }
        var facts = SourceFacts(id: "sbanken")
            .after(answer(.partial, at: "2026-03-06T09:00:00Z"))
        #expect(facts.shortfall == reasons[0] && facts.lastComplete == nil)
        facts = facts.after(answer(.throttled(retryAfter: nil), at: "2026-03-06T09:05:00Z"))
        #expect(facts.shortfall == reasons[0])
        facts = facts.after(answer(.complete, at: "2026-03-06T09:10:00Z"))
        #expect(facts.shortfall == nil && facts.lastComplete != nil)
        let doubted = facts.after(
            answer(.complete, at: "2026-03-06T09:15:00Z"), isDoubted: true)
        #expect(doubted.lastComplete == facts.lastComplete)
        #expect(doubted.lastSuccess == doubted.lastAttempt)
    }

    @Test("what a bank said last is shown: to come later, in its words, or a failure")
    func comeLater() {
        let said = SourceFailure(kind: .throttled, problem: "wait until noon", fix: "nothing")
        let broken = SourceFailure(kind: .server, problem: "broken", fix: "f")
        func answer(_ outcome: SnapshotOutcome, _ words: SourceFailure? = nil) -> Snapshot {
            Snapshot(
                source: "mine", observedAt: Make.instant("2026-03-06T09:00:00Z"), outcome: outcome,
                accounts: [], transactions: [], shortfalls: [words].compactMap(\.self))
        }
        let failed = SourceFacts(id: "mine").after(answer(.failed(broken)))
        #expect(failed.problems == [broken])
        let later = failed.after(answer(.throttled(retryAfter: nil), said))
        #expect(later.problems == [said])
        #expect(later.failure == broken && later.failingSince == failed.failingSince)
        let wordless = later.after(answer(.throttled(retryAfter: nil)))
        #expect(wordless.problems.map(\.problem) == ["it asks to come later"])
        #expect(wordless.after(answer(.failed(broken))).problems == [broken])
        #expect(wordless.after(answer(.complete)).problems.isEmpty)
    }
}
