import Finance

/// A change prepared for many rules.
struct EventChange: Sendable {
    /// The transaction before, if there was one.
    let before: MatchSubject?
    /// The transaction after; for one that has gone, the one that was there.
    let after: MatchSubject
    /// Why it changed.
    let cause: TransactionChange.Cause

    /// Prepares a change; `nil` for one that no rule is to hear of.
    ///
    /// A reservation of the silent first poll that goes away later is told: it is the going that
    /// happens, and it happens before our eyes.
    init?(_ change: TransactionChange, _ pool: inout MatchPool) {
        guard !change.isBaseline || change.cause == .dropped,
            let shown = change.after ?? change.before
        else { return nil }
        before = change.before.map { pool.subject($0) }
        after = pool.subject(shown)
        cause = change.cause
    }
}
