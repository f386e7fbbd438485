extension AccountReconciliation {
    /// Recognises booked rows as the bookings of reservations that the bank no longer lists.
    mutating func recogniseBookings() {
        let reservations = openRecords { $0.observation.status.isReservation && isWithinReach($0) }
        guard !reservations.isEmpty else { return }
        let bookings = openRows { !$0.status.isReservation }
        guard !bookings.isEmpty else { return }
        let held = KindGroups(reservations) {
            RowKind(
                records[$0].observation, isGone: records[$0].isGone,
                apart: keptApart(records[$0]))
        }
        let booked = KindGroups(bookings) { RowKind(rows[$0]) }
        let candidates = BookingCandidates(held: held.kinds).all(for: booked.kinds)
        for pair in Self.pairs(candidates, held: held, rows: booked) {
            let before = records[pair.record].observation
            guard let found = BookingEvidence(rawValue: pair.step / 2) else { continue }
            link(
                pair.row, pair.record,
                evidence: MatchEvidence(found.tier, found.words, of: before))
        }
    }

    /// Settles candidates and picks rows and records of the kinds in their fixed order.
    static func pairs<Kind: Hashable>(
        _ candidates: [IdentityAssignment.Candidate], held: KindGroups<Kind>,
        rows: KindGroups<Kind>
    ) -> [(row: Int, record: Int, step: Int)] {
        var (held, rows) = (held, rows)
        let matches = IdentityAssignment.assign(
            candidates, heldCounts: held.counts, rowCounts: rows.counts)
        var pairs: [(row: Int, record: Int, step: Int)] = []
        for match in matches {
            for _ in 0..<match.units {
                guard let record = held.take(match.candidate.held),
                    let row = rows.take(match.candidate.row)
                else { break }
                pairs.append((row, record, match.candidate.step))
            }
        }
        return pairs
    }
}
