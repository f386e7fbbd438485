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

    /// The reservations of the answer that are not booked yet, those that are known first.
    ///
    /// One that is as new as the booking and names nobody may be anything and is left out.
    func listedReservations() -> [Int] {
        let all = rows.indices.filter { row in
            guard rows[row].status.isReservation, !absorbed.contains(row) else { return false }
            guard let record = recordOfRow[row] else { return !rows[row].hidesMerchant }
            return records[record].observation.status.isReservation
        }
        let ordered = inOrder(all)
        return ordered.filter { recordOfRow[$0] != nil }
            + ordered.filter { recordOfRow[$0] == nil }
    }

    /// Takes a booking for that of a reservation which the same answer still lists.
    mutating func take(_ booking: Int, besides reservation: Int, _ found: BookingEvidence) {
        let why = MatchEvidence(
            found.tier, "\(found.words), both listed at once", of: rows[reservation],
            isListedTwice: true)
        if let record = unlink(reservation) {
            link(booking, record, evidence: why)
        } else {
            bornBooked[booking] = why
        }
        absorb(reservation)
    }
}
