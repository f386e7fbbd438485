import Finance
import Foundation

/// A rule on new transactions, compiled; plain numbers only, like its program.
struct EventRule: Sendable {
    /// The index of the rule's identifier and limit in the table.
    let index: Int32
    /// In which state a transaction is looked at; `nil` is any.
    let stage: Event.Stage?
    /// What the transaction must be.
    let program: MatchProgram

    /// What a change means for the rule; `nil` is nothing.
    func finding(
        for change: EventChange, _ pool: inout MatchPool, accounts: [Set<UUID>?]
    ) -> Verdict.Finding? {
        switch change.cause {
        case .appeared:
            return occurs(change.after, &pool, accounts: accounts) ? .occurred : nil
        case .booked where stage == .booked:
            return program.matches(change.after, &pool, accounts: accounts) ? .occurred : nil
        case .booked, .amended:
            return amendment(change, &pool, accounts: accounts)
        case .dropped, .removed, .returned:
            return nil
        }
    }

    /// Whether a new transaction is an event for the rule.
    func occurs(
        _ subject: MatchSubject, _ pool: inout MatchPool, accounts: [Set<UUID>?]
    ) -> Bool {
        isAtStage(subject.transaction) && program.matches(subject, &pool, accounts: accounts)
    }

    /// Booking never fires again, unless the amount now crosses a limit that it did not (RL-14).
    private func amendment(
        _ change: EventChange, _ pool: inout MatchPool, accounts: [Set<UUID>?]
    ) -> Verdict.Finding? {
        guard let before = change.before, isAtStage(before.transaction) else { return nil }
        let (old, new) = (before.transaction, change.after.transaction)
        guard old.signedAmount != new.signedAmount else { return nil }
        if program.matches(before, &pool, accounts: accounts) {
            return .corrected(previous: old.signedAmount)
        }
        guard isAtStage(new), !program.matchesAmount(old.transactionAmount, pool),
            program.matches(change.after, &pool, accounts: accounts)
        else { return nil }
        return .occurred
    }

    private func isAtStage(_ transaction: Transaction) -> Bool {
        switch stage {
        case nil: true
        case .pending: transaction.status.isReservation
        case .booked: transaction.status == .booked
        }
    }
}
