/// Gives reservations without a day the days that are known of them.
///
/// A row without a day can't contradict the stored one. If a new booking has its amount, that may
/// be the booking of the stored reservation, and the row another one: then it keeps the day of the
/// answer.
enum UndatedRows {
    /// The rows with days, none of which counts as undated any more.
    static func dated(
        _ rows: [TransactionObservation], by records: [TransactionRecord]
    ) -> [TransactionObservation] {
        guard rows.contains(where: \.isUndated) else { return rows }
        var known = openDays(rows, records)
        return rows.map { row in
            guard row.isUndated else { return row }
            var row = row
            row.isUndated = false
            if let day = known[Key(row)]?.popLast() { row.date = day }
            return row
        }
    }

    /// The days of the reservations that no row with a day lists, the oldest last.
    private static func openDays(
        _ rows: [TransactionObservation], _ records: [TransactionRecord]
    ) -> [Key: [CalendarDay]] {
        let contents = Set(records.map { RowContent($0.observation) })
        let booked = Set(
            rows.filter { !$0.status.isReservation && !contents.contains(RowContent($0)) }
                .map(\.amount))
        var days: [Key: [CalendarDay]] = [:]
        for record in records where record.observation.status.isReservation && !record.isGone {
            let row = record.observation
            if !booked.contains(row.amount) { days[Key(row), default: []].append(row.date) }
        }
        for key in days.keys { days[key]?.sort(by: >) }
        for row in rows where row.status.isReservation && !row.isUndated {
            if let place = days[Key(row)]?.firstIndex(of: row.date) {
                days[Key(row)]?.remove(at: place)
            }
        }
        return days
    }

    private struct Key: Hashable {
        let amount: Money
        let text: String?

        init(_ row: TransactionObservation) {
            amount = row.amount
            text = row.text
        }
    }
}
