import Finance
import Foundation
import TestSupport
import Testing

@testable import Rules

@Suite("Events")
struct EventTests {
    private func scene(_ sentence: String) -> Scene { .ofTwoAccounts(sentence) }

    /// Whether one row fires the rule.
    private func fires(_ sentence: String, _ row: TransactionObservation) -> Bool {
        var scene = scene(sentence)
        return scene.new(row).map(\.finding) == [.occurred]
    }

    @Test("a new row fires once, with its values")
    func once() throws {
        var scene = scene("new debit over 500")
        let row = Make.reservation("-612.35", "2026-03-06", text: "PUMPESTASJON 44")
        let verdict = try #require(scene.new(row).first)
        #expect(verdict.finding == .occurred)
        #expect(verdict.subject == .transaction(Make.transaction(row).id))
        #expect(verdict.evidence.value == Make.money("-612.35"))
        #expect(verdict.evidence.limit == Make.money("500.00"))
        #expect(verdict.evidence.accountID == Make.accountID("a1"))
        #expect(verdict.evidence.transaction?.originalTransactionDescription == "PUMPESTASJON 44")
        #expect(scene.poll().isEmpty)
    }

    @Test("the first poll of an account tells nothing (RL-14)")
    func baseline() {
        var scene = scene("new debit over 500")
        let row = Make.observation("-900.00", "2026-03-06")
        #expect(scene.poll([Scene.appeared(row, isBaseline: true)]).isEmpty)
    }

    @Test("an own transfer is a transfer although the bank gives no type (RL-70)")
    func ownTransfers() {
        func half(_ amount: String, isOwn: Bool) -> TransactionObservation {
            var row = Make.observation(amount, "2026-03-06", text: "Til DNB")
            row.isOwnTransfer = isOwn
            return row
        }
        for amount in ["-500.00", "500.00"] {
            #expect(fires("new transfer over 1", half(amount, isOwn: true)))
            #expect(!fires("new transfer over 1", half(amount, isOwn: false)))
            #expect(!fires("new payment over 1", half(amount, isOwn: true)))
        }
        // The other half comes with a later answer.
        for sentence in ["new transfer over 1", "new debit over 1"] {
            var scene = scene(sentence)
            let first = scene.new(half("-500.00", isOwn: false)).count
            let known = scene.poll([
                Scene.booked(
                    half("-500.00", isOwn: false), as: half("-500.00", isOwn: true),
                    cause: .amended)
            ]).count
            #expect(first + known == 1, "\(sentence)")
        }
    }

    @Test("every word means its kinds (RL-13, D41)", arguments: Noun.allCases)
    func nouns(_ noun: Noun) {
        let expected: [Noun: Set<String>] = [
            .purchase: ["-pointOfSale"], .fee: ["-fee"], .withdrawal: ["-atm"],
            .refund: ["+refund"], .salary: ["+directDeposit"],
            .transfer: ["-transfer", "+transfer"], .interest: ["-interest", "+interest"],
            .payment: [
                "-billPayment", "-directDebit", "-standingOrder", "-withdrawal", "-check",
            ],
        ]
        var matched: Set<String> = []
        for type in TransactionType.allCases {
            for sign in ["-", "+"] {
                let amount = sign == "-" ? "-10.00" : "10.00"
                let row = Make.observation(amount, "2026-03-06", type: type)
                if fires("new \(noun.rawValue)", row) { matched.insert(sign + type.rawValue) }
            }
        }
        let types = TransactionType.allCases.map(\.rawValue)
        switch noun {
        case .debit: #expect(matched == Set(types.map { "-" + $0 }))
        case .credit: #expect(matched == Set(types.map { "+" + $0 }))
        case .transaction: #expect(matched.count == 34)
        default: #expect(matched == expected[noun])
        }
    }

    @Test(
        "amounts are compared without sign",
        arguments: [
            ("over 500", "-500.00", false), ("over 500", "-500.01", true),
            ("at least 500", "-500.00", true), ("under 500", "-499.99", true),
            ("under 500", "-500.00", false), ("at most 50 NOK", "-50.00", true),
            ("over 500 EUR", "-900.00", false), ("over 100 under 200", "-150.00", true),
            ("over 100 under 200", "-200.00", false),
        ])
    func amounts(_ words: String, _ amount: String, _ isMatch: Bool) {
        #expect(fires("new debit \(words)", Make.observation(amount, "2026-03-06")) == isMatch)
    }

