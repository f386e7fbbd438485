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
    /// When the reservation's amount becomes ``changed``; `nil` if it does not.
    let changes: Date?
    /// When the booking enters the list; `nil` if it is never booked.
    let books: Date?
    /// When the bank rewrites the text of the booked row; `nil` if it does not.
    let rewrites: Date?
    let reservation: TransactionObservation?
    let changed: TransactionObservation?
    let booking: TransactionObservation?
    let dialect: SimulatedDialect

    /// Whether a list from the day `from` on can have it at `instant`.
    func isListed(at instant: Date, from: CalendarDay) -> Bool {
        guard instant >= begins else { return false }
        let last = booking?.posted ?? reservation?.date
        return last.map { $0 >= from } ?? false
    }

    /// The rows that the bank lists at `instant`: the booking first, the reservation, or both.
    func rows(at instant: Date) -> [TransactionObservation] {
        [bookedRow(at: instant), reservedRow(at: instant)].compactMap { $0 }
    }

    private func bookedRow(at instant: Date) -> TransactionObservation? {
        guard let books, instant >= books, var row = booking else { return nil }
        if let rewrites, instant >= rewrites { row.text = dialect.rewritten(row.text ?? "") }
        return row
    }

    private func reservedRow(at instant: Date) -> TransactionObservation? {
        guard instant >= begins, instant < vanishes else { return nil }
        return changes.map { instant >= $0 } == true ? changed : reservation
    }

    /// The day after the booking, when an archive has the row.
    func isArchived(at instant: Date) -> Bool {
        books.map { instant >= $0.addingTimeInterval(86_400) } ?? false
    }
}
