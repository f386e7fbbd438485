import Finance
import Foundation

/// The reservations that are neither booked nor gone: a small set beside the whole history.
struct OpenReservations: Sendable {
    /// The reservations by identifier.
    private(set) var all: [UUID: Transaction] = [:]

    /// Starts empty.
    init() {}

    /// Takes a stored transaction.
    mutating func add(_ transaction: Transaction) {
        if transaction.status.isReservation { all[transaction.id] = transaction }
    }

    /// Follows one change.
    mutating func apply(_ change: TransactionChange) {
        if let before = change.before { all[before.id] = nil }
        if let after = change.after { add(after) }
    }

    /// Whether an account has one that is older on a day.
    func isOlder(
        _ age: CompiledReservationAge, on account: UUID, today: CalendarDay
    ) -> Bool {
        all.values.contains { $0.accountID == account && age.firstDay(of: $0) <= today }
    }
}
