extension AccountReconciliation {
    /// Recognises booked rows that the bank lists under another text or day than before.
    ///
    /// Booked rows do not go away, so one that is missing beside a new one of the same amount,
    /// the same posting and a similar text has only been rewritten.
    mutating func recogniseAmendedBookings() {
        let held = openRecords { !$0.observation.status.isReservation && !$0.isGone }
        guard !held.isEmpty else { return }
        let replacesTexts = context.tolerances.replacesTexts
        recogniseAmended(held, openRows { !$0.status.isReservation }, by: \.amount.minorUnits) {
            Self.amendment(of: $0, to: $1, replacesTexts: replacesTexts)
        }
    }

    /// Recognises booked rows that differ from a present record only in their text, among rows that
    /// look like a gone record.
    ///
    /// Such a record may be a copy of the present one from before its text was rewritten. Beside
    /// another new row of the amount, and where stable ids say otherwise, nothing is decided here.
    mutating func recogniseRewrittenTexts(among open: [Int]) {
        let open = open.filter { !rows[$0].status.isReservation }
        guard !open.isEmpty else { return }
        let others = Set(openRows { !$0.status.isReservation }).subtracting(open)
        let amounts = Set(others.map { rows[$0].amount })
        let held = openRecords {
            !$0.observation.status.isReservation && !$0.isGone
                && !amounts.contains($0.observation.amount)
        }
        let (replacesTexts, hasStableIDs) = (context.tolerances.replacesTexts, hasStableIDs)
        recogniseAmended(held, open, by: \.amount.minorUnits) { old, new in
            guard old.date == new.date, old.posted == new.posted,
                !hasStableIDs || [nil, old.usableBankID].contains(new.usableBankID),
                let step = Self.amendment(of: old, to: new, replacesTexts: replacesTexts)
            else { return nil }
            // An unlike text proves less than that of the gone record, which is the same.
            return step == Self.anyOtherText ? nil : step
        }
    }

    /// How weak the evidence is that a booked row is a rewritten record; `nil` if there is none.
    private static func amendment(
        of old: TransactionObservation, to new: TransactionObservation, replacesTexts: Bool
    ) -> Int? {
        if old.posted == new.posted, isSimilar(old, new),
            abs(old.date.days(until: new.date)) <= longestAmendment
        {
            return old.date == new.date ? 0 : 1
        }
        guard old.date == new.date, !old.isNamedApart(from: new) else { return nil }
        if old.text == new.text {
            return abs(old.listingDay.days(until: new.listingDay)) <= 3 ? 2 : nil
        }
        guard replacesTexts, old.posted == new.posted else { return nil }
        // Of several, the one that contains the earlier words.
        let (before, after) = (FoldedText(old.text), FoldedText(new.text))
        return after.contains(before) || before.contains(after) ? 3 : anyOtherText
    }

    /// The weakest evidence: amount and days are equal, the texts have nothing in common.
    private static let anyOtherText = 4

    /// Recognises reservations that the bank lists under another text, or with another rate.
    mutating func recogniseAmendedReservations() {
        let held = openRecords { $0.observation.status.isReservation && isWithinReach($0) }
        let longestShift = context.tolerances.reservationShift
        recogniseAmended(held, openRows { $0.status.isReservation }, by: \.amount.minorUnits) {
            old, new in
            guard !old.isNamedApart(from: new) else { return nil }
            if old.date != new.date {
                let days = abs(old.date.days(until: new.date))
                return days <= longestShift && old.text == new.text ? 2 : nil
            }
            if old.merchantKey.agrees(with: new.merchantKey) { return 0 }
            return old.hidesMerchant || new.hidesMerchant ? 1 : nil
        }
    }

    /// Recognises reservations that the bank lists with another amount than before.
    ///
    /// The new row must appear when the old one disappears, with the same text and day: anything
    /// less may be a second purchase in one shop. Where the bank dates reservations without a day
    /// of their own by the answer, the day may move at the same time.
    mutating func recogniseChangedReservations() {
        recogniseChanged(
            openRecords { Self.mayChange($0) },
            openRows { $0.status.isReservation && !$0.hidesMerchant })
    }

    /// Recognises reservations whose amount became that of a booking in the same answer.
    ///
    /// It runs before bookings are matched. Otherwise the booking would be matched with the old
    /// amount, and the new amount, listed beside it, would count as another purchase.
    mutating func recogniseReservationsChangedToBooked() {
        var held = openRecords { Self.mayChange($0) }
        guard !held.isEmpty else { return }
        let bookings = openRows { !$0.status.isReservation }
        let amounts = Set(bookings.map { rows[$0].amount })
        held.removeAll { amounts.contains(records[$0].observation.amount) }
        guard !bookings.isEmpty, !held.isEmpty else { return }
        let open = openRows { row in
            guard row.status.isReservation, !row.hidesMerchant, amounts.contains(row.amount) else {
                return false
            }
            return bookings.contains {
                rows[$0].amount == row.amount && abs(rows[$0].date.days(until: row.date)) <= 1
                    && rows[$0].merchantKey.agrees(with: row.merchantKey)
            }
        }
        recogniseChanged(held, open)
    }

