import Finance
import Foundation
import TestSupport

/// One movement of a made-up history and how the bank shows it over time.
struct SimulatedPurchase {
    /// How the movement comes into the bank's list.
    enum Kind: CaseIterable {
        case card, hiddenCard, terminal, instant, abroad, fuel, hotel, restaurant
        case giro, late, released, releasedAtOnce
    }

    let number: Int
    let kind: Kind
    /// When the bank first lists it.
    let begins: Date
    /// When the reservation leaves the list; equal to `begins` if there was none.
    let vanishes: Date
    /// When the booking enters the list; `nil` if it is never booked.
    let books: Date?
    /// When the bank rewrites the text of the booked row; `nil` if it does not.
    let rewrites: Date?
    let reservation: TransactionObservation?
    let booking: TransactionObservation?

    /// Whether a list from the day `from` on can have it at `instant`.
    func isListed(at instant: Date, from: CalendarDay) -> Bool {
        guard instant >= begins else { return false }
        let last = booking?.posted ?? reservation?.date
        return last.map { $0 >= from } ?? false
    }

    /// The row that the bank lists at `instant`, if any.
    func row(at instant: Date) -> TransactionObservation? {
        if let books, instant >= books {
            guard var row = booking else { return nil }
            if let rewrites, instant >= rewrites { row.text = (row.text ?? "") + " NO" }
            return row
        }
        guard instant >= begins, instant < vanishes else { return nil }
        return reservation
    }
}
