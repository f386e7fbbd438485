import Finance
import Foundation

/// Which transaction was the first at each merchant.
///
/// It is a function of the stored rows, gone ones included, whatever their order: whoever fills it
/// from the store knows what one that ran on knows. Its size follows the distinct merchants.
struct MerchantBook: Sendable {
    /// One row at a merchant.
    private struct Visit: Sendable {
        let firstSeen: Date
        let isBaseline: Bool
        let day: Int
        let amount: Int64
        let id: UUID

        /// By first sight, the silent first poll before others; in one poll by day, of one day the
        /// largest, so that a limit to the amount does not miss it.
        func precedes(_ other: Visit) -> Bool {
            if firstSeen != other.firstSeen { return firstSeen < other.firstSeen }
            if isBaseline != other.isBaseline { return isBaseline }
            if day != other.day { return day < other.day }
            if amount != other.amount { return amount > other.amount }
            return id < other.id
        }
    }

    private var visits: [FoldedText: [Visit]] = [:]

    /// So many first rows are kept of each merchant: some may turn out to be another's.
    private static let limit = 4

    /// Takes in a row.
    mutating func add(_ transaction: Transaction, _ keys: MerchantKeys, isBaseline: Bool) {
        let visit = Self.visit(transaction, isBaseline: isBaseline)
        for key in keys.all {
            var list = visits[key] ?? []
            guard !list.contains(where: { $0.id == visit.id }) else { continue }
            let place = list.firstIndex { visit.precedes($0) } ?? list.count
            guard place < Self.limit else { continue }
            list.insert(visit, at: place)
            if list.count > Self.limit { list.removeLast() }
            visits[key] = list
        }
    }

    /// Takes out a row that the bank has rewritten.
    ///
    /// - Returns: whether it was a row of the silent first poll.
    mutating func remove(_ transaction: Transaction, _ keys: MerchantKeys) -> Bool {
        var isBaseline = false
        for key in keys.all {
            guard let place = visits[key]?.firstIndex(where: { $0.id == transaction.id }) else {
                continue
            }
            isBaseline = visits[key]?[place].isBaseline ?? false
            visits[key]?.remove(at: place)
            if visits[key]?.isEmpty == true { visits[key] = nil }
        }
        return isBaseline
    }

    /// Whether a row that is no part of a silent first poll is the first at its merchant.
    func isFirst(_ transaction: Transaction, at key: FoldedText) -> Bool {
        guard let list = visits[key] else { return true }
        if let own = list.first(where: { $0.id == transaction.id }), own.isBaseline { return false }
        let visit = Self.visit(transaction, isBaseline: false)
        return list.allSatisfy { $0.id == visit.id || visit.precedes($0) }
    }

    private static func visit(_ transaction: Transaction, isBaseline: Bool) -> Visit {
        Visit(
            firstSeen: transaction.firstSeen, isBaseline: isBaseline,
            day: transaction.transactionDate.dayNumber,
            amount: transaction.transactionAmount.minorUnits, id: transaction.id)
    }
}
