import Finance
import TestSupport

/// A made-up account on 6 March 2026 with eight reservations, and the same account four days
/// later: what a Norwegian bank does to text, type, date and amount in between.
enum MarchStory {
    static let firstPoll = "2026-03-06T09:00:00Z"
    static let secondPoll = "2026-03-10T09:00:00Z"

    static let reservations: [TransactionObservation] = [
        Make.reservation("-187.00", "2026-03-06", text: "FJORDBY TAXI AS"),
        Make.reservation("-42.00", "2026-03-06", text: "KAFFEHJORNET AS"),
        Make.reservation("-42.00", "2026-03-06", text: "KAFFEHJORNET AS"),
        Make.reservation("-389.50", "2026-03-06", text: "Varekjøp"),
        Make.reservation("-1000.00", "2026-03-06", text: "PUMPESTASJON 44"),
        Make.reservation("-20.00", "2026-03-06", text: "Straksoverføring", type: .transfer),
        Make.reservation("-312.40", "2026-03-05", text: "EXAMPLE HOSTING"),
        Make.reservation("-800.00", "2026-03-04", text: "HOTELL DEPOSITU"),
    ]

    static let old: [TransactionObservation] = [
        Make.observation(
            "-1500.00", "2026-03-05", text: "Nettgiro til: Fjordby Kraft Betalt: 05.03.26",
            type: .billPayment),
        Make.observation(
            "-400.00", "2026-03-04", text: "Overføring mellom egne kontoer", type: .transfer),
        card("-109.00", "2026-03-01", "2026-03-03", "MUSIKKSTROM", mcc: "5815"),
        Make.observation("28450.00", "2026-03-02", text: "Lønn fra: Eksempelbedriften AS"),
        Make.observation("3.12", "2026-02-28", text: "Kreditrente", type: .interest),
    ]

    static let bookings: [TransactionObservation] = [
        card("-187.00", "2026-03-06", "2026-03-10", "FJORDBY TAXI AS", mcc: "4121"),
        card("-42.00", "2026-03-06", "2026-03-09", "KAFFEHJORNET AS", mcc: "5814", id: "c3"),
        card("-42.00", "2026-03-06", "2026-03-09", "KAFFEHJORNET AS", mcc: "5814", id: "c4"),
        card("-612.35", "2026-03-06", "2026-03-09", "PUMPESTASJON 44 FJORDBY", mcc: "5542"),
        Make.observation(
            "-318.75", "2026-03-05",
            text: "*0000 05.03 USD 30.00 EXAMPLE HOSTING INC Kurs: 10.6250",
            posted: "2026-03-09", type: .pointOfSale, mcc: "4816", merchant: "EXAMPLE HOSTING INC",
            foreign: ForeignAmount(amount: Make.money("30.00", "USD"), exchangeRate: "10.6250")),
        Make.observation(
            "-389.50", "2026-03-06", text: "06.03 MATBUTIKKEN FJORDBY TORGGATA 1 FJORDBY",
            posted: "2026-03-09", type: .pointOfSale),
        Make.observation("-20.00", "2026-03-09", text: "Til: Ola Testesen", type: .transfer),
    ]

    static let news = Make.reservation("-99.00", "2026-03-10", text: "STROMMETJENESTE")

    static var before: Snapshot {
        Make.snapshot(firstPoll, [Make.account(from: "2026-02-20")], reservations + old)
    }

    static var after: Snapshot {
        Make.snapshot(
            secondPoll, [Make.account(from: "2026-02-24")], [news] + bookings + old)
    }

    private static func card(
        _ amount: String, _ date: String, _ posted: String, _ merchant: String, mcc: String,
        id: String? = nil
    ) -> TransactionObservation {
        let day = "\(date.suffix(2)).\(date.dropFirst(5).prefix(2))"
        return Make.observation(
            amount, date, text: "*0000 \(day) NOK \(amount.dropFirst()) \(merchant) Kurs: 1.0000",
            posted: posted, type: .pointOfSale, id: id, mcc: mcc, merchant: merchant)
    }
}