    private static func mayChange(_ record: TransactionRecord) -> Bool {
        record.observation.status.isReservation && !record.isGone
            && !record.observation.hidesMerchant
    }

    private mutating func recogniseChanged(_ held: [Int], _ open: [Int]) {
        let moving = Set(
            held.map { records[$0] }.filter(context.isDatedByAnswer)
                .map { RowContent($0.observation) })
        let context = context
        recogniseAmended(held, open, by: \.text) { old, new in
            guard old.text == new.text, !old.isNamedApart(from: new),
                old.amount.currency == new.amount.currency,
                old.amount.minorUnits.signum() == new.amount.minorUnits.signum(),
                old.date == new.date
                    || moving.contains(RowContent(old)) && context.isDatedByAnswer(new)
            else { return nil }
            let step = old.date == new.date ? 0 : 2
            if AmountTolerance.allowsChange(from: old.amount, to: new.amount) { return step }
            // An older copy of the list shows the earlier amount.
            let isOlder = AmountTolerance.allowsChange(from: new.amount, to: old.amount)
            return isOlder ? step + 1 : nil
        }
    }

    /// How many days a row's date may move when the bank enriches it.
    private static let longestAmendment = 10

    mutating func recogniseAmended<Key: Hashable>(
        _ held: [Int], _ open: [Int], by key: (RowContent) -> Key,
        step: (TransactionObservation, TransactionObservation) -> Int?
    ) {
        guard !held.isEmpty, !open.isEmpty else { return }
        let old = KindGroups(held) { RowContent(records[$0].observation) }
        let new = KindGroups(open) { RowContent(rows[$0]) }
        var candidates: [IdentityAssignment.Candidate] = []
        let byKey = Dictionary(grouping: old.kinds.indices) { key(old.kinds[$0]) }
        for (number, kind) in new.kinds.enumerated() {
            guard let row = new.first(number) else { continue }
            for place in byKey[key(kind)] ?? [] {
                guard let record = old.first(place),
                    kind.amount.currency == old.kinds[place].amount.currency,
                    let found = step(records[record].observation, rows[row])
                else { continue }
                let gap = AmountTolerance.distance(
                    reserved: records[record].observation.amount, booked: rows[row].amount)
                let distance = abs(old.kinds[place].date.days(until: kind.date)) + gap / 10
                candidates.append(
                    .init(held: place, row: number, step: found, distance: distance, gap: gap))
            }
        }
        for pair in Self.pairs(candidates, held: old, rows: new)
        where mayBe(pair.row, pair.record) {
            link(pair.row, .changed(pair.record))
        }
    }

    private static func isSimilar(
        _ old: TransactionObservation, _ new: TransactionObservation
    ) -> Bool {
        if old.isNamedApart(from: new) { return false }
        let (before, after) = (FoldedText(old.text), FoldedText(new.text))
        if before == after || old.hidesMerchant || new.hidesMerchant { return true }
        if old.merchantKey.agrees(with: new.merchantKey) { return true }
        let (short, long) =
            before.bytes.count < after.bytes.count ? (before, after) : (after, before)
        return short.bytes.count >= 4 && long.hasPrefix(short)
    }

    /// Recognises reservations that a bank lists again after their booking, from an older copy or
    /// because its list had omitted them for a while.
    ///
    /// The booking is kept; if this answer lacks it, it counts as listed. Beside a listed booking
    /// only a reservation of the known day is an old one, and only before today: any other may be a
    /// new purchase.
    mutating func recogniseEchoes() {
        let open = openRows { $0.status.isReservation }
        guard !open.isEmpty else { return }
        let booked = records.indices.filter {
            records[$0].evidence != nil && !records[$0].isGone && !answered.contains($0)
        }
        var byAmount = Dictionary(grouping: inAge(booked)) { records[$0].evidence?.reservedAmount }
        for row in open {
            let amount = rows[row].amount
            let isOld = rows[row].date < context.window.today
            // Without a name, an equal amount of another day is another purchase.
            let longestShift = rows[row].hidesMerchant ? 0 : context.tolerances.reservationShift
            let found = byAmount[amount]?.firstIndex { record in
                isListed(record)
                    ? isOld && isReservation(rows[row], of: records[record])
                    : isReservation(rows[row], of: records[record], within: longestShift)
            }
            guard let found, let echo = byAmount[amount]?.remove(at: found) else { continue }
            if isListed(echo) { absorb(row) } else { link(row, .echo(echo)) }
        }
    }

    /// Whether a row shows the reservation of a booked record, with at most this many days between.
    func isReservation(
        _ row: TransactionObservation, of record: TransactionRecord, within days: Int = 0
    ) -> Bool {
        guard let evidence = record.evidence, !row.isNamedApart(from: record.observation) else {
            return false
        }
        guard evidence.reservedAmount == row.amount, evidence.reservedText == row.text else {
            return false
        }
        if let day = evidence.reservedDay { return abs(row.date.days(until: day)) <= days }
        return abs(row.date.days(until: record.transaction.transactionDate)) <= 1
    }
}
