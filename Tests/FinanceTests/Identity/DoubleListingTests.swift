import Finance
import TestSupport
import Testing

@Suite("A reservation listed beside its booking")
struct DoubleListingTests {
    private static let held = Make.reservation("-187.00", "2026-03-02", text: "FJORDBY TAXI AS")
    private static let booked = Make.observation(
        "-187.00", "2026-03-02", text: "*0000 02.03 NOK 187.00 FJORDBY TAXI AS Kurs: 1.0000",
        posted: "2026-03-04", type: .pointOfSale, merchant: "FJORDBY TAXI AS")

    private static func play(_ answers: [[TransactionObservation]]) -> Ledger {
        var ledger = Ledger()
        for (index, rows) in answers.enumerated() {
            ledger.take(
                Make.snapshot(
                    "2026-03-0\(index + 1)T09:00:00Z", [Make.account(from: "2026-02-20")], rows))
        }
        return ledger
    }

    @Test("is one transaction that is new once and booked once")
    func once() {
        let ledger = Self.play([
            [], [Self.held], [Self.held, Self.booked], [Self.booked, Self.held], [Self.booked],
        ])
        #expect(ledger.history.map(\.cause) == [.appeared, .booked])
        #expect(ledger.transactions().map(\.status) == [.booked])
    }

    @Test("is one transaction when both come in one answer, the first one included")
    func together() {
        for answers in [
            [[Self.held, Self.booked]], [[], [Self.booked, Self.held], [Self.booked]],
        ] {
            let ledger = Self.play(answers)
            #expect(ledger.history.map(\.cause) == [.appeared])
            #expect(ledger.records().first?.evidence?.isListedTwice == true)
            #expect(ledger.transactions().count == 1)
        }
    }

    @Test("does not hide a second purchase of the same price")
    func second() {
        let ledger = Self.play([
            [], [Self.held], [Self.held, Self.booked], [Self.held, Self.held, Self.booked],
        ])
        #expect(ledger.history.map(\.cause) == [.appeared, .booked, .appeared])
    }

    @Test("two payments to nobody in particular stay two")
    func hiddenPayments() {
        let open = Make.reservation(
            "-20.00", "2026-03-03", text: "Straksoverføring", type: .transfer)
        let paid = Make.observation("-20.00", "2026-03-03", text: "Til: Ola Testesen")
        let ledger = Self.play([[], [], [open, paid]])
        #expect(ledger.transactions().count == 2)
    }

    @Test("a pump's hold that becomes the real amount before it is booked stays one transaction")
    func changedHold() {
        let hold = Make.reservation("-1000.00", "2026-03-02", text: "PUMPESTASJON 44")
        let real = Make.reservation("-612.35", "2026-03-02", text: "PUMPESTASJON 44")
        let other = Make.reservation("-87.40", "2026-03-02", text: "KIWI")
        let next = Make.reservation("-31.20", "2026-03-02", text: "KIWI")
        let ledger = Self.play([[], [hold, other], [real, next]])
        #expect(ledger.history.map(\.cause) == [.appeared, .appeared, .amended, .appeared])
    }
}
