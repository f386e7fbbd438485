import Foundation

/// Some banks date a reservation without a day of its own by the answer that lists it.
extension AccountReconciliation {
    /// Recognises reservations that differ from before only in being dated by this answer.
    ///
    /// It runs before bookings are matched. Otherwise such a reservation would seem to have left
    /// the list, and could be matched with a booking beside it. Where a booking has its amount,
    /// that match is decided first.
    mutating func recogniseMovedReservations() {
        let held = openRecords {
            $0.observation.status.isReservation && !$0.isGone && context.isDatedByAnswer($0)
        }
        guard !held.isEmpty else { return }
        let booked = Set(openRows { !$0.status.isReservation }.map { rows[$0].amount })
        let open = openRows { row in
            row.status.isReservation && context.isDatedByAnswer(row) && !booked.contains(row.amount)
        }
        recogniseAmended(held, open, by: \.amount.minorUnits) { old, new in
            old.text == new.text && !old.isNamedApart(from: new) ? 0 : nil
        }
    }

    /// The day of purchase as far as the record shows it: not after the day on which the bank first
    /// listed it.
    func purchaseDay(of record: TransactionRecord) -> CalendarDay {
        let day = record.observation.date
        guard context.tolerances.reservationShift > 0 else { return day }
        return min(day, context.latestDay(of: record.transaction.firstSeen))
    }
}

extension AccountReconciliation.Context {
    /// Whether the record is dated by the last answer that listed it.
    func isDatedByAnswer(_ record: TransactionRecord) -> Bool {
        guard let lastListed = record.missingSince ?? previous else { return false }
        return isDated(record.observation.date, by: lastListed)
    }

    /// Whether the row is dated by the answer that is being read.
    func isDatedByAnswer(_ row: TransactionObservation) -> Bool {
        isDated(row.date, by: observedAt)
    }

    /// Banks date in their own zone or in UTC.
    private func isDated(_ day: CalendarDay, by answer: Date) -> Bool {
        tolerances.reservationShift > 0
            && [zone, .gmt].contains { day == CalendarDay(of: answer, in: $0) }
    }

    /// The day of an instant, in whichever zone it is later.
    func latestDay(of instant: Date) -> CalendarDay {
        max(CalendarDay(of: instant, in: zone), CalendarDay(of: instant, in: .gmt))
    }
}