    @Test(
        "merchants: merchant name, booked text with or without card words, counterparty (RL-6)",
        arguments: [
            ("at 'REMA*'", "rema 1000 torshov", true), ("at 'REMA*'", "KIWI REMA", false),
            ("at 'REMA*'", "*0000 06.03 NOK 187.00 REMA 1000 Kurs: 1.0000", true),
            ("at 'REMA*' or 'KIWI*'", "KIWI 505", true), ("at 'k?wi*'", "KIWI 505", true),
            ("at 'BLÅBÆR'", "Bla\u{030A}bær", true), ("at 'BLABAR'", "BLÅBÆR", false),
            ("containing '1000'", "REMA 1000 TORSHOV", true),
            ("containing '*'", "REMA 1000", false), ("at Narvesen", "NARVESEN", true),
        ])
    func merchants(_ words: String, _ text: String, _ isMatch: Bool) {
        let row = Make.observation("-10.00", "2026-03-06", text: text)
        #expect(fires("new debit \(words)", row) == isMatch)
        let named = Make.observation("-10.00", "2026-03-06", text: "VAREKJØP", merchant: text)
        #expect(fires("new debit \(words)", named) == isMatch)
        var counter = Make.observation("-10.00", "2026-03-06", text: nil)
        counter.counterparty = Counterparty(name: text)
        #expect(fires("new debit \(words)", counter) == isMatch)
    }

    @Test("from is who pays, to is who is paid (D66)")
    func parties() {
        var row = Make.observation("30000.00", "2026-03-06", text: "LØNN")
        row.counterparty = Counterparty(name: "Acme AS")
        #expect(fires("new credit from 'Acme*'", row))
        #expect(fires("new transaction from 'Acme*'", row))
        #expect(!fires("new transaction to 'Acme*'", row))
        #expect(fires("new credit from 'lønn'", row))
    }

    @Test("accounts, own transfers, currencies, categories and types")
    func otherFilters() {
        let row = Make.observation("-10.00", "2026-03-06", type: .transfer, mcc: "5411")
        #expect(fires("new debit on Brukskonto", row))
        #expect(!fires("new debit on Sparekonto", row))
        #expect(fires("new debit on any account", row))
        #expect(!fires("new debit on all accounts except 'brukskonto'", row))
        #expect(fires("new debit in category groceries", row))
        #expect(fires("new debit in category 5411 or fuel", row))
        #expect(!fires("new debit in category restaurants", row))
        #expect(fires("new debit of type transfer", row))
        #expect(!fires("new debit of type point of sale", row))
        #expect(fires("new debit in NOK", row))
        #expect(!fires("new debit in a foreign currency", row))
        var own = row
        own.isOwnTransfer = true
        #expect(fires("new debit", own))
        #expect(!fires("new debit except own transfers", own))
        var abroad = row
        abroad.foreign = ForeignAmount(amount: Make.money("1.00", "USD"))
        #expect(fires("new debit in a foreign currency", abroad))
        #expect(fires("new debit in USD", abroad))
        #expect(!fires("new debit in NOK", abroad))
    }

    @Test("refused rows and remarks are no transactions", arguments: TransactionStatus.allCases)
    func statuses(_ status: TransactionStatus) {
        let row = Make.observation("-10.00", "2026-03-06", status)
        #expect(fires("new debit", row) == (status != .rejected && status != .memo))
        #expect(fires("new booked debit", row) == (status == .booked))
        #expect(fires("new pending debit", row) == (status == .pending || status == .authorized))
    }

    @Test("booking never fires again; another amount corrects (RL-14)")
    func booking() {
        let pending = Make.reservation("-612.35", "2026-03-06")
        let same = Make.observation("-612.35", "2026-03-06", text: "PUMPESTASJON")
        let more = Make.observation("-650.00", "2026-03-06")
        let less = Make.observation("-100.00", "2026-03-06")
        var scene = scene("new debit over 500")
        #expect(scene.poll([Scene.booked(pending, as: same)]).isEmpty)
        let corrected: [Verdict.Finding] = [.corrected(previous: Make.money("-612.35"))]
        #expect(scene.poll([Scene.booked(pending, as: more)]).map(\.finding) == corrected)
        #expect(scene.poll([Scene.booked(pending, as: less)]).map(\.finding) == corrected)
    }

