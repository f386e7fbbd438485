/// Rows and records of equal content, brought together in time proportional to their number.
struct TwinGroups {
    private var number: [RowContent: Int]
    private var firstRow: [Int] = []
    private var nextRow: [Int]
    private var firstRecord: [Int]
    private var nextRecord: [Int]

    private static let none = -1

    /// Groups all rows, and those records that `isCandidate` lets through.
    init(
        rows: [TransactionObservation], records: [TransactionRecord],
        where isCandidate: (TransactionRecord) -> Bool
    ) {
        number = Dictionary(minimumCapacity: rows.count)
        nextRow = Array(repeating: Self.none, count: rows.count)
        nextRecord = Array(repeating: Self.none, count: records.count)
        for index in rows.indices {
            let content = RowContent(rows[index])
            if let group = number[content] {
                nextRow[index] = firstRow[group]
                firstRow[group] = index
            } else {
                number[content] = firstRow.count
                firstRow.append(index)
            }
        }
        firstRecord = Array(repeating: Self.none, count: firstRow.count)
        for index in records.indices where isCandidate(records[index]) {
            guard let group = number[RowContent(records[index].observation)] else { continue }
            nextRecord[index] = firstRecord[group]
            firstRecord[group] = index
        }
    }

    /// Calls `body` for each group that has rows and records.
    func forEach(_ body: (_ rows: [Int], _ records: [Int]) -> Void, single: (Int, Int) -> Void) {
        for group in firstRow.indices where firstRecord[group] != Self.none {
            let (row, record) = (firstRow[group], firstRecord[group])
            if nextRow[row] == Self.none, nextRecord[record] == Self.none {
                single(row, record)
            } else {
                body(Self.chain(row, nextRow), Self.chain(record, nextRecord))
            }
        }
    }

    private static func chain(_ first: Int, _ next: [Int]) -> [Int] {
        var members: [Int] = []
        var index = first
        while index != none {
            members.append(index)
            index = next[index]
        }
        return members
    }
}
