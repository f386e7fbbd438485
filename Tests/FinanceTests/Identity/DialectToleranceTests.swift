import Finance
import TestSupport
import Testing

@testable import Banks

/// What banks do between reservation and booking, one answer a day from 2 March 2026 on.
@Suite("Bookings at banks that differ from the standard")
struct DialectToleranceTests {
    private static func ledger(
        _ tolerances: IdentityTolerances, _ answers: [[TransactionObservation]]
    ) -> Ledger {
        var ledger = Ledger()
        for (index, rows) in ([[]] + answers).enumerated() {
            let day = Make.day("2026-03-01").adding(days: index)
            ledger.take(
                Snapshot(
                    source: Make.source, observedAt: Make.instant("\(day)T09:00:00Z"),
                    outcome: .complete, accounts: [Make.account(from: "2026-02-20")],
                    transactions: rows, tolerances: tolerances))
        }
        return ledger
    }

    private static func held(_ date: String, _ text: String? = "BISTRO FJORD")
        -> TransactionObservation
    {
        Make.reservation("-400.00", date, text: text)
    }

    /// The bill with a tip.
    private static func paid(
        _ date: String, posted: String? = nil, text: String = "BISTRO FJORD"
    ) -> TransactionObservation {
        Make.observation("-440.00", date, text: text, posted: posted, mcc: "5812")
    }

    @Test("a reservation whose date changes every day is booked on its day with a tip")
    func undated() {
        let ledger = Self.ledger(
            .simpleFIN,
            [
                [Self.held("2026-03-02")], [Self.held("2026-03-03")], [Self.held("2026-03-04")],
                [Self.paid("2026-03-02", posted: "2026-03-05")],
            ])
        #expect(ledger.history.map(\.cause) == [.appeared, .amended, .amended, .booked])
    }

    @Test("a reservation without a day of its own that an older list shows again is no news")
    func echo() {
        let booked = Make.observation("-400.00", "2026-03-02", text: "BISTRO FJORD")
        let ledger = Self.ledger(
            .simpleFIN,
            [[Self.held("2026-03-02")], [booked], [Self.held("2026-03-04")], [booked]])
        #expect(ledger.history.map(\.cause) == [.appeared, .booked])
    }

    @Test(
        "an equal amount without a name on another day is another purchase",
        arguments: [nil, "Visa"])
    func namelessNextDay(text: String?) {
        let ticket = Make.observation("-400.00", "2026-03-02", text: "RUTER BILLETT")
        let ledger = Self.ledger(
            .enableBanking,
            [
                [Self.held("2026-03-02", text)], [ticket],
                [ticket, Self.held("2026-03-03", text)],
            ])
        #expect(ledger.history.map(\.cause) == [.appeared, .booked, .appeared])
    }

    @Test(
        "a purchase that equals one booked some days before is new, also if it is read late",
        arguments: [.standard, .spareBank1, .enableBanking, .simpleFIN] as [IdentityTolerances])
    func equalToBooked(tolerances: IdentityTolerances) {
        func booked(_ date: String) -> TransactionObservation {
            Make.observation("-400.00", date, text: "BISTRO FJORD")
        }
        let first = booked("2026-03-02")
        let other = Make.reservation("-31.20", "2026-03-03", text: "KIWI")
        // The booking's reservation was listed before, or never.
        for start in [[[Self.held("2026-03-02")], [first]], [[], [first]]] {
            let ledger = Self.ledger(
                tolerances,
                start + [
                    [first], [first], [first, Self.held("2026-03-05"), other],
                    [first, Self.held("2026-03-05")], [first, booked("2026-03-05")],
                ])
            let news = ledger.history.filter { $0.cause == .appeared }
            #expect(news.count == 3)
            #expect(ledger.history.last?.cause == .booked)
            #expect(ledger.transactions().filter { $0.status == .booked }.count == 2)
        }
    }

    @Test(
        "a reservation listed again beside its booking on its own day is no news",
        arguments: [.standard, .spareBank1, .enableBanking, .simpleFIN] as [IdentityTolerances])
    func ownDay(tolerances: IdentityTolerances) {
        let held = Self.held("2026-03-02")
        let booked = Make.observation("-400.00", "2026-03-02", text: "BISTRO FJORD")
        let ledger = Self.ledger(tolerances, [[held], [booked], [booked, held], [booked]])
        #expect(ledger.history.map(\.cause) == [.appeared, .booked])
    }

