import Finance
import Foundation
import TestSupport
import Testing

@testable import Rules

@Suite("What becomes of reservations")
struct ReservationTests {
    private func scene(_ sentence: String) -> Scene { .ofTwoAccounts(sentence) }

    private func drop(
        _ row: TransactionObservation, isBaseline: Bool = false
    ) -> TransactionChange {
        TransactionChange(
            before: Make.transaction(row), after: nil, cause: .dropped, isBaseline: isBaseline)
    }

    /// A booking as the reconciler gives it: it remembers what was reserved.
    private func booking(
        _ reserved: String, as booked: String, text: String = "KAFE", isBaseline: Bool = false
    ) -> TransactionChange {
        let old = Make.transaction(Make.reservation(reserved, "2026-03-06", text: text))
        var new = Transaction(
            id: old.id, accountID: old.accountID,
            observed: Make.observation(booked, "2026-03-06", text: text, type: .pointOfSale),
            firstSeen: old.firstSeen)
        new.reservedAmount = old.transactionAmount
        return TransactionChange(
            before: old, after: new, cause: .booked, isBaseline: isBaseline)
    }

    @Test("a dropped reservation is told with what it was (D18)")
    func dropped() throws {
        var scene = scene("reservation dropped over 500 NOK")
        let row = Make.reservation("-612.00", "2026-03-06", text: "HOTELL")
        let verdict = try #require(scene.poll([drop(row)]).first)
        #expect(verdict.finding == .occurred)
        #expect(verdict.subject == .transaction(Make.transaction(row).id))
        #expect(verdict.evidence.value == Make.money("-612.00"))
        #expect(verdict.evidence.limit == Make.money("500.00"))
        #expect(verdict.evidence.transaction?.originalTransactionDescription == "HOTELL")
    }

    @Test("filters look at the reservation that went away")
    func droppedFilters() {
        let row = Make.reservation("-500.00", "2026-03-06", text: "HOTELL")
        for (words, isMatch) in [
            ("", true), ("over 500", false), ("at least 500", true), ("at 'HOT*'", true),
            ("at 'KAFE*'", false), ("on 'Brukskonto'", true), ("on 'Sparekonto'", false),
        ] {
            var scene = scene("reservation dropped \(words)")
            #expect(scene.poll([drop(row)]).isEmpty == !isMatch, "\(words)")
        }
    }

    @Test("a reservation of the first poll that goes away is told; a booked row that goes is not")
    func goings() {
        var scene = scene("reservation dropped")
        let row = Make.reservation("-612.00", "2026-03-06")
        #expect(scene.poll([drop(row, isBaseline: true)]).map(\.finding) == [.occurred])
        let booked = Make.transaction(Make.observation("-612.00", "2026-03-06"))
        let removed = TransactionChange(before: booked, after: nil, cause: .removed)
        #expect(scene.poll([removed]).isEmpty)
        #expect(scene.new(row).isEmpty)
        #expect(scene.poll([booking("-612.00", as: "-612.00")]).isEmpty)
    }

    @Test(
        "a booking is at another amount from so many percent on, exactly (D28)",
        arguments: [
            ("debit settled 10% above its reservation", "-110.00", true),
            ("debit settled 10% above its reservation", "-109.99", false),
            ("debit settled 10% above its reservation", "-89.00", false),
            ("debit settled 2.5% above its reservation", "-102.50", true),
            ("debit settled 2.5% above its reservation", "-102.49", false),
            ("debit settled 10% below its reservation", "-90.00", true),
            ("debit settled 10% below its reservation", "-90.01", false),
            ("debit settled 0% above its reservation", "-100.00", false),
            ("debit settled at another amount", "-100.01", true),
            ("debit settled at another amount", "-99.99", true),
            ("debit settled at another amount", "-100.00", false),
            ("credit settled at another amount", "-120.00", false),
            ("purchase settled at another amount over 110", "-120.00", true),
            ("purchase settled at another amount over 120", "-120.00", false),
            ("debit settled at another amount at 'KAFE'", "-120.00", true),
            ("debit settled at another amount at 'HOTELL'", "-120.00", false),
        ])
    func settled(_ sentence: String, _ booked: String, _ isMatch: Bool) {
        var scene = scene(sentence)
        let verdicts = scene.poll([booking("-100.00", as: booked)])
        #expect(verdicts.map(\.finding) == (isMatch ? [.occurred] : []))
        #expect(verdicts.first?.evidence.previous == (isMatch ? Make.money("-100.00") : nil))
    }

