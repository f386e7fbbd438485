import Finance
import Foundation

extension EventRule {
    /// Whether a reservation that went away is an event for the rule (D18).
    func occursOnDrop(
        _ gone: MatchSubject, _ pool: inout MatchPool, _ around: EventSurroundings
    ) -> Bool {
        gone.transaction.status.isReservation
            && program.matches(gone, &pool, accounts: around.accounts)
    }

    /// What a booking, or another amount of a booking, is for a rule on settled reservations.
    ///
    /// Filters look at the booked row. A booking whose amount the bank changes afterwards corrects
    /// what was told; it fires if it differs enough only now (RL-14).
    func settlement(
        for change: EventChange, _ test: SettlementTest, _ pool: inout MatchPool,
        _ around: EventSurroundings
    ) -> Verdict.Finding? {
        let accounts = around.accounts
        guard let before = change.before, change.cause == .booked || change.cause == .amended,
            let isSettled = isSettled(change.after, test, &pool, accounts)
        else { return nil }
        guard change.cause == .amended else { return isSettled ? .occurred : nil }
        let old = before.transaction
        guard old.signedAmount != change.after.transaction.signedAmount,
            let wasSettled = self.isSettled(before, test, &pool, accounts)
        else { return nil }
        if wasSettled { return .corrected(previous: old.signedAmount) }
        let wasWithin =
            program.matchesAmount(old.transactionAmount, pool)
            && old.reservedAmount.map { test.holds(old.transactionAmount, reserved: $0) } == true
        return isSettled && !wasWithin ? .occurred : nil
    }

    /// Whether a booked row differs enough from its reservation; `nil` without one.
    private func isSettled(
        _ subject: MatchSubject, _ test: SettlementTest, _ pool: inout MatchPool,
        _ accounts: [Set<UUID>?]
    ) -> Bool? {
        let transaction = subject.transaction
        guard transaction.status == .booked, let reserved = transaction.reservedAmount else {
            return nil
        }
        return test.holds(transaction.transactionAmount, reserved: reserved)
            && program.matches(subject, &pool, accounts: accounts)
    }
}
