import Foundation

extension AccountReconciliation {
    /// What becomes of the records that found a row.
    func listedDrafts() -> [RecordDraft] {
        var drafts: [RecordDraft] = []
        for (row, record) in recordOfRow.enumerated() {
            guard let record, let draft = draft(of: records[record], by: row) else { continue }
            drafts.append(draft)
        }
        return drafts
    }

    private func draft(of record: TransactionRecord, by row: Int) -> RecordDraft? {
        let isMissing = record.missedAnswers > 0 || record.isGone
        let isSame =
            evidence[row] == nil && rows[row].hasDetails(of: record.observation)
            && (record.observation.usableBankID != nil || rows[row].usableBankID == nil)
            && RowContent(rows[row]) == RowContent(record.observation)
        if isSame && !isMissing { return nil }
        var next = record
        next.missedAnswers = 0
        next.missingSince = nil
        next.isGone = false
        if !echoes.contains(row) { evolve(&next, by: row) }
        if next == record { return nil }
        return RecordDraft(
            record: next, before: record.transaction, cause: cause(from: record, to: next, row))
    }

    private func cause(
        from record: TransactionRecord, to next: TransactionRecord, _ row: Int
    ) -> TransactionChange.Cause? {
        if evidence[row] != nil { return .booked }
        if record.isGone { return .returned }
        return record.transaction == next.transaction ? nil : .amended
    }

    /// Brings a record up to its newest row.
    private func evolve(_ record: inout TransactionRecord, by row: Int) {
        let old = record.transaction
        let newest = rows[row].keepingDetails(of: record.observation)
        var transaction = Transaction(
            id: old.id, accountID: old.accountID, observed: newest, firstSeen: old.firstSeen)
        transaction.reservedAmount = old.reservedAmount
        transaction.isOwnTransfer = old.isOwnTransfer || newest.isOwnTransfer
        if let why = evidence[row] {
            transaction.reservedAmount = old.transactionAmount
            record.evidence = why
        }
        // A booking without a day of purchase does not make the day of the reservation unknown.
        let hasReservation = record.evidence != nil
        if hasReservation, newest.posted == newest.date, old.transactionDate < newest.date {
            transaction.transactionDate = old.transactionDate
        }
        record.transaction = transaction
        record.observation = newest
    }

    /// What becomes of the records that this answer should list and does not.
    func missingDrafts() -> [RecordDraft] {
        guard context.countsAbsence else { return [] }
        return records.indices.compactMap { index in
            let record = records[index]
            guard !isListed[index], !record.isGone, context.window.covers(record.observation)
            else { return nil }
            return missing(record)
        }
    }

    private func missing(_ record: TransactionRecord) -> RecordDraft? {
        var next = record
        let since = record.missingSince ?? context.observedAt
        next.missingSince = since
        next.missedAnswers = min(record.missedAnswers + 1, Self.answersToGo)
        guard next.missedAnswers == Self.answersToGo else {
            return RecordDraft(record: next, before: record.transaction, cause: nil)
        }
        let isReservation = record.observation.status.isReservation
        let waits = isReservation && context.observedAt.timeIntervalSince(since) < Self.patience
        if waits {
            return next == record
                ? nil : RecordDraft(record: next, before: record.transaction, cause: nil)
        }
        next.isGone = true
        return RecordDraft(
            record: next, before: record.transaction, cause: isReservation ? .dropped : .removed)
    }

    /// How many complete answers in a row must lack a row before it is gone (D11, D18).
    private static let answersToGo = 2
    /// How long a reservation must be missing before it is dropped: 24 hours (D18).
    private static let patience: TimeInterval = 86_400

    /// The rows that are seen for the first time.
    func newDrafts() -> [RecordDraft] {
        let open = openRows { _ in true }
        guard !open.isEmpty else { return [] }
        var identifiers = NewIdentifiers(account: context.account, records: records)
        return open.map { index in
            let transaction = Transaction(
                id: identifiers.next(for: rows[index]), accountID: context.account,
                observed: rows[index], firstSeen: context.observedAt)
            let record = TransactionRecord(
                transaction: transaction, observation: rows[index], isBaseline: context.isBaseline)
            return RecordDraft(record: record, before: nil, cause: .appeared)
        }
    }
}