    @Test("a booked amount that the bank changes corrects, or fires if it differs enough only now")
    func amendedBooking() {
        func amended(_ reserved: String, _ from: String, _ to: String) -> TransactionChange {
            let before = booking(reserved, as: from).after
            let after = booking(reserved, as: to).after
            return TransactionChange(before: before, after: after, cause: .amended)
        }
        var scene = scene("debit settled 10% above its reservation")
        #expect(
            scene.poll([amended("-100.00", "-115.00", "-120.00")]).map(\.finding)
                == [.corrected(previous: Make.money("-115.00"))])
        #expect(
            scene.poll([amended("-100.00", "-105.00", "-120.00")]).map(\.finding) == [.occurred])
        #expect(scene.poll([amended("-100.00", "-105.00", "-106.00")]).isEmpty)
        #expect(scene.poll([amended("-100.00", "-105.00", "-105.00")]).isEmpty)
    }

    @Test("rows that were never reserved settle nothing")
    func neverReserved() {
        var scene = scene("debit settled at another amount")
        #expect(scene.new(Make.observation("-612.00", "2026-03-06")).isEmpty)
        let amended = Scene.booked(
            Make.observation("-10.00", "2026-03-06"), as: Make.observation("-12.00", "2026-03-06"),
            cause: .amended)
        #expect(scene.poll([amended]).isEmpty)
        #expect(scene.poll([booking("-5.00", as: "-5.00", isBaseline: true)]).isEmpty)
    }

    @Test("a thousand rules of every kind are found in the order of the file")
    func manyRules() {
        let accounts = ["a1", "a2"]
        let sentences = (0..<1_000).map { number in
            let account = number % 2 == 0 ? "Brukskonto" : "Sparekonto"
            let limit = number % 10 * 100
            switch number % 5 {
            case 0: return "new debit over \(limit) on '\(account)'"
            case 1: return "new purchase over \(limit) in category groceries"
            case 2: return "reservation dropped over \(limit) on '\(account)'"
            case 3: return "debit settled at another amount over \(limit)"
            default: return "new debit at 'K*' over \(limit)"
            }
        }
        let rules = sentences.enumerated().map { Make.rule($1, id: "\($0)") }
        var evaluator = Evaluator(
            rules: RuleSet(rules: rules, fileHash: ""), zone: Make.oslo,
            pollIntervals: PollIntervals(.seconds(300)))
        var facts = Facts()
        for (bank, name) in zip(accounts, ["Brukskonto", "Sparekonto"]) {
            let account = Make.accountFacts(
                Make.account(bank, name: name), at: "2026-03-06T09:00:00Z")
            facts.accounts[account.account.id] = account
        }
        let now = Make.instant("2026-03-06T09:00:00Z")
        let row = Make.observation("-450.00", "2026-03-06", text: "KIWI", mcc: "5411")
        let found = evaluator.apply(
            FactChanges(observedAt: now, transactions: [Scene.appeared(row)]), facts: facts,
            at: now
        ).map(\.ruleID)
        let expected = (0..<1_000).filter { number in
            guard number % 10 * 100 < 450 else { return false }
            return number % 5 == 0 ? number % 2 == 0 : number % 5 == 4
        }
        #expect(found == expected.map(String.init))
        let settled = evaluator.apply(
            FactChanges(observedAt: now, transactions: [booking("-100.00", as: "-450.00")]),
            facts: facts, at: now
        ).filter { $0.finding == .occurred }.map(\.ruleID)
        let fired = (0..<1_000).filter { number in
            let limit = number % 10 * 100
            guard limit < 450 else { return false }
            switch number % 5 {
            case 0: return number % 2 == 0 && limit >= 100
            case 3: return true
            case 4: return limit >= 100
            default: return false
            }
        }
        #expect(settled == fired.map(String.init))
    }
}