    @Test("a booked row that gets its earlier text back is not its copy that was removed")
    func earlierText() {
        let stays = Make.observation("-7.00", "2026-03-02", text: "AVIS")
        let usual = Make.observation("-77.00", "2026-03-02", text: "KAFFE", posted: "2026-03-03")
        let enriched = Make.observation(
            "-77.00", "2026-03-02", text: "Vare/tjeneste KAFFE", posted: "2026-03-03")
        let answers = [
            [usual, stays], [usual, usual, stays], [usual, stays], [usual, stays],
            [enriched, stays], [usual, stays],
        ]
        var ledger = Self.ledger(.enableBanking, answers)
        #expect(
            ledger.history.map(\.cause)
                == [.appeared, .appeared, .appeared, .removed, .amended, .amended])
        #expect(ledger.transactions().count == 2)
        // The copy keeps its identity for a return.
        ledger = Self.ledger(.enableBanking, answers + [[usual, usual, stays]])
        #expect(ledger.history.last?.cause == .returned)
        ledger = Self.ledger(.enableBanking, answers.dropLast() + [[usual, usual, stays]])
        #expect(
            ledger.history.suffix(2).map(\.cause).sorted { "\($0)" < "\($1)" }
                == [.amended, .returned])
    }

    @Test(
        "a removed purchase that comes back is not another one that is missing",
        arguments: [("KAFFE", "2026-03-01"), ("AVIS", "2026-03-02")])
    func returnsInstead(text: String, date: String) {
        let stays = Make.observation("-7.00", "2026-03-02", text: "AVIS")
        let kept = Make.observation("-77.00", "2026-03-02", text: "KAFFE", posted: "2026-03-03")
        let gone = Make.observation("-77.00", date, text: text, posted: "2026-03-03")
        let ledger = Self.ledger(
            .enableBanking,
            [
                [kept, gone, stays], [kept, stays], [kept, stays], [gone, stays],
                [kept, gone, stays],
            ])
        #expect(
            ledger.history.map(\.cause) == [.appeared, .appeared, .appeared, .removed, .returned])
    }

    @Test("a booking with a tip waits while its reservation is listed beside it")
    func listedTwice() {
        let (held, paid) = (Self.held("2026-03-02"), Self.paid("2026-03-05"))
        let ledger = Self.ledger(.simpleFIN, [[held], [held], [held], [held, paid], [paid]])
        #expect(ledger.history.map(\.cause) == [.appeared, .booked])
    }

    @Test("a reservation that names nobody is booked with a tip days later if nothing else fits")
    func nameless() {
        let held = Self.held("2026-03-02", nil)
        let paid = Self.paid("2026-03-04")
        #expect(
            Self.ledger(.enableBanking, [[held], [held], [paid]]).history.map(\.cause)
                == [.appeared, .booked])
        let other = Make.reservation("-420.00", "2026-03-02", text: nil)
        let open = Self.ledger(.enableBanking, [[held, other], [held, other], [paid]])
        #expect(open.history.map(\.cause) == [.appeared, .appeared, .appeared])
        #expect(
            Self.ledger(.standard, [[held], [held], [paid]]).history.map(\.cause)
                == [.appeared, .appeared])
    }

    @Test("words of the bank before the merchant's name do not hide it")
    func enriched() {
        let held = Self.held("2026-03-02")
        for booked in [
            Self.paid("2026-03-02", posted: "2026-03-04", text: "Vare/tjeneste BISTRO FJORD OSLO"),
            Make.observation("-400.00", "2026-03-02", text: "Vare/tjeneste BISTRO FJORD OSLO"),
        ] {
            #expect(
                Self.ledger(.enableBanking, [[held], [booked]]).history.map(\.cause)
                    == [.appeared, .booked])
        }
        let other = Make.observation("-400.00", "2026-03-02", text: "Vare/tjeneste BAKERI BISTRO")
        #expect(
            Self.ledger(.enableBanking, [[held], [other]]).history.map(\.cause)
                == [.appeared, .appeared])
    }

    @Test(
        "of two equal bookings the one whose text tells the reservation's day settles it",
        arguments: [
            ("Varekjøp BISTRO FJORD Dato 28.02 kl. 08.01", "BISTRO FJORD Dato 01.03 kl. 07.55"),
            ("28.02 BISTRO FJORD", "01.03 BISTRO FJORD"),
        ])
    func writtenDays(own: String, other: String) {
        let rows = [own, other].map {
            Make.observation("-400.00", "2026-03-02", text: $0, posted: "2026-03-02")
        }
        let files = IdentityTolerances(daysToBooking: 7, replacesTexts: true)
        let ledger = Self.ledger(files, [[Self.held("2026-02-28")], rows])
        #expect(ledger.history.filter { $0.cause == .appeared }.count == 2)
        let booked = ledger.history.first { $0.cause == .booked }?.after
        #expect(booked?.originalTransactionDescription == own)
    }

    @Test("of two equal bookings, one of them without a type, one settles the reservation")
    func twins() {
        let booked = Make.observation(
            "-400.00", "2026-03-03", text: "BISTRO FJORD", type: .pointOfSale)
        var twin = booked
        twin.type = .unknown
        let ledger = Self.ledger(.spareBank1, [[Self.held("2026-03-02")], [booked, twin]])
        #expect(ledger.history.map(\.cause) == [.appeared, .booked, .appeared])
    }

    @Test("of two equal bookings, one of them with a merchant, one settles the reservation")
    func namedTwins() {
        let booked = Make.observation(
            "-400.00", "2026-03-03", text: "BISTRO FJORD", type: .pointOfSale)
        var named = booked
        named.merchantName = "Bistro Fjord"
        named.merchantCategoryCode = MerchantCategoryCode("5999")
        for rows in [[booked, named], [named, booked]] {
            let ledger = Self.ledger(.spareBank1, [[Self.held("2026-03-02")], rows, rows])
            #expect(ledger.history.map(\.cause) == [.appeared, .booked, .appeared])
        }
    }

    @Test(
        "a reservation without a day of its own whose amount changes as it moves on is no news",
        arguments: [("-500.00", "-103.00"), ("-1057.55", "-1090.26")])
    func movedAndChanged(before: String, after: String) {
        func held(_ amount: String, _ date: String) -> TransactionObservation {
            Make.reservation(amount, date, text: "FJORDBY TAXI AS")
        }
        let ledger = Self.ledger(
            .simpleFIN,
            [
                [held(before, "2026-03-02")], [held(before, "2026-03-03")],
                [held(after, "2026-03-04")],
                [Make.observation(after, "2026-03-05", text: "FJORDBY TAXI AS")],
            ])
        #expect(ledger.history.map(\.cause) == [.appeared, .amended, .amended, .booked])
        // One with a day of its own that goes away beside a purchase of today is another one.
        let dated = held(before, "2026-03-01")
        let other = Self.ledger(.simpleFIN, [[dated], [dated], [held(after, "2026-03-04")]])
        #expect(other.history.map(\.cause) == [.appeared, .appeared])
    }

    @Test("a reservation that moves on is not taken for that of a booking beside it")
    func movedBesideBooking() {
        let bill = Make.reservation("-380.00", "2026-03-01", text: "BISTRO FJORD")
        func other(_ date: String) -> TransactionObservation {
            Make.reservation("-420.00", date, text: "BISTRO FJORD")
        }
        let paid = Self.paid("2026-03-04", posted: "2026-03-04")
        let ledger = Self.ledger(
            .simpleFIN,
            [[bill], [bill, other("2026-03-03")], [other("2026-03-04"), paid]])
        #expect(ledger.history.map(\.cause) == [.appeared, .appeared, .booked, .amended])
        #expect(ledger.history[2].before?.signedAmount == Make.money("-380.00"))
    }

    @Test("a booking without a day of purchase waits while two reservations fit and are listed")
    func twoListed() {
        let bill = Make.reservation("-380.00", "2026-03-01", text: "BISTRO FJORD")
        let other = Make.reservation("-420.00", "2026-03-03", text: "BISTRO FJORD")
        let paid = Self.paid("2026-03-04", posted: "2026-03-04")
        let ledger = Self.ledger(
            .simpleFIN, [[bill], [bill, other], [bill, other, paid], [other, paid]])
        #expect(ledger.history.map(\.cause) == [.appeared, .appeared, .booked])
        #expect(ledger.history.last?.before?.signedAmount == Make.money("-380.00"))
    }

    @Test("an equal booking beside one abroad finds its own reservation, so that both are settled")
    func abroadBesideEqual() {
        let abroad = Self.held("2026-03-02")
        let held = Make.reservation("-390.00", "2026-03-03", text: "BISTRO FJORD")
        var paidAbroad = Make.observation(
            "-390.00", "2026-03-02", text: "BISTRO FJORD", posted: "2026-03-05")
        paidAbroad.foreign = ForeignAmount(amount: Make.money("-39.00", "USD"))
        let paid = Make.observation(
            "-390.00", "2026-03-05", text: "BISTRO FJORD", posted: "2026-03-05")
        let ledger = Self.ledger(
            .simpleFIN, [[abroad], [abroad, held], [abroad, held], [abroad, paidAbroad, paid]])
        #expect(ledger.history.map(\.cause) == [.appeared, .appeared, .booked, .booked])
    }

    @Test("of several changed amounts the nearest is that of the reservation that went away")
    func nearestChange() {
        let hold = Make.reservation("-500.00", "2026-03-02", text: "FJORDBY TAXI AS")
        let filled = Make.reservation("-410.00", "2026-03-02", text: "FJORDBY TAXI AS")
        let other = Make.reservation("-158.00", "2026-03-02", text: "FJORDBY TAXI AS")
        let ledger = Self.ledger(.standard, [[hold], [filled, other]])
        #expect(ledger.history.map(\.cause) == [.appeared, .amended, .appeared])
        #expect(ledger.history.last?.after?.signedAmount == Make.money("-158.00"))
    }
}
