import Finance
import Foundation
import TestSupport
import Testing

@testable import Rules

@Suite("Repetitions (D27)")
struct RepeatTests {
    private func scene(_ sentence: String) -> Scene { .ofTwoAccounts(sentence) }

    private func row(
        _ text: String, _ amount: String, _ day: String = "2026-03-06", account: String = "a1"
    ) -> TransactionObservation {
        Make.observation(amount, day, text: text, account: account, type: .pointOfSale)
    }

    private func twin(_ row: TransactionObservation, _ ordinal: Int) -> TransactionChange {
        TransactionChange(
            before: nil, after: Make.transaction(row, ordinal: ordinal), cause: .appeared)
    }

    /// The sizes of the sets that a poll's rows came to.
    private func sizes(_ verdicts: [Verdict]) -> [Int] { verdicts.map(\.evidence.repeated.count) }

    @Test("equal rows on one day are a set, whichever came in which poll, twins too")
    func twins() throws {
        var scene = scene("2 debits of the same amount at the same merchant on the same day")
        let kiosk = row("KIOSK", "-100.00")
        #expect(scene.poll([twin(kiosk, 0)]).isEmpty)
        let verdict = try #require(scene.poll([twin(kiosk, 1)]).first)
        #expect(verdict.finding == .occurred)
        #expect(verdict.evidence.count == 2)
        #expect(verdict.evidence.value == Make.money("-200.00"))
        #expect(verdict.evidence.accountID == Make.accountID("a1"))
        var both = self.scene("2 debits of the same amount at the same merchant on the same day")
        let together = both.poll([twin(kiosk, 1), twin(kiosk, 0)])
        #expect(together.map(\.subject) == [verdict.subject])
    }

    @Test(
        "what has to be the same",
        arguments: [
            ("of the same amount", "KIOSK", "-100.00", "2026-03-06", "a1", true),
            ("of the same amount", "KAFE", "-100.00", "2026-03-06", "a1", true),
            ("of the same amount", "KIOSK", "-100.01", "2026-03-06", "a1", false),
            ("of the same amount", "KIOSK", "-100.00", "2026-03-07", "a1", false),
            ("of the same amount", "KIOSK", "-100.00", "2026-03-06", "a2", false),
            ("of the same amount", "KIOSK", "100.00", "2026-03-06", "a1", false),
            ("at the same merchant", "kiosk", "-7.00", "2026-03-06", "a1", true),
            ("at the same merchant", "KAFE", "-100.00", "2026-03-06", "a1", false),
            (
                "of the same amount at the same merchant", "KAFE", "-100.00", "2026-03-06", "a1",
                false
            ),
        ])
    func likeness(
        _ words: String, _ text: String, _ amount: String, _ day: String, _ account: String,
        _ isSet: Bool
    ) {
        let rows = [row("KIOSK", "-100.00"), row(text, amount, day, account: account)]
        let changes = [twin(rows[0], 0), twin(rows[1], 1)]
        for order in changes.permutations {
            var scene = scene("2 debits \(words) on the same day")
            #expect(sizes(scene.poll(order)) == (isSet ? [2] : []))
        }
    }

    @Test("accounts count together only where the sentence says so")
    func acrossAccounts() {
        let rows = [row("KIOSK", "-100.00"), row("KIOSK", "-100.00", account: "a2")]
        for (scope, count) in [
            ("", 0), ("on any account", 0), ("on 'Brukskonto'", 0), ("on all accounts", 1),
            ("on all accounts except 'Sparekonto'", 0),
        ] {
            var scene = scene("2 debits \(scope) of the same amount on the same day")
            #expect(scene.new(rows[0], rows[1]).count == count, "\(scope)")
        }
    }

    @Test("rows that do not say who is paid are at no common merchant")
    func hidden() {
        var scene = scene("2 debits at the same merchant on the same day")
        #expect(scene.new(row("VISA", "-1.00"), row("VISA", "-2.00")).isEmpty)
    }

