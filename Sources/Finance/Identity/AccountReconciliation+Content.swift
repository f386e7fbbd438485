extension AccountReconciliation {
    /// Recognises the rows whose content is that of a record, twins by their number (D46).
    ///
    /// A record that was gone is matched only with rows that no present record accounts for (D11).
    mutating func recogniseContent() {
        guard !records.isEmpty, !rows.isEmpty else { return }
        let groups = DuplicateGroups(rows: rows, records: records) { !records[$0].isGone }
        var links: [(row: Int, record: Int)] = []
        links.reserveCapacity(rows.count)
        groups.forEach(
            single: { links.append(($0, $1)) },
            twins: { links += paired(inOrder($0), with: inAge($1)) })
        for pair in links where mayBe(pair.row, pair.record) { link(pair.row, .same(pair.record)) }
        recogniseReturned()
    }

    /// Recognises the rows whose content is that of a gone record, where no present one was only
    /// rewritten.
    private mutating func recogniseReturned() {
        let gone = Dictionary(grouping: openRecords { $0.isGone && isWithinReach($0) }) {
            RowContent(records[$0].observation)
        }
        guard !gone.isEmpty else { return }
        let open = openRows { gone[RowContent($0)] != nil }
        recogniseRewrittenTexts(among: open)
        let left = Dictionary(grouping: open.filter { fates[$0] == .open }) { RowContent(rows[$0]) }
        for (content, twins) in left {
            for pair in paired(twins, with: gone[content] ?? [])
            where mayBe(pair.row, pair.record) {
                link(pair.row, .same(pair.record))
            }
        }
    }

    /// Whether the bank's ids and statements allow a row to be the record that it looks like.
    ///
    /// The rows beside a single row are unknown: with another id it is another movement.
    func mayBe(_ row: Int, _ record: Int) -> Bool {
        if rows[row].isCountedApart(from: records[record].observation) { return false }
        guard context.window.isEmpty, let id = rows[row].usableBankID,
            let known = records[record].observation.usableBankID
        else { return true }
        return id == known
    }

    /// Pairs those with the same bank id first, then as many as there are.
    private func paired(_ open: [Int], with held: [Int]) -> [(row: Int, record: Int)] {
        var byID = firstByID(open) { rows[$0] }
        var links: [(row: Int, record: Int)] = []
        var rest: [Int] = []
        for record in held {
            let id = records[record].observation.usableBankID
            let row = id.flatMap { byID.removeValue(forKey: $0) }
            if let row { links.append((row, record)) } else { rest.append(record) }
        }
        let taken = Set(links.map(\.row))
        var left = open.filter { !taken.contains($0) }
        guard left.contains(where: { rows[$0].statement != nil }) else {
            return links + zip(left, rest).map { ($0, $1) }
        }
        for record in rest {
            guard let place = left.firstIndex(where: { mayBe($0, record) }) else { continue }
            links.append((left.remove(at: place), record))
        }
        return links
    }

    /// Recognises rows by the bank's own id if nothing else contradicts it.
    ///
    /// Some banks number the rows of an answer, or give new ids each time. An equal id alone
    /// therefore proves nothing: ids count only if the rows recognised so far mostly kept theirs.
    mutating func recogniseBankIDs() {
        guard hasStableIDs else { return }
        let held = firstByID(openRecords { isWithinReach($0) }) { records[$0].observation }
        guard !held.isEmpty else { return }
        for row in openRows(where: { $0.usableBankID != nil }) {
            guard let id = rows[row].usableBankID, let record = held[id], !isListed(record),
                isPlausible(rows[row], after: records[record].observation)
            else { continue }
            takeByID(row, record)
        }
    }

    /// The first row or record with each of the bank's ids.
    private func firstByID(
        _ indices: [Int], _ row: (Int) -> TransactionObservation
    ) -> [String: Int] {
        let pairs = indices.compactMap { index in row(index).usableBankID.map { ($0, index) } }
        return Dictionary(pairs) { first, _ in first }
    }

    /// Whether the rows recognised so far mostly kept their ids.
    var hasStableIDs: Bool {
        var (kept, changed) = (0, 0)
        for (row, fate) in fates.enumerated() {
            guard let record = fate.record, let now = rows[row].usableBankID,
                let before = records[record].observation.usableBankID
            else { continue }
            if now == before { kept += 1 } else { changed += 1 }
        }
        return changed * 4 <= kept
    }

    private mutating func takeByID(_ row: Int, _ record: Int) {
        let before = records[record].observation
        let isBooking = before.status.isReservation && !rows[row].status.isReservation
        let isStepBack = !before.status.isReservation && rows[row].status.isReservation
        let why = MatchEvidence(.bankID, "the bank gives both the same id", of: before)
        link(row, isStepBack ? .echo(record) : .changed(record), evidence: isBooking ? why : nil)
    }

    /// Whether a row with the id of `before` can be the same movement.
    private func isPlausible(
        _ row: TransactionObservation, after before: TransactionObservation
    ) -> Bool {
        guard row.amount.currency == before.amount.currency,
            row.amount.minorUnits.signum() == before.amount.minorUnits.signum()
        else { return false }
        let days = abs(row.date.days(until: before.date))
        if row.amount == before.amount { return days <= Self.longestPosting }
        let isNamedAlike =
            row.merchantKey.agrees(with: before.merchantKey) || row.hidesMerchant
            || before.hidesMerchant
        return days <= 1 && isNamedAlike
    }

    /// How many days may lie between a purchase and its posting: a week with Easter in it.
    static let longestPosting = 7
}

/// Rows and records of equal content, grouped in time proportional to their number.
///
/// Twins are linked in chains, so that the many rows without one need no array of their own.
struct DuplicateGroups {
    private var numbers: [RowContent: Int] = [:]
    private var heads: [(row: Int, record: Int)] = []
    private var nextRow: [Int]
    private var nextRecord: [Int]

    private static let none = -1

    /// Groups all rows, and those records whose index `isCandidate` lets through.
    init(
        rows: [TransactionObservation], records: [TransactionRecord],
        where isCandidate: (Int) -> Bool
    ) {
        nextRow = Array(repeating: Self.none, count: rows.count)
        nextRecord = Array(repeating: Self.none, count: records.count)
        numbers.reserveCapacity(rows.count)
        heads.reserveCapacity(rows.count)
        for index in rows.indices {
            let content = RowContent(rows[index])
            if let number = numbers[content] {
                nextRow[index] = heads[number].row
                heads[number].row = index
            } else {
                numbers[content] = heads.count
                heads.append((index, Self.none))
            }
        }
        for index in records.indices where isCandidate(index) {
            guard let number = numbers[RowContent(records[index].observation)] else { continue }
            nextRecord[index] = heads[number].record
            heads[number].record = index
        }
    }

    /// Calls `single` for each pair that is alone, `twins` where there are more.
    func forEach(single: (Int, Int) -> Void, twins: ([Int], [Int]) -> Void) {
        for (row, record) in heads where record != Self.none {
            if nextRow[row] == Self.none, nextRecord[record] == Self.none {
                single(row, record)
            } else {
                twins(Self.chain(row, nextRow), Self.chain(record, nextRecord))
            }
        }
    }

    private static func chain(_ first: Int, _ next: [Int]) -> [Int] {
        var members = [first]
        while let last = members.last, next[last] != none { members.append(next[last]) }
        return members
    }
}
