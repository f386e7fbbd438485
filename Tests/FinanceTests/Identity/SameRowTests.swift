import Finance
import Foundation
import TestSupport
import Testing

@Suite("The same row in another answer")
struct SameRowTests {
    private static func ledger(_ rows: [TransactionObservation]) -> Ledger {
        var ledger = Ledger()
        ledger.take(Make.snapshot("2026-03-01T09:00:00Z", [Make.account(from: "2026-02-20")]))
        ledger.take(Make.snapshot("2026-03-06T09:00:00Z", [Make.account(from: "2026-02-20")], rows))
        return ledger
    }

    private static func reading(
        _ ledger: Ledger, _ rows: [TransactionObservation]
    ) -> Reconciliation {
        ledger.reading(
            Make.snapshot("2026-03-06T10:00:00Z", [Make.account(from: "2026-02-20")], rows))
    }

    @Test("other bank ids are neither news nor a write", arguments: ["2", "0", "", nil])
    func flappingIDs(id: String?) {
        let rows = (1...3).map { Make.observation("-95", "2026-03-05", id: "x\($0)") }
        let ledger = Self.ledger(rows)
        let other = rows.map { row in
            var row = row
            row.bankTransactionID = id
            return row
        }
        let result = Self.reading(ledger, other)
        #expect(result.changes.transactions.isEmpty && result.records.isEmpty)
    }

    @Test("a first bank id is kept without telling anybody")
    func firstID() {
        let ledger = Self.ledger([Make.observation("-95", "2026-03-05")])
        let result = Self.reading(ledger, [Make.observation("-95", "2026-03-05", id: "77")])
        #expect(result.changes.transactions.isEmpty)
        #expect(result.records.map(\.observation.bankTransactionID) == ["77"])
    }

    @Test("details that come are an amendment, details that go are not")
    func details() {
        let bare = Make.observation("-95", "2026-03-05")
        let rich = Make.observation(
            "-95", "2026-03-05", type: .pointOfSale, mcc: "5814", merchant: "KAFFEHJORNET")
        let more = Self.reading(Self.ledger([bare]), [rich])
        #expect(more.changes.transactions.map(\.cause) == [.amended])
        #expect(more.changes.transactions.first?.after?.merchantName == "KAFFEHJORNET")
        let less = Self.reading(Self.ledger([rich]), [bare])
        #expect(less.changes.transactions.isEmpty && less.records.isEmpty)
    }

    @Test(
        "a rewritten text or day of a booked row is an amendment",
        arguments: [
            (
                Make.observation("-95", "2026-03-05", text: "Nettgiro til: Fjordby"),
                Make.observation("-95", "2026-03-05", text: "Nettgiro til: Fjordby Kraft")
            ),
            (
                Make.observation("-95", "2026-03-05", text: "Varekjøp"),
                Make.observation("-95", "2026-03-05", text: "05.03 KIWI 505")
            ),
            (
                Make.observation("-95", "2026-03-05", text: "KIWI 505", posted: "2026-03-05"),
                Make.observation(
                    "-95", "2026-03-02", text: "*0000 02.03 NOK 95.00 KIWI 505 Kurs: 1.0000",
                    posted: "2026-03-05")
            ),
            (
                Make.observation("-95", "2026-03-02", text: "KIWI", posted: "2026-03-04"),
                Make.observation("-95", "2026-03-02", text: "KIWI", posted: "2026-03-05")
            ),
        ])
    func amended(before: TransactionObservation, after: TransactionObservation) {
        let ledger = Self.ledger([before])
        let changes = Self.reading(ledger, [after]).changes.transactions
        #expect(changes.map(\.cause) == [.amended])
        #expect(changes.first?.after?.id == ledger.transactions().first?.id)
    }

    @Test(
        "another purchase is not an amendment",
        arguments: [
            Make.observation("-95", "2026-03-05", text: "REMA"),
            Make.observation("-96", "2026-03-05", text: "KIWI 505"),
            Make.observation("-95", "2026-03-06", text: "KIWI 505"),
            Make.observation("95", "2026-03-05", text: "KIWI 505"),
        ])
    func notAmended(other: TransactionObservation) {
        let stays = Make.observation("-7", "2026-03-05", text: "AVIS")
        let ledger = Self.ledger([Make.observation("-95", "2026-03-05", text: "KIWI"), stays])
        let changes = Self.reading(ledger, [other, stays]).changes.transactions
        #expect(changes.map(\.cause) == [.appeared])
    }

    @Test("a reservation's text may become clearer")
    func clearerReservation() {
        let ledger = Self.ledger([Make.reservation("-95", "2026-03-05", text: "VISA")])
        let changes = Self.reading(
            ledger, [Make.reservation("-95", "2026-03-05", text: "KIWI 505")]
        ).changes.transactions
        #expect(changes.map(\.cause) == [.amended])
    }

