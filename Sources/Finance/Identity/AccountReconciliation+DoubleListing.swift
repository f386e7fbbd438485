extension AccountReconciliation {
    /// Passes over reservations that the bank goes on listing beside their booking.
    ///
    /// Only those that were listed so before count, one row for each booking: another row that
    /// looks the same is another purchase.
    mutating func recogniseStillListed() {
        guard !doubled.isEmpty else { return }
        let open = openRows { $0.status.isReservation }
        for record in inAge(doubled) {
            let row = open.first {
                !absorbed.contains($0) && isReservation(rows[$0], of: records[record])
            }
            guard let row else { continue }
            absorb(row)
            answered.insert(record)
        }
    }

    /// Recognises bookings whose reservation the same answer still lists.
    ///
    /// Only strong evidence counts here, because the reservation may as well be a second purchase:
    /// equal amounts on one day, or a merchant that agrees.
    mutating func recogniseDoubleListings() {
        let bookings = openRows { !$0.status.isReservation }
        guard !bookings.isEmpty else { return }
        let listed = listedReservations()
        guard !listed.isEmpty else { return }
        let held = KindGroups(listed) { number in kind(ofRow: number) }
        let booked = KindGroups(bookings) { RowKind(rows[$0]) }
        let candidates = BookingCandidates(held: held.kinds).all(for: booked.kinds).filter {
            Self.isClear(held.kinds[$0.held], booked.kinds[$0.row], $0.step)
        }
        for pair in Self.pairs(candidates, held: held, rows: booked) {
            guard let found = BookingEvidence(rawValue: pair.step / 2) else { continue }
            let reservation = rows[pair.record]
            let why = MatchEvidence(
                found.tier, "\(found.words), both listed at once", of: reservation,
                isListedTwice: true)
            take(pair.row, pair.record, why)
        }
    }

    /// The reservations of the answer that are not booked yet, those that are known first.
    private func listedReservations() -> [Int] {
        let all = rows.indices.filter { row in
            guard rows[row].status.isReservation, !absorbed.contains(row) else { return false }
            guard let record = recordOfRow[row] else { return true }
            return records[record].observation.status.isReservation
        }
        let ordered = inOrder(all)
        return ordered.filter { recordOfRow[$0] != nil }
            + ordered.filter { recordOfRow[$0] == nil }
    }

    private func kind(ofRow row: Int) -> RowKind {
        RowKind(rows[row], apart: recordOfRow[row].flatMap { keptApart(records[$0]) })
    }

    /// Whether the evidence would hold if the reservation were another purchase's.
    private static func isClear(_ held: RowKind, _ booked: RowKind, _ step: Int) -> Bool {
        switch BookingEvidence(rawValue: step / 2) {
        case .amountDayMerchant, .amountNextDayMerchant, .toleranceDayMerchant,
            .toleranceNextDayMerchant:
            true
        // Two payments to nobody in particular may well be of one amount and day.
        case .amountDay: !booked.hasPostingDayOnly && booked.family == .card
        default: false
        }
    }

    private mutating func take(_ booking: Int, _ reservation: Int, _ why: MatchEvidence) {
        if let record = unlink(reservation) {
            link(booking, record, evidence: why)
        } else {
            bornBooked[booking] = why
        }
        absorb(reservation)
    }
}
