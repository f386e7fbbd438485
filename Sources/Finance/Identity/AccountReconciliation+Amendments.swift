extension AccountReconciliation {
    /// Recognises booked rows that the bank lists under another text or day than before.
    ///
    /// Booked rows do not go away, so one that is missing beside a new one of the same amount,
    /// the same posting and a similar text has only been rewritten.
    mutating func recogniseAmendedBookings() {
        let held = openRecords { !$0.observation.status.isReservation && !$0.isGone }
        recogniseAmended(held, openRows { !$0.status.isReservation }) { old, new in
            if old.posted == new.posted, Self.isSimilar(old, new),
                abs(old.date.days(until: new.date)) <= Self.longestAmendment
            {
                return old.date == new.date ? 0 : 1
            }
            guard old.date == new.date, old.text == new.text else { return nil }
            return abs(old.listingDay.days(until: new.listingDay)) <= 3 ? 2 : nil
        }
    }

    /// Recognises reservations that the bank lists under another text, or with another rate.
    mutating func recogniseAmendedReservations() {
        let held = openRecords {
            $0.observation.status.isReservation && isWithinReach($0)
        }
        recogniseAmended(held, openRows { $0.status.isReservation }) { old, new in
            guard old.date == new.date else { return nil }
            if old.merchantKey.agrees(with: new.merchantKey) { return 0 }
            return old.hidesMerchant || new.hidesMerchant ? 1 : nil
        }
    }

    /// How many days a row's date may move when the bank enriches it.
    private static let longestAmendment = 10

    private mutating func recogniseAmended(
        _ held: [Int], _ open: [Int],
        step: (TransactionObservation, TransactionObservation) -> Int?
    ) {
        guard !held.isEmpty, !open.isEmpty else { return }
        let old = KindGroups(held) { RowContent(records[$0].observation) }
        let new = KindGroups(open) { RowContent(rows[$0]) }
        var candidates: [IdentityAssignment.Candidate] = []
        let byAmount = Dictionary(grouping: old.kinds.indices) { old.kinds[$0].amount }
        for (number, kind) in new.kinds.enumerated() {
            guard let row = new.first(number) else { continue }
            for place in byAmount[kind.amount] ?? [] {
                guard let record = old.first(place), kind.currency == old.kinds[place].currency,
                    let found = step(records[record].observation, rows[row])
                else { continue }
                let distance = abs(old.kinds[place].date - kind.date)
                candidates.append(.init(held: place, row: number, step: found, distance: distance))
            }
        }
        for pair in Self.pairs(candidates, held: old, rows: new) { link(pair.row, pair.record) }
    }

    private static func isSimilar(
        _ old: TransactionObservation, _ new: TransactionObservation
    ) -> Bool {
        let (before, after) = (FoldedText(old.text), FoldedText(new.text))
        if before == after || old.hidesMerchant || new.hidesMerchant { return true }
        if old.merchantKey.agrees(with: new.merchantKey) { return true }
        let (short, long) =
            before.bytes.count < after.bytes.count ? (before, after) : (after, before)
        return short.bytes.count >= 4 && long.hasPrefix(short)
    }

    /// Recognises reservations that a bank's older copy lists again after their booking.
    ///
    /// The booking stands; it only counts as listed, although this answer lacks it.
    mutating func recogniseEchoes() {
        let open = openRows { $0.status.isReservation }
        guard !open.isEmpty else { return }
        let booked = openRecords { $0.evidence != nil && !$0.isGone }
        let byAmount = Dictionary(grouping: booked) { records[$0].evidence?.reservedAmount }
        for row in open {
            let candidates = byAmount[rows[row].amount] ?? []
            let echo = candidates.first { !isListed[$0] && isEcho(rows[row], of: records[$0]) }
            if let echo { link(row, echo, isEcho: true) }
        }
    }

    private func isEcho(_ row: TransactionObservation, of record: TransactionRecord) -> Bool {
        guard let evidence = record.evidence else { return false }
        return evidence.reservedAmount == row.amount && evidence.reservedText == row.text
            && abs(row.date.days(until: record.transaction.transactionDate)) <= 1
    }
}
