import Finance
import Foundation
import TestSupport
import Testing

@Suite("Movements between own accounts")
struct OwnTransferTests {
    private static let both = [
        Make.account(from: "2026-02-20", number: "99990000001"),
        Make.account("a2", name: "Sparekonto", from: "2026-02-20", number: "99990000002"),
    ]

    private static func ledger() -> Ledger {
        var ledger = Ledger()
        ledger.take(Make.snapshot("2026-03-01T09:00:00Z", both))
        return ledger
    }

    private static func marks(_ ledger: Ledger) -> [Bool] {
        (ledger.transactions("a1") + ledger.transactions("a2")).map(\.isOwnTransfer)
    }

    private static func row(
        _ amount: String, _ account: String = "a1", text: String = "Sparing",
        day: String = "2026-03-05",
        type: TransactionType = .transfer
    ) -> TransactionObservation {
        Make.observation(amount, day, text: text, account: account, type: type)
    }

    @Test("both halves in one answer are marked")
    func pair() {
        var ledger = Self.ledger()
        let changes = ledger.take(
            Make.snapshot(
                "2026-03-06T09:00:00Z", Self.both, [Self.row("-500"), Self.row("500", "a2")])
        ).changes.transactions
        #expect(changes.map(\.cause) == [.appeared, .appeared])
        #expect(changes.allSatisfy { $0.after?.isOwnTransfer == true })
    }

    @Test("a half that comes later marks the first one as well")
    func twoAnswers() {
        var ledger = Self.ledger()
        let first = Self.row("-500")
        ledger.take(Make.snapshot("2026-03-06T09:00:00Z", Self.both, [first]))
        #expect(Self.marks(ledger) == [false])
        let changes = ledger.take(
            Make.snapshot("2026-03-06T09:05:00Z", Self.both, [first, Self.row("500", "a2")])
        ).changes.transactions
        #expect(changes.map(\.cause) == [.amended, .appeared])
        #expect(Self.marks(ledger) == [true, true])
        let again = ledger.take(
            Make.snapshot("2026-03-06T09:10:00Z", Self.both, [first, Self.row("500", "a2")]))
        #expect(again.records.isEmpty)
    }

    @Test("halves at two banks are marked as soon as the second bank has answered")
    func twoBanks() throws {
        var ledger = Self.ledger()
        ledger.take(Make.snapshot("2026-03-06T09:00:00Z", Self.both, [Self.row("-500")]))
        let other = AccountObservation(
            details: AccountDetails(
                displayName: "Felles", institutionName: "other", currency: .nok,
                accountNumber: AccountNumber("99990000009"), bankAccountID: "b1"),
            kind: .asset, booked: nil, available: nil)
        var known = ReconciliationInput()
        known.otherAccounts = ledger.stored.accounts.values.map(\.account)
        known.otherRecords = ledger.records()
        let answer = Snapshot(
            source: "other", observedAt: Make.instant("2026-03-06T10:00:00Z"), accounts: [other],
            transactions: [Self.row("500", "b1")])
        let found = Reconciler.reconcile(
            answer, source: SourceFacts(id: "other"), with: known, zone: Make.oslo)
        #expect(found.records.count == 2)
        #expect(found.records.allSatisfy { $0.transaction.isOwnTransfer })
        #expect(found.changes.transactions.map(\.cause) == [.amended, .appeared])
    }

    @Test("a payment to an own account at another bank is marked, whenever that bank answers")
    func numberElsewhere() throws {
        var known = ReconciliationInput()
        known.otherAccounts = Self.both.map(\.account)
        let account = Make.account("b1", number: nil)
        var paid = Self.row("-500", "b1")
        paid.counterparty = Counterparty(name: nil, account: AccountNumber("9999.00.00002"))
        for (time, count) in [("09", 1), ("10", 0)] {
            let found = Reconciler.reconcile(
                Make.snapshot("2026-03-06T\(time):00:00Z", [account], [paid]),
                source: SourceFacts(id: Make.source), with: known, zone: Make.oslo)
            #expect(found.records.count == count)
            #expect(found.records.allSatisfy { $0.transaction.isOwnTransfer })
            for facts in found.accounts { known.accounts[facts.account.id] = facts }
            for record in found.records {
                known.records[record.transaction.accountID] = [record]
            }
        }
    }

