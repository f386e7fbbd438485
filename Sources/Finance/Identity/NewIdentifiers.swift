package import Foundation

/// Gives identifiers to transactions that are seen for the first time.
///
/// They follow from account and content alone, so that a second run from the same state gives the
/// same ones; a number tells twins and returning content apart. They begin with the day by which
/// the bank lists the row: a store looks them up in an index, of which a poll then touches the one
/// page of its day and not another one for every row.
package struct NewIdentifiers {
    private let account: String
    private var known: Set<UUID>
    private var incarnations: [RowContent: Int] = [:]

    /// Starts beside the records that are held, gone ones included, and those that take part in
    /// nothing any more.
    package init(account: UUID, records: [TransactionRecord] = [], retired: Set<UUID> = []) {
        self.account = account.uuidString
        known = retired.union(records.lazy.map(\.transaction.id))
    }

    /// The identifier of the next transaction with the content of `row`.
    package mutating func next(for row: TransactionObservation) -> UUID {
        let content = RowContent(row)
        var incarnation = incarnations[content] ?? 0
        var id = identifier(content, incarnation)
        while !known.insert(id).inserted {
            incarnation += 1
            id = identifier(content, incarnation)
        }
        incarnations[content] = incarnation + 1
        return id
    }

    private func identifier(_ content: RowContent, _ incarnation: Int) -> UUID {
        let parts = ["transaction", account] + content.parts + [String(incarnation)]
        return StableHash(parts: parts).uuid(near: content.posted ?? content.date)
    }
}
