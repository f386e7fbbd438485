import Finance
import Foundation

/// A compiled event of a rule on what happens to transactions.
struct EventRule: Sendable {
    /// The identifier of the rule.
    let id: String
    /// The index of the event among those joined by `or`.
    let part: Int
    /// The first amount that the event names, shown as the limit of its verdicts.
    let limit: Amount?
    /// The state that a new transaction must have; `nil` means any.
    let stage: Event.Stage?
    /// How much a booking must differ from its reservation; `nil` for other events.
    let settlement: Event.Settlement?
    /// The filters that the transaction must match.
    let program: MatchProgram
    /// The conditions on earlier transactions.
    let need: HistoryNeed

    /// Whether a new transaction that the program matches is an event for the rule.
    func occurs(_ transaction: Transaction, _ state: EvaluationState) -> Bool {
        isAtStage(transaction) && state.holds(need, transaction)
    }

    /// The finding of a rule on new transactions, for a known transaction that changed.
    func finding(for change: EventChange, _ state: inout EvaluationState) -> Verdict.Finding? {
        switch change.cause {
        case .booked where stage == .booked: return matches(change.after, &state) ? .occurred : nil
        case .booked, .amended: return change.isSilent ? nil : amendment(change, &state)
        case .appeared, .dropped, .removed, .returned: return nil
        }
    }

    /// The finding for other details of a known transaction.
    ///
    /// A transaction of the silent first poll fires only by its amount (D34).
    private func amendment(
        _ change: EventChange, _ state: inout EvaluationState
    ) -> Verdict.Finding? {
        guard let before = change.before else { return nil }
        if change.isOfBaseline { return amountFinding(change, before, &state) }
        let (old, new) = (before.transaction, change.after.transaction)
        func occurs() -> Bool { isAtStage(new) && matches(change.after, &state) }
        if program.exceptsOwnTransfers, old.isOwnTransfer, !new.isOwnTransfer {
            // The transaction waited for its other side, which has not come (D52).
            return occurs() ? .occurred : nil
        }
        if new.isOwnTransfer, !old.isOwnTransfer, !matches(before, &state), occurs() {
            // The other side has come, which makes the transaction an own transfer.
            return .occurred
        }
        if need.isAny, MerchantKeys(old).primary == nil {
            // The merchant could not be judged before, because it is identified only now.
            return occurs() && MerchantKeys(new).primary != nil ? .occurred : nil
        }
        if old.merchantCategoryCode == nil, new.merchantCategoryCode != nil,
            program.readsCategory(state.pool), !matches(before, &state)
        {
            // Many banks give the category of a card purchase only when it is booked.
            return occurs() ? .occurred : nil
        }
        return amountFinding(change, before, &state)
    }

    /// The finding for another amount of a known transaction.
    ///
    /// A booking never fires again, unless its amount crosses a limit that the earlier amount did
    /// not cross (RL-14).
    private func amountFinding(
        _ change: EventChange, _ before: MatchSubject, _ state: inout EvaluationState
    ) -> Verdict.Finding? {
        let (old, new) = (before.transaction, change.after.transaction)
        guard isAtStage(old), old.signedAmount != new.signedAmount else { return nil }
        if matches(before, &state) { return .corrected(previous: old.signedAmount) }
        let wasWithin =
            program.matchesAmount(old.transactionAmount, state.pool)
            && state.holds(need, new, amount: old.transactionAmount)
        guard !wasWithin, isAtStage(new), matches(change.after, &state) else { return nil }
        return .occurred
    }

    private func matches(_ subject: MatchSubject, _ state: inout EvaluationState) -> Bool {
        program.matches(subject, &state.pool) && state.holds(need, subject.transaction)
    }

    private func isAtStage(_ transaction: Transaction) -> Bool {
        switch stage {
        case nil: true
        case .pending: transaction.status.isReservation
        case .booked: transaction.status == .booked
        }
    }
}

extension EventRule {
    /// The finding of a rule on settled reservations, for a booking or a change of its amount.
    ///
    /// Filters apply to the booked row. If the bank changes the amount of a booking afterwards, the
    /// sent notification is corrected. If only the new amount differs enough, the rule fires
    /// (RL-14).
    func finding(
        for change: EventChange, _ test: Event.Settlement, _ state: inout EvaluationState
    ) -> Verdict.Finding? {
        guard let before = change.before, change.cause == .booked || change.cause == .amended,
            let isSettled = isSettled(change.after, test, &state)
        else { return nil }
        guard change.cause == .amended else { return isSettled ? .occurred : nil }
        let old = before.transaction
        guard old.signedAmount != change.after.transaction.signedAmount,
            let wasSettled = self.isSettled(before, test, &state)
        else { return nil }
        if wasSettled { return .corrected(previous: old.signedAmount) }
        let wasWithin =
            program.matchesAmount(old.transactionAmount, state.pool)
            && old.reservedAmount.map { test.holds(old.transactionAmount, reserved: $0) } == true
        return isSettled && !wasWithin ? .occurred : nil
    }

    /// Whether a booked row differs enough from its reservation; `nil` without a reservation.
    private func isSettled(
        _ subject: MatchSubject, _ test: Event.Settlement, _ state: inout EvaluationState
    ) -> Bool? {
        let transaction = subject.transaction
        guard transaction.status == .booked, let reserved = transaction.reservedAmount else {
            return nil
        }
        return test.holds(transaction.transactionAmount, reserved: reserved)
            && program.matches(subject, &state.pool)
    }
}

/// A change of a transaction, prepared for many rules.
struct EventChange: Sendable {
    /// The transaction before, if there was one.
    let before: MatchSubject?
    /// The transaction after the change; if it has gone, the last one known.
    private(set) var after: MatchSubject
    let cause: TransactionChange.Cause
    /// Whether only a booking or a dropped reservation may be reported (D22).
    let isSilent: Bool
    /// Whether the transaction was already there at the silent first poll.
    let isOfBaseline: Bool

    /// Prepares a change; `nil` if no rule may react to it.
    ///
    /// A reservation of the silent first poll that is dropped or booked later counts: that event
    /// happens after the first poll.
    init?(_ change: TransactionChange, _ pool: inout MatchPool) {
        guard !change.isBaseline || change.cause == .dropped || change.cause == .booked,
            let shown = change.after ?? change.before
        else { return nil }
        before = change.before.map { pool.subject($0) }
        after = pool.subject(shown)
        cause = change.cause
        isSilent = change.isBaseline
        isOfBaseline = change.wasInBaseline
    }

    /// Notes the account of the other half that came with an own transfer (RL-70).
    ///
    /// Banks often name no counterparty in it. Equal movements to different accounts leave it open.
    mutating func notePair(among changes: [TransactionChange]) {
        let own = after.transaction
        guard cause == .appeared, own.isOwnTransfer else { return }
        let others = Set(
            changes.compactMap(\.after).filter { other in
                other.isOwnTransfer && other.accountID != own.accountID
                    && other.transactionAmount == own.transactionAmount
                    && other.creditDebitIndicator != own.creditDebitIndicator
                    && other.transactionDate == own.transactionDate
            }.map(\.accountID))
        after.otherAccount = others.count == 1 ? others.first : nil
    }
}

extension EvaluationState {
    /// Whether a transaction meets the conditions on earlier transactions, or would with another
    /// amount.
    func holds(
        _ need: HistoryNeed, _ transaction: Transaction, amount: Money? = nil
    ) -> Bool {
        guard need.isAny else { return true }
        return history.holds(
            need, transaction, amount: amount ?? transaction.transactionAmount,
            since: moment.facts.accounts[transaction.accountID]?.firstSeen)
    }
}