    @Test("an account that two banks list is found by its number, an IBAN included")
    func readTwice() {
        func facts(_ source: String, _ number: String) -> AccountFacts {
            let details = AccountDetails(
                displayName: "Felles", institutionName: source, currency: .nok,
                accountNumber: AccountNumber(number), bankAccountID: number)
            return AccountFacts(
                account: .asset(AssetAccount(details: details)), booked: nil, available: nil,
                creditLimit: nil, freshAt: .distantPast, completeAt: nil, firstSeen: .distantPast)
        }
        let all = [
            facts("a", "9999.00.00001"), facts("b", "NO7199990000001"), facts("b", "99990000002"),
        ]
        let byID = Dictionary(uniqueKeysWithValues: all.map { ($0.account.id, $0) })
        let sources = ["a": SourceFacts(id: "a"), "b": SourceFacts(id: "b")]
        let shared = Facts(accounts: byID, sources: sources).sharedAccounts
        #expect(all.map { shared[$0.account.id] } == [["b"], ["a"], nil])
    }

    @Test(
        "a lone half is marked if its text or its other side says so",
        arguments: [
            (Self.row("-400", text: "Overføring mellom egne kontoer"), true),
            (Self.row("-400", text: "Til: Ola Testesen"), false),
        ])
    func lone(row: TransactionObservation, isOwn: Bool) {
        var ledger = Self.ledger()
        ledger.take(Make.snapshot("2026-03-06T09:00:00Z", Self.both, [row]))
        #expect(Self.marks(ledger) == [isOwn])
    }

    @Test(
        "the number of an own account on the other side tells, dots or not",
        arguments: [
            ("99990000002", true), ("9999.00.00002", true), ("99991111121", false),
        ])
    func otherSide(number: String, isOwn: Bool) {
        var row = Self.row("-400")
        row.counterparty = Counterparty(account: AccountNumber(number))
        var ledger = Self.ledger()
        ledger.take(Make.snapshot("2026-03-06T09:00:00Z", Self.both, [row]))
        #expect(Self.marks(ledger) == [isOwn])
    }

    @Test(
        "purchases, other days and the same account make no pair",
        arguments: [
            [Self.row("-500", type: .pointOfSale), Self.row("500", "a2")],
            [Self.row("-500"), Self.row("500", "a2", day: "2026-03-04")],
            [Self.row("-500"), Self.row("500", "a1")],
            [Self.row("-500"), Self.row("-500", "a2")],
            [Self.row("-500"), Self.row("500.01", "a2")],
            [Self.row("-500", text: "A"), Self.row("-500", text: "B"), Self.row("500", "a2")],
        ])
    func noPair(rows: [TransactionObservation]) {
        var ledger = Self.ledger()
        ledger.take(Make.snapshot("2026-03-06T09:00:00Z", Self.both, rows))
        #expect(!Self.marks(ledger).contains(true))
    }

    @Test("two equal transfers on one day are both marked")
    func twins() {
        var ledger = Self.ledger()
        let rows = [
            Self.row("-500"), Self.row("-500"), Self.row("500", "a2"), Self.row("500", "a2"),
        ]
        ledger.take(Make.snapshot("2026-03-06T09:00:00Z", Self.both, rows))
        #expect(Self.marks(ledger) == [true, true, true, true])
    }

    @Test("a mark stays when the bank lists the row without it")
    func sticky() {
        var ledger = Self.ledger()
        var marked = Self.row("-500")
        marked.isOwnTransfer = true
        ledger.take(Make.snapshot("2026-03-06T09:00:00Z", Self.both, [marked]))
        let result = ledger.take(
            Make.snapshot("2026-03-06T09:05:00Z", Self.both, [Self.row("-500")]))
        #expect(result.records.isEmpty)
        #expect(Self.marks(ledger) == [true])
    }
}