    @Test("filters choose what is counted")
    func filters() {
        var scene = scene("2 purchases over 1000 NOK at the same merchant on the same day")
        #expect(scene.new(row("KIOSK", "-1000.00"), row("KIOSK", "-1000.01")).isEmpty)
        #expect(sizes(scene.new(row("KIOSK", "-2000.00"))) == [2])
    }

    @Test("a set that grows keeps its name, and each growth is answered with all of it")
    func growth() {
        var scene = scene("2 debits at the same merchant on the same day")
        var subjects: Set<Subject> = []
        var found: [Int] = []
        for number in 1...4 {
            let instant = "2026-03-06T0\(number):00:00Z"
            let verdicts = scene.new(row("KIOSK", "-\(number).00"), at: instant)
            subjects.formUnion(verdicts.map(\.subject))
            found += sizes(verdicts)
        }
        #expect(found == [2, 3, 4])
        #expect(subjects.count == 1)
    }

    @Test(
        "hours count from first sight, the limit included (D14)",
        arguments: [("2026-03-06T10:00:00Z", 1), ("2026-03-06T10:00:01Z", 0)])
    func hours(_ third: String, _ count: Int) {
        var scene = scene("3 purchases over 1000 NOK at the same merchant within 1 hour")
        #expect(scene.new(row("GULL", "-1001.00"), at: "2026-03-06T09:00:00Z").isEmpty)
        #expect(scene.new(row("GULL", "-1002.00"), at: "2026-03-06T09:30:00Z").isEmpty)
        #expect(scene.new(row("GULL", "-1003.00"), at: third).count == count)
    }

    @Test(
        "days count by the bank's days, at most so many apart",
        arguments: [("2026-03-08", 1), ("2026-03-09", 0), ("2026-03-04", 1), ("2026-03-03", 0)])
    func days(_ day: String, _ count: Int) {
        var scene = scene("2 debits of the same amount within 2 days")
        #expect(scene.new(row("KIOSK", "-9.00")).isEmpty)
        #expect(scene.new(row("KAFE", "-9.00", day), at: "2026-03-09T09:00:00Z").count == count)
    }

    @Test("rows of the first poll are counted and never fire")
    func baseline() {
        var scene = scene("2 debits of the same amount on the same day")
        let known = [row("A", "-5.00"), row("B", "-5.00"), row("C", "-7.00")]
        #expect(scene.poll(known.map { Scene.appeared($0, isBaseline: true) }).isEmpty)
        #expect(sizes(scene.new(row("D", "-7.00"))) == [2])
        #expect(sizes(scene.new(row("E", "-5.00"))) == [3])
    }

    @Test("stored rows are counted")
    func seeded() {
        var scene = scene("2 debits of the same amount on the same day")
        #expect(scene.historyNeeded(at: "2026-03-06T09:00:00Z") == Make.day("2026-02-03"))
        scene.seed([Make.transaction(row("A", "-5.00"))])
        #expect(sizes(scene.new(row("B", "-5.00"))) == [2])
    }

    @Test("a reservation and its booking are one; a booking can complete a set, a drop ends one")
    func changes() {
        let sentence = "2 debits of the same amount on the same day"
        let reserved = Make.reservation("-5.00", "2026-03-06", text: "A")
        var scene = scene(sentence)
        #expect(scene.new(reserved).isEmpty)
        #expect(scene.poll([Scene.booked(reserved, as: row("A", "-5.00"))]).isEmpty)
        #expect(scene.new(row("B", "-6.00")).isEmpty)
        let amended = Scene.booked(row("B", "-6.00"), as: row("B", "-5.00"), cause: .amended)
        #expect(sizes(scene.poll([amended])) == [2])
        var other = self.scene(sentence)
        #expect(other.new(reserved).isEmpty)
        let gone = TransactionChange(
            before: Make.transaction(reserved), after: nil, cause: .dropped)
        #expect(other.poll([gone]).isEmpty)
        #expect(other.new(row("B", "-5.00")).isEmpty)
        let back = TransactionChange(
            before: Make.transaction(reserved), after: Make.transaction(reserved),
            cause: .returned)
        #expect(sizes(other.poll([back])) == [2])
    }
}
