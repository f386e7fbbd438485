import TestSupport
import Testing

@testable import Finance

@Suite("What speaks for a booking")
struct BookingEvidenceTests {
    private static func evidence(
        _ reservation: TransactionObservation, _ booking: TransactionObservation,
        isGone: Bool = false
    ) -> BookingEvidence? {
        BookingEvidence(
            reservation: RowKind(reservation, isGone: isGone), booking: RowKind(booking))
    }

    private static func booked(
        _ amount: String, _ date: String,
        _ text: String = "*0000 06.03 NOK 1.00 KIWI 505 Kurs: 1.0000",
        mcc: String? = nil
    ) -> TransactionObservation {
        Make.observation(amount, date, text: text, posted: "2026-03-09", mcc: mcc)
    }

    @Test(
        "by amount, day and name",
        arguments: [
            ("-95", "2026-03-06", "KIWI 505", BookingEvidence.amountDayMerchant),
            ("-95", "2026-03-06", "VISA", .amountDay),
            ("-95", "2026-03-05", "KIWI 505", .amountNextDayMerchant),
            ("-95", "2026-03-07", "Varekjøp", .amountNextDay),
            ("-95", "2026-03-04", "KIWI 505", nil), ("-95", "2026-03-06", "REMA", nil),
            ("95", "2026-03-06", "KIWI 505", nil), ("-96", "2026-03-06", "KIWI 505", nil),
            ("-95", "2026-03-06", "Straksoverføring", nil),
        ] as [(String, String, String, BookingEvidence?)])
    func equalAmounts(amount: String, day: String, text: String, expected: BookingEvidence?) {
        let reservation = Make.reservation(amount, day, text: text, type: .unknown)
        #expect(Self.evidence(reservation, Self.booked("-95", "2026-03-06")) == expected)
    }

    @Test(
        "by tolerance of the booking's category",
        arguments: [
            ("2026-03-06", "KIWI 505", BookingEvidence.toleranceDayMerchant),
            ("2026-03-06", "VISA", .toleranceDay), ("2026-03-07", "VISA", nil),
            ("2026-03-05", "KIWI 505", .toleranceNextDayMerchant), ("2026-03-04", "KIWI 505", nil),
            ("2026-03-06", "REMA", nil),
        ] as [(String, String, BookingEvidence?)])
    func tolerance(day: String, text: String, expected: BookingEvidence?) {
        let reservation = Make.reservation("-1000", day, text: text)
        let booking = Self.booked("-612.35", "2026-03-06", mcc: "5541")
        #expect(Self.evidence(reservation, booking) == expected)
    }

    @Test(
        "at a pump any lower amount, a higher one only from a round hold (D77)",
        arguments: [
            ("-1000", true), ("-650", true), ("-623.40", true), ("-612.35", true), ("-600", true),
            ("-611", false),
        ])
    func pumps(held: String, isEnough: Bool) {
        let reservation = Make.reservation(held, "2026-03-06", text: "KIWI 505")
        let booking = Self.booked("-612.35", "2026-03-06", mcc: "5541")
        #expect((Self.evidence(reservation, booking) != nil) == isEnough)
    }

    @Test("of two reservations at a pump the round hold is settled first (D77)")
    func roundFirst() throws {
        let booking = Self.booked("-612.35", "2026-03-06", mcc: "5541")
        let steps = try ["-1000", "-799"].map { held in
            let reservation = Make.reservation(held, "2026-03-06", text: "KIWI 505")
            return try #require(Self.evidence(reservation, booking)).rawValue
        }
        #expect(steps[0] < steps[1])
        let other = Make.reservation("-799", "2026-03-05", text: "KIWI 505")
        #expect(Self.evidence(other, booking) == nil)
    }

    @Test("one day apart only where the booking was posted within the usual days")
    func postedLate() {
        let reservation = Make.reservation("-95", "2026-03-05", text: "KIWI 505")
        let booking = Make.observation(
            "-95", "2026-03-06", text: "*0000 06.03 NOK 95.00 KIWI 505 Kurs: 1.0000",
            posted: "2026-03-12")
        #expect(Self.evidence(reservation, booking) == nil)
        let sameDay = Make.reservation("-95", "2026-03-06", text: "KIWI 505")
        #expect(Self.evidence(sameDay, booking) == .amountDayMerchant)
    }

    @Test("a dropped reservation that hid its merchant needs the equal amount")
    func dropped() {
        let reservation = Make.reservation("-1000", "2026-03-06", text: "VISA")
        let less = Self.booked("-612.35", "2026-03-06", mcc: "5541")
        let equal = Self.booked("-1000", "2026-03-06", mcc: "5541")
        #expect(Self.evidence(reservation, less, isGone: true) == nil)
        #expect(Self.evidence(reservation, equal, isGone: true) == .amountDay)
    }

    @Test(
        "a booking that tells no day of purchase reaches back a week",
        arguments: [
            ("2026-03-02", BookingEvidence.amountPosted), ("2026-03-01", nil),
            ("2026-03-09", .amountDay),
            ("2026-03-10", .amountNextDay), ("2026-03-11", nil),
        ] as [(String, BookingEvidence?)])
    func postingOnly(day: String, expected: BookingEvidence?) {
        let reservation = Make.reservation("-20", day, text: "Straksoverføring", type: .transfer)
        let booking = Self.booked("-20", "2026-03-09", "Til: Ola Testesen")
        #expect(Self.evidence(reservation, booking) == expected)
        // A day in the text is a day of purchase, even if it is the day of posting.
        let card = Self.booked("-20", "2026-03-09", "09.03 KIWI 505")
        let visa = Make.reservation("-20", "2026-03-02", text: "VISA")
        #expect(Self.evidence(visa, card) == nil)
    }

    @Test("a reservation abroad tells so itself")
    func abroad() {
        var reservation = Make.reservation("-312.40", "2026-03-06", text: "KIWI 505")
        let booking = Self.booked("-318.75", "2026-03-06")
        #expect(Self.evidence(reservation, booking) == nil)
        reservation.foreign = ForeignAmount(amount: Make.money("30", "USD"))
        #expect(Self.evidence(reservation, booking) == .toleranceDayMerchant)
        var other = booking
        other.foreign = ForeignAmount(amount: Make.money("31", "NOK"))
        #expect(Self.evidence(reservation, other) == nil)
    }

    @Test("every kind of evidence has words and a tier, stronger before weaker")
    func words() {
        #expect(Set(BookingEvidence.allCases.map(\.words)).count == BookingEvidence.allCases.count)
        let tiers = BookingEvidence.allCases.map(\.tier.rawValue)
        #expect(tiers == tiers.sorted())
    }
}
