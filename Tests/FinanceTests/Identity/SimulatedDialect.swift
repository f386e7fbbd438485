import Finance
import Foundation
import TestSupport

@testable import Banks

/// How a bank shows what Sbanken would show in its way: texts, days, amounts, ids.
enum SimulatedDialect: CaseIterable {
    case sbanken
    /// Bookings up to a week later and some øre off, days in texts that come and go, no ids.
    case spareBank1
    /// As DNB through Enable Banking: reservations without a payee, texts enriched after booking.
    case enableBanking
    /// Ids from posting on, pending rows without a day of their own.
    case simpleFIN

    var tolerances: IdentityTolerances {
        switch self {
        case .sbanken: .standard
        case .spareBank1: .spareBank1
        case .enableBanking: .enableBanking
        case .simpleFIN: .simpleFIN
        }
    }

    /// What ids are worth; `nil` as it comes.
    var identifiers: SimulatedQuirks.Identifiers? {
        switch self {
        case .sbanken: nil
        case .spareBank1, .enableBanking: SimulatedQuirks.Identifiers.none
        case .simpleFIN: .archive
        }
    }

    /// Whether reservations were seen to stay beside their bookings.
    var listsTwice: Bool { self == .sbanken || self == .simpleFIN }

    /// How many of a thousand booked rows are rewritten.
    var rewritten: Int { self == .enableBanking ? 300 : 30 }

    /// The text of a booked row once it is rewritten.
    func rewritten(_ text: String) -> String {
        self == .enableBanking ? Self.enrichment + text : text + " NO"
    }

    /// Whether the reservation of a movement has no day of its own.
    func isUndated(_ number: Int) -> Bool { self == .simpleFIN && number.isMultiple(of: 5) }

    static let enrichment = "Vare/tjeneste "

    /// Reservation and booking of one movement in this bank's way.
    func shown(
        _ rows: (TransactionObservation?, TransactionObservation?), _ random: inout SeededGenerator
    ) -> (TransactionObservation?, TransactionObservation?) {
        guard self != .sbanken, var booked = rows.1 else { return rows }
        let text = booked.text ?? ""
        let isDated = text.first?.isNumber == true
        let name = booked.merchantName ?? (isDated ? String(text.dropFirst(6)) : text)
        booked.text = name
        booked.merchantName = nil
        var held = rows.0
        held?.text = name
        let posted = booked.posted ?? booked.date
        switch self {
        case .sbanken: break
        case .spareBank1:
            let delay = random.happens(700) ? 1 : Int.random(in: 0...7, using: &random)
            booked.posted = held.map { $0.date.adding(days: delay) } ?? posted
            booked.date = booked.posted ?? posted
            if random.happens(50), held?.amount == booked.amount {
                let off = Int64.random(in: 1...10, using: &random)
                booked.amount = Money(
                    minorUnits: booked.amount.minorUnits + off, currency: booked.amount.currency)
            }
            if let day = held?.date, Bool.random(using: &random) {
                held?.text = SimulatedHistory.short(day) + " " + name
            }
        case .enableBanking:
            if Bool.random(using: &random) { booked.date = posted }
            held?.text = random.happens(100) ? nil : String(name.prefix(18))
        case .simpleFIN:
            if Bool.random(using: &random) { booked.date = posted }
            if Bool.random(using: &random) { booked.merchantName = name }
        }
        return (held, booked)
    }

    /// The row as one answer shows it: some reservations are dated the day of the answer.
    func dated(
        _ row: TransactionObservation, of purchase: SimulatedPurchase, at instant: Date
    ) -> TransactionObservation {
        guard isUndated(purchase.number), row.status.isReservation else { return row }
        var row = row
        row.date = CalendarDay(of: instant, in: .gmt)
        return row
    }
}
