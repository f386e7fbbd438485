import Foundation

extension AccountReconciliation {
    /// The new states of the records that were matched with a row.
    func listedDrafts() -> [RecordDraft] {
        rows.indices.compactMap { row in
            guard let record = fates[row].record, !isUnchanged(record, row) else { return nil }
            return draft(of: record, by: row)
        }
    }

    /// Whether the row adds nothing to its record, which is nearly always so.
    private func isUnchanged(_ record: Int, _ row: Int) -> Bool {
        guard case .same = fates[row], learned[record] == nil else { return false }
        return records[record].isUnchanged(by: rows[row])
    }

    private func draft(of number: Int, by row: Int) -> RecordDraft? {
        let record = records[number]
        var next = record
        next.missedAnswers = 0
        next.missingSince = nil
        next.isGone = false
        if fates[row] != .echo(number) { evolve(&next, by: row) }
        if let why = learned[number] { next.evidence = why }
        if next == record { return nil }
        return RecordDraft(
            record: next, before: record.transaction, cause: cause(from: record, to: next, row),
            wasGone: record.isGone)
    }

    private func cause(
        from record: TransactionRecord, to next: TransactionRecord, _ row: Int
    ) -> TransactionChange.Cause? {
        if evidence[row] != nil { return .booked }
        if record.isGone { return .returned }
        return record.transaction == next.transaction ? nil : .amended
    }

    /// Updates a record with its newest row.
    private func evolve(_ record: inout TransactionRecord, by row: Int) {
        let old = record.transaction
        let newest = rows[row].keepingDetails(of: record.observation)
        var transaction = old.shown(by: newest)
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

    /// The new states of the records that this answer should list and does not.
    func missingDrafts() -> [RecordDraft] {
        guard context.countsAbsence else { return [] }
        return records.indices.compactMap { index in
            guard !isListed(index), !records[index].isGone,
                context.window.covers(records[index].observation)
            else { return nil }
            return missing(records[index])
        }
    }

    private func missing(_ record: TransactionRecord) -> RecordDraft? {
        let next = missed(record)
        let isReservation = record.observation.status.isReservation
        let waits = isReservation && !isOverdue(next)
        guard next.missedAnswers == Self.answersToGo, !waits else {
            return next == record
                ? nil : RecordDraft(record: next, before: record.transaction, cause: nil)
        }
        var gone = next
        gone.isGone = true
        return RecordDraft(
            record: gone, before: record.transaction, cause: isReservation ? .dropped : .removed)
    }

    /// The record after one more answer that lacks it; one that may only add rows removes none.
    private func missed(_ record: TransactionRecord) -> TransactionRecord {
        var next = record
        next.missingSince = record.missingSince ?? context.observedAt
        guard context.window.covers(record.observation) else { return next }
        next.missedAnswers = min(record.missedAnswers + 1, Self.answersToGo)
        return next
    }

    /// Whether the answer lacks so much of the known rows that it needs confirmation for a day
    /// (D70).
    ///
    /// It lacks too much if everything inside the covered days is missing, or more than half of it
    /// and at least three booked rows. A row that has been missing for a day already is no longer
    /// doubted and counts on neither side.
    var hasLostTooMuch: Bool {
        guard context.countsAbsence else { return false }
        var (known, lost, lostBooked) = (0, 0, 0)
        for (index, record) in records.enumerated()
        where !record.isGone && context.window.expects(record.observation) {
            if isListed(index) {
                known += 1
            } else if !isOverdue(record) {
                known += 1
                lost += 1
                if !record.observation.status.isReservation { lostBooked += 1 }
            }
        }
        if lost == known { return lostBooked > 0 || lost > 0 && rows.isEmpty }
        return lost * 2 > known && lostBooked >= 3
    }

    private func isOverdue(_ record: TransactionRecord) -> Bool {
        guard let since = record.missingSince else { return false }
        return context.observedAt.timeIntervalSince(since) >= Self.gracePeriod
    }

    /// The changes of a doubtful answer: only since when each record is missing.
    func doubtfulDrafts() -> [RecordDraft] {
        records.indices.compactMap { index in
            let record = records[index]
            guard !record.isGone, context.window.expects(record.observation) else { return nil }
            var next = isListed(index) ? record : missed(record)
            if isListed(index) {
                next.missedAnswers = 0
                next.missingSince = nil
            }
            return next == record
                ? nil : RecordDraft(record: next, before: record.transaction, cause: nil)
        }
    }

    /// How many complete answers in a row must lack a row before it is gone (D11, D18).
    private static let answersToGo = 2
    /// How long a reservation must be missing before it is dropped, and a doubtful answer must be
    /// repeated before it counts: 24 hours (D18, D70).
    private static let gracePeriod: TimeInterval = 86_400

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
            if let why = evidence[index] {
                record.evidence = why
                record.transaction.reservedAmount = try? why.reservedAmount.magnitude()
            }
            return RecordDraft(record: record, before: nil, cause: .appeared)
        }
    }

    /// The rows without a record, with only twins sorted: no other order can matter.
    private func newRows() -> [Int] {
        let open = rows.indices.filter { fates[$0] == .open }
        let twins = KindGroups(open) { RowContent(rows[$0]) }
        return twins.kinds.indices.flatMap { inOrder(twins.all($0)) }
    }
}
