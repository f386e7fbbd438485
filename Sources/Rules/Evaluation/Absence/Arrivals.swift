import Finance
import Foundation

/// The rows of one account that an absence rule waits for, in the order of day and first sight.
struct Arrivals: Sendable {
    private(set) var rows: [Transaction] = []

    /// Starts empty.
    init() {}

    /// Takes a row in; stored rows come in order, so that each goes to the end.
    mutating func add(_ row: Transaction) {
        let place = place(of: row)
        if rows.indices.contains(place), rows[place].id == row.id {
            rows[place] = row
        } else {
            rows.insert(row, at: place)
        }
    }

    /// Takes a row out again, if it is there.
    mutating func remove(_ row: Transaction) {
        let place = place(of: row)
        guard rows.indices.contains(place), rows[place].id == row.id else { return }
        rows.remove(at: place)
    }

    /// Forgets rows before a day.
    mutating func forget(before first: CalendarDay) {
        guard let oldest = rows.first, oldest.transactionDate < first else { return }
        rows.removeFirst(rows.firstPlace { $0.transactionDate >= first })
    }

    private func place(of row: Transaction) -> Int {
        if let last = rows.last, Self.precedes(last, row) { return rows.endIndex }
        return rows.firstPlace { !Self.precedes($0, row) }
    }

    /// The order of day, first sight and identifier.
    static func precedes(_ left: Transaction, _ right: Transaction) -> Bool {
        (left.transactionDate, left.firstSeen, left.id.uuidString)
            < (right.transactionDate, right.firstSeen, right.id.uuidString)
    }
}

extension [Transaction] {
    /// The first place from which on all rows are so; before it none is.
    func firstPlace(where isSo: (Transaction) -> Bool) -> Int {
        var (low, high) = (startIndex, endIndex)
        while low < high {
            let middle = (low + high) / 2
            if isSo(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
