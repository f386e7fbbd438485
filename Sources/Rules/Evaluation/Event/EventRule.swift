import Finance
import Foundation

/// A rule on what happens to transactions, compiled; plain numbers only, like its program.
struct EventRule: Sendable {
    /// What it waits for.
    enum Trigger: Sendable {
        /// A transaction is seen for the first time.
        case new
        /// A reservation goes away.
        case dropped
        /// A reservation is booked at another amount.
        case settled
    }

    /// The index of the rule's identifier and limit in the table.
    let index: Int32
    /// What it waits for.
    let trigger: Trigger
    /// In which state a new transaction is looked at; `nil` is any.
    let stage: Event.Stage?
    /// What the transaction must be.
    let program: MatchProgram
    /// What it asks of earlier transactions.
    let need: HistoryNeed

    /// Whether a new transaction is an event for the rule, as far as itself tells.
    func occurs(
        _ subject: MatchSubject, _ pool: inout MatchPool, accounts: [Set<UUID>?]
    ) -> Bool {
        isAtStage(subject.transaction) && program.matches(subject, &pool, accounts: accounts)
    }

    /// The same for a transaction that everything but state and amount is known to match.
    func occursInside(_ subject: MatchSubject, _ pool: MatchPool) -> Bool {
        let transaction = subject.transaction
        return isAtStage(transaction)
            && program.matchesAmount(transaction.transactionAmount, pool)
    }

    /// What becomes of a known transaction that changed, for a rule on new ones.
    func finding(
        for change: EventChange, _ pool: inout MatchPool, _ around: EventSurroundings
    ) -> Verdict.Finding? {
        switch change.cause {
        case .booked where stage == .booked:
            return matches(change.after, &pool, around) ? .occurred : nil
        case .booked, .amended:
            return change.isOfBaseline ? nil : amendment(change, &pool, around)
        case .appeared, .dropped, .removed, .returned:
            return nil
        }
    }

    /// Booking never fires again, unless the amount now crosses a limit that it did not (RL-14).
    private func amendment(
        _ change: EventChange, _ pool: inout MatchPool, _ around: EventSurroundings
    ) -> Verdict.Finding? {
        guard let before = change.before else { return nil }
        let (old, new) = (before.transaction, change.after.transaction)
        if program.exceptsOwnTransfers, old.isOwnTransfer, !new.isOwnTransfer {
            // It waited for its other half, which has not come (D52).
            return isAtStage(new) && matches(change.after, &pool, around) ? .occurred : nil
        }
        if need.isAny, MerchantKeys(old).primary == nil {
            // The merchant could not be judged before: the row is only now known for what it is.
            let isEvent = isAtStage(new) && matches(change.after, &pool, around)
            return isEvent && MerchantKeys(new).primary != nil ? .occurred : nil
        }
        guard isAtStage(old), old.signedAmount != new.signedAmount else { return nil }
        if matches(before, &pool, around) { return .corrected(previous: old.signedAmount) }
        let wasWithin =
            program.matchesAmount(old.transactionAmount, pool)
            && around.holds(need, new, amount: old.transactionAmount)
        guard isAtStage(new), !wasWithin, matches(change.after, &pool, around) else { return nil }
        return .occurred
    }

    private func matches(
        _ subject: MatchSubject, _ pool: inout MatchPool, _ around: EventSurroundings
    ) -> Bool {
        program.matches(subject, &pool, accounts: around.accounts)
            && around.holds(need, subject.transaction)
    }

    private func isAtStage(_ transaction: Transaction) -> Bool {
        switch stage {
        case nil: true
        case .pending: transaction.status.isReservation
        case .booked: transaction.status == .booked
        }
    }
}