    @Test("a booking that crosses a limit fires, also after a baseline (RL-14, D34)")
    func crossing() {
        let pending = Make.reservation("-400.00", "2026-03-06")
        let booked = Make.observation("-650.00", "2026-03-06")
        var scene = scene("new debit over 500")
        #expect(scene.poll([Scene.booked(pending, as: booked)]).map(\.finding) == [.occurred])
        var merchant = self.scene("new debit at 'VIN*'")
        let named = Make.observation("-400.00", "2026-03-06", text: "VINMONOPOLET")
        #expect(merchant.poll([Scene.booked(pending, as: named)]).isEmpty)
        let dearer = Make.observation("-450.00", "2026-03-06", text: "VINMONOPOLET")
        #expect(merchant.poll([Scene.booked(pending, as: dearer)]).isEmpty)
    }

    @Test(
        "a category that comes with the booking is no event for a reservation of the first poll",
        arguments: [true, false])
    func categoryOfBaseline(wasBaseline: Bool) {
        let pending = Make.reservation("-300.00", "2026-03-06")
        let booked = Make.observation("-299.99", "2026-03-06", mcc: "5411")
        let change = Scene.booked(pending, as: booked, wasBaseline: wasBaseline)
        var scene = scene("new debit in category groceries")
        #expect(scene.poll([change]).map(\.finding) == (wasBaseline ? [] : [.occurred]))
        var limited = self.scene("new debit under 300 in category groceries")
        #expect(limited.poll([change]).map(\.finding) == [.occurred])
    }

    @Test("a booking is a correction for one event joined by or and new for the other (RL-71)")
    func joinedEvents() {
        let pending = Make.reservation("-1000.00", "2026-03-06")
        let booked = Make.observation("-1150.00", "2026-03-06", type: .pointOfSale)
        var scene = scene("new debit over 500 or new purchase over 1100")
        #expect(
            scene.poll([Scene.booked(pending, as: booked)]).map(\.finding) == [
                .corrected(previous: Make.money("-1000.00")), .occurred,
            ])
    }

    @Test("new booked debit counts a reservation when it books, once (D22)")
    func bookedStage() {
        let pending = Make.reservation("-612.35", "2026-03-06")
        let booked = Make.observation("-612.35", "2026-03-06")
        var scene = scene("new booked debit over 500")
        #expect(scene.new(pending).isEmpty)
        #expect(scene.poll([Scene.booked(pending, as: booked)]).map(\.finding) == [.occurred])
        let amended = Scene.booked(
            booked, as: Make.observation("-613.00", "2026-03-06"), cause: .amended)
        #expect(
            scene.poll([amended]).map(\.finding) == [.corrected(previous: Make.money("-612.35"))])
    }

    @Test("rows that go or come back tell nothing")
    func leaving() {
        var scene = scene("new debit over 5")
        let row = Make.transaction(Make.observation("-612.35", "2026-03-06"))
        for cause in [TransactionChange.Cause.dropped, .removed] {
            let change = TransactionChange(before: row, after: nil, cause: cause)
            #expect(scene.poll([change]).isEmpty)
        }
        let back = TransactionChange(before: nil, after: row, cause: .returned)
        #expect(scene.poll([back]).isEmpty)
    }

    @Test("verdicts come in the order of the rules, then of the changes")
    func order() {
        var scene = Scene("new debit", "balance under 5000", "new debit over 5")
        scene.account(Make.account("a1"))
        let verdicts = scene.new(
            Make.observation("-1.00", "2026-03-06"), Make.observation("-9.00", "2026-03-05"))
        #expect(
            verdicts.map(\.ruleID) == [
                "new debit", "new debit", "balance under 5000", "new debit over 5",
            ])
        #expect(verdicts[0].evidence.value == Make.money("-1.00"))
    }
}
