import Foundation

/// A record that an answer changes, with what readers are told about it.
struct RecordDraft {
    /// The record to store.
    var record: TransactionRecord
    /// The transaction before; `nil` when it is new.
    let before: Transaction?
    /// What readers are told; `nil` for bookkeeping that nobody sees.
    var cause: TransactionChange.Cause?
    /// Whether it is told to nobody, because a person did it.
    var isSilent = false

    /// The change for rules and readers, if there is one.
    var change: TransactionChange? {
        guard let cause else { return nil }
        let isGone = cause == .dropped || cause == .removed
        let after = isGone ? nil : record.transaction
        return TransactionChange(
            before: before, after: after, cause: cause,
            isBaseline: isSilent || (record.isBaseline && !settlesDifferently))
    }

    /// Whether a known amount became another one, which concerns even a silent first poll (D34).
    private var settlesDifferently: Bool {
        guard let before, cause == .booked || cause == .amended else { return false }
        return before.signedAmount != record.transaction.signedAmount
    }
}

extension RecordDraft {
    /// Deletes first, then updates, then inserts, each by date; equals by identifier.
    var place: (Int, CalendarDay, UUID) {
        let isDelete = cause == .dropped || cause == .removed
        let kind = isDelete ? 0 : before == nil ? 2 : 1
        return (kind, record.transaction.transactionDate, record.transaction.id)
    }
}
