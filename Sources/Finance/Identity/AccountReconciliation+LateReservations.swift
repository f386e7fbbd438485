extension AccountReconciliation {
    /// Recognises reservations that come to light after their booking was seen without them.
    ///
    /// The booking may be missing from an older copy of the list, or the list may have left the
    /// reservation out before. Beside a listed booking only a reservation from before today is an
    /// old one: today's may be a new purchase.
    mutating func recogniseLateReservations() {
        let open = openRows { $0.status.isReservation }
        guard !open.isEmpty else { return }
        let days = Set(open.flatMap { row in (-1...1).map { rows[row].date.adding(days: $0) } })
        let booked = inAge(
            records.indices.filter {
                records[$0].evidence == nil && !records[$0].isGone
                    && !records[$0].observation.status.isReservation
                    && days.contains(records[$0].observation.date)
            })
        guard !booked.isEmpty else { return }
        for found in late(open, after: booked.filter { !isListed[$0] }, besides: false) {
            link(found.row, found.record, isEcho: true)
        }
        let old = open.filter {
            recordOfRow[$0] == nil && rows[$0].date < context.window.today
                && !rows[$0].hidesMerchant
        }
        for found in late(old, after: booked.filter { isListed[$0] }, besides: true) {
            let words = "\(found.evidence.words), shown after its booking"
            absorb(
                found.row,
                learning: MatchEvidence(
                    found.evidence.tier, words, of: rows[found.row], isListedTwice: true),
                for: found.record)
        }
    }

    private func late(
        _ open: [Int], after booked: [Int], besides isListed: Bool
    ) -> [(row: Int, record: Int, evidence: BookingEvidence)] {
        guard !open.isEmpty, !booked.isEmpty else { return [] }
        let held = KindGroups(open) { RowKind(rows[$0], isListed: isListed) }
        let bookings = KindGroups(booked) { RowKind(records[$0].observation) }
        let candidates = BookingCandidates(held: held.kinds).all(for: bookings.kinds)
        return Self.pairs(candidates, held: held, rows: bookings).compactMap { pair in
            BookingEvidence(step: pair.step).map { (pair.record, pair.row, $0) }
        }
    }
}
