import Foundation

/// Gives identifiers to transactions that are seen for the first time.
///
/// They follow from account and content alone, so that a second run from the same state gives the
/// same ones; a number tells twins and returning content apart.
struct NewIdentifiers {
    private let account: UUID
    private var known: Set<UUID>
    private var incarnations: [RowContent: Int] = [:]

    /// Starts beside the records that are held, gone ones included, and those that take part in
    /// nothing any more.
    init(account: UUID, records: [TransactionRecord], retired: Set<UUID> = []) {
        self.account = account
        known = retired.union(records.lazy.map(\.transaction.id))
    }

    /// The identifier of the next transaction with the content of `row`.
    mutating func next(for row: TransactionObservation) -> UUID {
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
        let parts = ["transaction", account.uuidString] + content.parts + [String(incarnation)]
        return StableHash(parts: parts).uuid
    }
}
