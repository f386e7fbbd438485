import Foundation

extension AccountReconciliation {
    /// What becomes of the records that found a row.
    func listedDrafts() -> [RecordDraft] {
        var drafts: [RecordDraft] = []
        for row in unsettled.sorted() {
            guard let record = recordOfRow[row], let draft = draft(of: record, by: row)
            else { continue }
            drafts.append(draft)
        }
        return drafts
    }

    /// Whether the row tells nothing that its record does not know: nearly always so.
    func isUnchanged(_ record: Int, _ row: Int) -> Bool {
        records.withUnsafeBufferPointer { records in
            rows.withUnsafeBufferPointer { rows in records[record].isUnchanged(by: rows[row]) }
        }
    }

    private func draft(of number: Int, by row: Int) -> RecordDraft? {
        let record = records[number]
        var next = record
        next.missedAnswers = 0
        next.missingSince = nil
        next.isGone = false
        if !echoes.contains(row) { evolve(&next, by: row) }
        if let why = learned[number] { next.evidence = why }
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
            guard !isListed[index], !records[index].isGone,
                context.window.covers(records[index].observation)
            else { return nil }
            return missing(records[index])
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
        let open = newRows()
        guard !open.isEmpty else { return [] }
        var identifiers = NewIdentifiers(
            account: context.account, records: records, retired: context.retired)
        return open.map { index in
            let past = context.past.flatMap { $0.holds(rows[index], in: context.window) ? $0 : nil }
            let transaction = Transaction(
                id: identifiers.next(for: rows[index]), accountID: context.account,
                observed: rows[index], firstSeen: past?.baseline ?? context.observedAt)
            var record = TransactionRecord(
                transaction: transaction, observation: rows[index],
                isBaseline: context.isBaseline || past != nil)
            if let why = bornBooked[index] {
                record.evidence = why
                record.transaction.reservedAmount = try? why.reservedAmount.magnitude()
            }
            return RecordDraft(record: record, before: nil, cause: .appeared)
        }
    }

    /// The rows without a record; only the order of twins can matter, so only they are sorted.
    private func newRows() -> [Int] {
        let open = rows.indices.filter { recordOfRow[$0] == nil && !absorbed.contains($0) }
        let groups = TwinGroups(rows: open.map { rows[$0] }, records: []) { _ in false }
        var ordered: [Int] = []
        groups.forEachGroup { ordered += inOrder($0.map { open[$0] }) }
        return ordered
    }
}
