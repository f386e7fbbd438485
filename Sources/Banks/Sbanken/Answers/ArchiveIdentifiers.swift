import Finance

/// Gives rows of the plain list, which have no identifier that stays, those of the archive.
///
/// A row of the archive is the same row when all that both lists tell is the same; among equals
/// the identifiers are given out in their own order, so that the order of rows never matters.
struct ArchiveIdentifiers: Sendable {
    private var identifiers: [TransactionObservation: [String]] = [:]

    /// Takes up the rows of the archive.
    init(_ archived: [TransactionObservation]) {
        for row in archived {
            guard let id = row.bankTransactionID else { continue }
            identifiers[Self.key(row), default: []].append(id)
        }
        for key in identifiers.keys { identifiers[key]?.sort(by: >) }
    }

    /// The rows, those that are archived with their identifiers.
    mutating func given(to rows: [TransactionObservation]) -> [TransactionObservation] {
        var named = rows
        for index in rows.indices where rows[index].status == .booked {
            named[index].bankTransactionID = identifiers[Self.key(rows[index])]?.popLast()
        }
        return named
    }

    /// The archive has neither the row's own identifier nor the details of the other side.
    private static func key(_ row: TransactionObservation) -> TransactionObservation {
        var key = row
        key.bankTransactionID = nil
        key.counterparty = nil
        return key
    }
}