    @Test("a stable bank id carries a row over a new text and a new amount")
    func stableID() {
        let others = (1...4).map { Make.observation("-\($0)", "2026-03-05", id: "s\($0)") }
        let ledger = Self.ledger(
            others + [Make.observation("-95", "2026-03-05", text: "Nettgiro", id: "7")])
        let changes = Self.reading(
            ledger,
            others + [Make.observation("-95", "2026-03-05", text: "Til: Ola", id: "7")]
        ).changes.transactions
        #expect(changes.map(\.cause) == [.amended])
    }

    @Test("a reservation with the id of its booking is booked with that evidence")
    func bookedByID() {
        var ledger = Self.ledger([Make.reservation("-95", "2026-03-05", text: "KORT 1", id: "7")])
        ledger.take(
            Make.snapshot(
                "2026-03-08T10:00:00Z", [Make.account(from: "2026-02-20")],
                [Make.observation("-95", "2026-03-05", text: "REMA", posted: "2026-03-08", id: "7")]
            ))
        #expect(ledger.history.last?.cause == .booked)
        #expect(ledger.records().first?.evidence?.tier == .bankID)
    }

    @Test("ids that merely number the rows of an answer prove nothing")
    func positions() {
        let ledger = Self.ledger([
            Make.observation("-95", "2026-03-05", text: "KIWI", id: "1"),
            Make.observation("-20", "2026-03-05", text: "REMA", id: "2"),
        ])
        let changes = Self.reading(
            ledger,
            [
                Make.observation("-20", "2026-03-05", text: "COOP", id: "1"),
                Make.observation("-95", "2026-03-05", text: "KIWI", id: "2"),
                Make.observation("-20", "2026-03-05", text: "REMA", id: "3"),
            ]
        ).changes.transactions
        #expect(changes.map(\.cause) == [.appeared])
        #expect(changes.first?.after?.originalTransactionDescription == "COOP")
    }

    @Test("a purchase of New Year's Eve is booked in the next year")
    func yearEnd() {
        var ledger = Ledger()
        let account = [Make.account(from: "2026-12-10")]
        ledger.take(Make.snapshot("2026-12-30T09:00:00Z", account))
        ledger.take(
            Make.snapshot(
                "2026-12-31T20:00:00Z", account,
                [Make.reservation("-95", "2026-12-31", text: "FJORDBY TAXI AS")]))
        let booking = Make.observation(
            "-95", "2026-12-31", text: "*0000 31.12 NOK 95.00 FJORDBY TAXI AS Kurs: 1.0000",
            posted: "2027-01-04")
        let changes = ledger.take(Make.snapshot("2027-01-04T09:00:00Z", account, [booking])).changes
        #expect(changes.transactions.map(\.cause) == [.booked])
        #expect(changes.transactions.first?.after?.transactionDate == Make.day("2026-12-31"))
    }

    @Test(
        "a baseline reservation is told only if its booking has another amount",
        arguments: [
            ("-1000.00", true), ("-612.35", false),
        ])
    func baselineReservation(booked: String, isBaseline: Bool) {
        var ledger = Ledger()
        let account = [Make.account(from: "2026-02-20")]
        ledger.take(
            Make.snapshot(
                "2026-03-06T09:00:00Z", account,
                [Make.reservation("-1000.00", "2026-03-06", text: "PUMPESTASJON 44")]))
        let booking = Make.observation(
            booked, "2026-03-06", text: "PUMPESTASJON 44 FJORDBY", posted: "2026-03-09",
            mcc: "5541")
        let changes = ledger.take(Make.snapshot("2026-03-09T09:00:00Z", account, [booking])).changes
        #expect(changes.transactions.map(\.cause) == [.booked])
        #expect(changes.transactions.map(\.isBaseline) == [isBaseline])
        #expect(changes.transactions.map(\.wasInBaseline) == [true])
        #expect(ledger.records().first?.isBaseline == true)
    }

    @Test(
        "late and future rows are new to us whatever their day",
        arguments: [
            "2026-03-05", "2026-03-01", "2026-02-14", "2026-03-09",
        ])
    func lateRows(day: String) {
        let ledger = Self.ledger([])
        let changes = Self.reading(ledger, [Make.observation("-1", day)]).changes.transactions
        #expect(changes.map(\.cause) == [.appeared])
        #expect(changes.map(\.isBaseline) == [false])
    }

    @Test("ids that change between answers are not believed at all")
    func unstableIDs() {
        let ledger = Self.ledger([
            Make.observation("-20", "2026-03-05", text: "KIWI", id: "1"),
            Make.observation("-30", "2026-03-05", text: "REMA", id: "2"),
        ])
        let changes = Self.reading(
            ledger,
            [
                Make.observation("-30", "2026-03-05", text: "REMA", id: "9"),
                Make.observation("-20", "2026-03-05", text: "COOP", id: "1"),
            ]
        ).changes.transactions
        #expect(changes.map(\.cause) == [.appeared])
    }
}
