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
            let day = Make.day("2026-03-01").adding(days: index)
            ledger.take(
                Make.snapshot("\(day)T09:00:00Z", [Make.account(from: "2026-02-20")], rows))
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

    @Test("of the day before does not hide a purchase that its text tells was booked at once")
    func bookedAtOnce() {
        let atOnce = Make.observation(
            "-187.00", "2026-03-03", text: "03.03 FJORDBY TAXI AS", posted: "2026-03-03")
        let own = Make.observation(
            "-187.00", "2026-03-05", text: "02.03 FJORDBY TAXI AS", posted: "2026-03-05")
        let ledger = Self.play([
            [], [Self.held], [Self.held, atOnce], [Self.held, atOnce], [own, atOnce],
        ])
        #expect(ledger.history.map(\.cause) == [.appeared, .appeared, .booked])
        var dayless = atOnce
        dayless.text = "FJORDBY TAXI AS"
        let open = Self.play([[], [Self.held], [Self.held, dayless]])
        #expect(open.history.map(\.cause) == [.appeared, .booked])
    }

    @Test("of the day after a purchase that its text tells was booked at once is another one")
    func afterBookedAtOnce() {
        let atOnce = Make.observation(
            "-187.00", "2026-03-02", text: "02.03 FJORDBY TAXI AS", posted: "2026-03-02")
        let held = Make.reservation("-187.00", "2026-03-03", text: "FJORDBY TAXI AS")
        let ledger = Self.play([[], [atOnce], [atOnce], [atOnce, held]])
        #expect(ledger.history.map(\.cause) == [.appeared, .appeared])
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

    @Test("a hold that becomes the booked amount between two answers stays one transaction")
    func changedAndBooked() {
        let hold = Make.reservation("-256.93", "2026-03-02", text: "HOTELL FJORDUTS")
        let real = Make.reservation("-329.41", "2026-03-02", text: "HOTELL FJORDUTS")
        let booked = Self.hotel("-329.41")
        let ledger = Self.play([[], [hold], [real, booked], [booked, real], [booked]])
        #expect(ledger.history.map(\.cause) == [.appeared, .booked])
        #expect(ledger.transactions().map(\.reservedAmount) == [Make.money("256.93")])
    }

    @Test("a reservation left out of the answer that brings its booking is not another purchase")
    func cameToLight() {
        let held = Make.reservation("-256.93", "2026-03-02", text: "HOTELL FJORDUTS")
        let booked = Self.hotel("-329.41")
        let ledger = Self.play([[], [], [booked], [booked, held], [held, booked], [booked]])
        #expect(ledger.history.map(\.cause) == [.appeared])
        #expect(ledger.transactions().map(\.status) == [.booked])
    }

    @Test("an older copy of the list, from before the booking, shows nothing new")
    func olderCopy() {
        let held = Make.reservation("-187.00", "2026-03-02", text: "FJORDBY TAXI AS")
        let ledger = Self.play([[], [], [Self.booked], [held], [Self.booked], [Self.booked]])
        #expect(ledger.history.map(\.cause) == [.appeared])
    }

    @Test("a booking that settles one of two listed reservations waits until the list tells which")
    func eitherOfTwo() {
        let one = Make.reservation("-256.93", "2026-03-02", text: "HOTELL FJORDUTS")
        let other = Make.reservation("-301.20", "2026-03-02", text: "HOTELL FJORDUTS")
        let booked = Self.hotel("-310.00")
        let ledger = Self.play([[], [one, other], [one, other, booked], [other, booked]])
        #expect(ledger.history.map(\.cause) == [.appeared, .appeared, .booked])
        #expect(
            ledger.history.last?.before?.signedAmount == one.amount, "the one that went away")
    }

    @Test("a listed reservation that names nobody is another purchase until it goes away")
    func hiddenCard() {
        let open = Make.reservation("-187.00", "2026-03-02", text: "VISA")
        let ledger = Self.play([[], [open], [open, Self.booked]])
        #expect(ledger.history.map(\.cause) == [.appeared])
        let later = Self.play([[], [open], [open, Self.booked], [Self.booked]])
        #expect(later.history.map(\.cause) == [.appeared, .booked])
    }

    @Test("nothing waits longer than bookings take to be posted")
    func waitsNoLonger() {
        let open = Make.reservation("-187.00", "2026-03-02", text: "VISA")
        let both = [open, Self.booked]
        let ledger = Self.play([[], [open], [open], both, both, both, both, both, both, both])
        #expect(ledger.history.map(\.cause) == [.appeared, .appeared])
    }

    private static func hotel(_ amount: String) -> TransactionObservation {
        Make.observation(
            amount, "2026-03-02",
            text: "*0000 02.03 NOK \(amount.dropFirst()) HOTELL FJORDUTSIKT Kurs: 1.0000",
            posted: "2026-03-03", type: .pointOfSale, mcc: "7011", merchant: "HOTELL FJORDUTSIKT")
    }
}
