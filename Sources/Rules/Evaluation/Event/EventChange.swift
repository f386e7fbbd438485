import Finance

/// A change prepared for many rules.
struct EventChange: Sendable {
    /// The transaction before, if there was one.
    let before: MatchSubject?
    /// The transaction after; for one that has gone, the one that was there.
    let after: MatchSubject
    /// Why it changed.
    let cause: TransactionChange.Cause
    /// Whether it is the booking of a reservation that the silent first poll had (D22).
    let isOfBaseline: Bool

    /// Prepares a change; `nil` for one that no rule is to hear of.
    ///
    /// A reservation of the silent first poll that goes away or is booked later is told: it is the
    /// going, or the booking, that happens, and it happens before our eyes.
    init?(_ change: TransactionChange, _ pool: inout MatchPool) {
        guard !change.isBaseline || change.cause == .dropped || change.cause == .booked,
            let shown = change.after ?? change.before
        else { return nil }
        before = change.before.map { pool.subject($0) }
        after = pool.subject(shown)
        cause = change.cause
        isOfBaseline = change.isBaseline
    }
}
