import Foundation

extension TransactionRecord {
    /// Whether a record that went away may still be booked or come back (D11, D19).
    func isWithinReach(at instant: Date) -> Bool {
        guard isGone, observation.status.isReservation, let missingSince else { return true }
        return instant.timeIntervalSince(missingSince) <= Self.reach
    }

    /// Whether it stays what it is until `end`, while the bank repeats what it answered at `instant`.
    func isAtRest(until end: Date, from instant: Date) -> Bool {
        missingSince == nil
            || isGone && isWithinReach(at: instant) == isWithinReach(at: end)
    }

    /// How long a vanished reservation stays a candidate: ten days.
    private static let reach: TimeInterval = 10 * 86_400
}
