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
