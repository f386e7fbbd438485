import Finance

/// A change prepared for many rules; only changes that leave a transaction can be events.
struct EventChange: Sendable {
    /// The transaction before, if there was one.
    let before: MatchSubject?
    /// The transaction after.
    let after: MatchSubject
    /// Why it changed.
    let cause: TransactionChange.Cause

    /// Prepares a change; `nil` for one that no rule is to hear of.
    init?(_ change: TransactionChange, _ pool: inout MatchPool) {
        guard !change.isBaseline, let after = change.after else { return nil }
        before = change.before.map { pool.subject($0) }
        self.after = pool.subject(after)
        cause = change.cause
    }
}
