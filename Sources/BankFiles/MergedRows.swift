import Finance

/// Collects the rows of an account's statements, the newest first.
struct MergedRows {
    private(set) var rows: [TransactionObservation] = []
    private var newer: [Statement] = []
    /// How often each booked row occurs.
    private var listed: [Row: Int] = [:]
    /// Of those, the ones that an older statement may contain as well.
    private var repeatable: [Row: Int] = [:]

    /// Whether no statement was added yet.
    var isEmpty: Bool { newer.isEmpty }

    mutating func add(_ statement: Statement, withReservations: Bool) {
        defer { newer.append(statement) }
        guard !newer.contains(where: { $0.replaces(statement) }) else { return }
        let owned = newer.filter { $0.ownsDays(of: statement) }.map(\.days)
        // Equal rows within one statement are as many movements.
        var known = statement.isReport ? listed : repeatable
        listed.reserveCapacity(listed.count + statement.rows.count)
        for row in statement.rows {
            let day = row.posted ?? row.date
            guard withReservations || !row.status.isReservation,
                !owned.contains(where: { $0.contains(day) }), !Self.take(row, from: &known)
            else { continue }
            rows.append(row)
            note(row, of: statement)
        }
    }

    private static func take(_ row: TransactionObservation, from known: inout [Row: Int]) -> Bool {
        guard !row.status.isReservation, !known.isEmpty, let count = known[Row(row)], count > 0
        else { return false }
        known[Row(row)] = count - 1
        return true
    }

    private mutating func note(_ row: TransactionObservation, of statement: Statement) {
        guard !row.status.isReservation else { return }
        listed[Row(row), default: 0] += 1
        // Without the bank's own reference, equal rows of two statements are two movements.
        guard statement.isReport || row.bankTransactionID != nil else { return }
        repeatable[Row(row), default: 0] += 1
    }

    /// The properties by which a booked row is recognised in another statement.
    private struct Row: Hashable {
        let day: CalendarDay
        let amount: Money
        let reference: String?
        let text: FoldedText?

        init(_ row: TransactionObservation) {
            day = row.posted ?? row.date
            amount = row.amount
            reference = row.bankTransactionID
            text = reference == nil ? FoldedText(row.text) : nil
        }
    }
}

extension Statement {
    /// Whether it replaces an older version of the same statement.
    fileprivate func replaces(_ older: Statement) -> Bool {
        sequence != nil && sequence == older.sequence && !isReport && !older.isReport
            && days.overlaps(older.days)
    }

    /// Whether an older statement contains nothing about this one's days that this one lacks.
    fileprivate func ownsDays(of older: Statement) -> Bool {
        !isReport && !beginsInDay && !isUndated && (older.isReport || !isCountedApart(from: older))
    }

    /// Whether one of the two is incomplete: the newer lacks all rows of the older on the same
    /// days, at least two or with the other direction, or most of them, at least three.
    ///
    /// Only amounts are compared; a bank may give a movement another text and another day.
    func contradicts(_ older: Statement) -> Bool {
        guard ownsDays(of: older), days.overlaps(older.days) else { return false }
        let shared = older.rows.filter { row in
            !row.status.isReservation && days.contains(row.posted ?? row.date)
        }
        var amounts = Dictionary(grouping: rows, by: \.amount).mapValues(\.count)
        let missing = shared.count { row in
            guard let count = amounts[row.amount], count > 0 else { return true }
            amounts[row.amount] = count - 1
            return false
        }
        let isMost = missing >= 3 && missing * 2 > shared.count
        let isAll = missing > 0 && missing == shared.count
        return isMost || isAll && (missing > 1 || isOtherDirection(than: older))
    }

    /// Whether one statement has only money that came in and the other only money that went out.
    private func isOtherDirection(than other: Statement) -> Bool {
        let signs = [self, other].map { Set($0.rows.map { $0.amount.minorUnits < 0 }) }
        return signs.allSatisfy { $0.count == 1 } && signs[0] != signs[1]
    }
}
