/// Rows and records of equal content, brought together in time proportional to their number.
///
/// An open hash table of row numbers; digests are kept beside it, so that a look-up touches a row
/// only when it very likely is the right one.
struct TwinGroups {
    private var slots: [Int32]
    private var hashes: [UInt64] = []
    private var firstRow: [Int32] = []
    private var nextRow: [Int32]
    private var firstRecord: [Int32]
    private var nextRecord: [Int32]

    private static let none: Int32 = -1

    /// Groups all rows, and those records whose index `isCandidate` lets through.
    init(
        rows: [TransactionObservation], records: [TransactionRecord],
        where isCandidate: (Int) -> Bool
    ) {
        var capacity = 16
        while capacity < rows.count * 2 { capacity *= 2 }
        slots = Array(repeating: Self.none, count: capacity)
        nextRow = Array(repeating: Self.none, count: rows.count)
        nextRecord = Array(repeating: Self.none, count: records.count)
        firstRecord = []
        hashes.reserveCapacity(rows.count)
        firstRow.reserveCapacity(rows.count)
        // By pointer: through the array each look at a row or record would copy it whole.
        rows.withUnsafeBufferPointer { rows in
            for index in rows.indices { insertRow(index, rows) }
            firstRecord = Array(repeating: Self.none, count: firstRow.count)
            records.withUnsafeBufferPointer { records in
                for index in records.indices where isCandidate(index) {
                    insertRecord(index, rows, records)
                }
            }
        }
    }

    private mutating func insertRow(
        _ index: Int, _ rows: UnsafeBufferPointer<TransactionObservation>
    ) {
        let hash = ContentHash.of(rows[index])
        let slot = slot(of: hash) { rows[$0].hasContent(of: rows[index]) }
        let group = slots[slot]
        if group == Self.none {
            slots[slot] = Int32(firstRow.count)
            hashes.append(hash)
            firstRow.append(Int32(index))
        } else {
            nextRow[index] = firstRow[Int(group)]
            firstRow[Int(group)] = Int32(index)
        }
    }

    private mutating func insertRecord(
        _ index: Int, _ rows: UnsafeBufferPointer<TransactionObservation>,
        _ records: UnsafeBufferPointer<TransactionRecord>
    ) {
        let hash = ContentHash.of(records[index].observation)
        let slot = slot(of: hash) { rows[$0].hasContent(of: records[index].observation) }
        let group = Int(slots[slot])
        guard group >= 0 else { return }
        nextRecord[index] = firstRecord[group]
        firstRecord[group] = Int32(index)
    }

    /// The slot of the group with this digest and content, or the free one where it would go.
    private func slot(of hash: UInt64, isEqual: (Int) -> Bool) -> Int {
        let mask = slots.count - 1
        var slot = Int(truncatingIfNeeded: hash) & mask
        while slots[slot] != Self.none {
            let group = Int(slots[slot])
            if hashes[group] == hash, isEqual(Int(firstRow[group])) { return slot }
            slot = (slot + 1) & mask
        }
        return slot
    }

    /// Calls `single` for each pair that is alone, `twins` where there are more.
    func forEach(single: (Int, Int) -> Void, twins: ([Int], [Int]) -> Void) {
        for group in firstRow.indices where firstRecord[group] != Self.none {
            let (row, record) = (Int(firstRow[group]), Int(firstRecord[group]))
            if nextRow[row] == Self.none, nextRecord[record] == Self.none {
                single(row, record)
            } else {
                twins(Self.chain(row, nextRow), Self.chain(record, nextRecord))
            }
        }
    }

    /// The rows of each group, one array for each.
    func forEachGroup(_ body: ([Int]) -> Void) {
        for first in firstRow { body(Self.chain(Int(first), nextRow)) }
    }

    private static func chain(_ first: Int, _ next: [Int32]) -> [Int] {
        var members = [first]
        while let last = members.last, next[last] != none { members.append(Int(next[last])) }
        return members
    }
}
