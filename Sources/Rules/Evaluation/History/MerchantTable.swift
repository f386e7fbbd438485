import Finance
import Foundation

/// The first transactions at each merchant.
///
/// The table depends only on the stored rows, including rows that have gone, and not on their
/// order: a table filled from the store equals one that followed every poll. Its size depends on
/// the number of distinct merchants.
struct MerchantTable: Sendable {
    /// One row at a merchant.
    private struct Visit: Sendable, Comparable, Identifiable {
        let firstSeen: Date
        let step: Int
        let isBaseline: Bool
        let day: Int
        let amount: Int64
        let id: UUID

        /// Sorts by first sight; rows of the silent first poll come first.
        ///
        /// Rows of one poll are sorted by day, and those of one day by amount, largest first, so
        /// that a limit to the amount does not miss the largest.
        static func < (left: Visit, right: Visit) -> Bool {
            (left.firstSeen, left.step, left.isBaseline ? 0 : 1, left.day, right.amount, left.id)
                < (
                    right.firstSeen, right.step, right.isBaseline ? 0 : 1, right.day, left.amount,
                    right.id
                )
        }
    }

    private var visits: [FoldedText: [Visit]] = [:]

    /// How many first rows of each merchant are kept; some may turn out to be of another merchant.
    private static let limit = 4

    /// Adds a row; `step` is the number of its poll among polls at the same instant.
    mutating func add(
        _ transaction: Transaction, _ keys: MerchantKeys, step: Int, isBaseline: Bool
    ) {
        let visit = Self.visit(transaction, step: step, isBaseline: isBaseline)
        for key in keys.all { visits[key, default: []].insert(visit, amongFirst: Self.limit) }
    }

    /// Removes a row that the bank has rewritten.
    mutating func remove(_ id: UUID, _ keys: MerchantKeys) {
        for key in keys.all {
            visits[key]?.removeAll { $0.id == id }
            if visits[key]?.isEmpty == true { visits[key] = nil }
        }
    }

    /// Whether no other row at the merchant came before a transaction.
    func isFirst(_ transaction: Transaction, at key: FoldedText) -> Bool {
        guard let list = visits[key] else { return true }
        let own = list.first { $0.id == transaction.id }
        let visit = own ?? Self.visit(transaction, step: .max, isBaseline: false)
        return list.allSatisfy { $0.id == visit.id || visit < $0 }
    }

    private static func visit(_ transaction: Transaction, step: Int, isBaseline: Bool) -> Visit {
        Visit(
            firstSeen: transaction.firstSeen, step: step, isBaseline: isBaseline,
            day: transaction.transactionDate.dayNumber,
            amount: transaction.transactionAmount.minorUnits, id: transaction.id)
    }
}

/// The keys that identify the merchant of a transaction (D44).
///
/// A row is judged by one key: the merchant's name or, without one, the text. It makes both known,
/// because a booking often names the merchant where its reservation has only a text.
struct MerchantKeys: Sendable {
    /// The texts of a transaction from which its keys are made.
    struct Texts: Sendable, Hashable {
        private let merchant: String?
        private let text: String
        private let party: String?

        init(_ transaction: Transaction) {
            merchant = transaction.merchantName
            text = transaction.originalTransactionDescription
            party = transaction.counterparty?.name
        }
    }

    /// The key by which the row is judged; `nil` if it does not name the person or shop paid.
    let primary: FoldedText?
    /// Every key that the row makes known, each once.
    let all: [FoldedText]

    /// The length in bytes above which a text cannot be one that hides the merchant.
    private static let longestHiding = 40

    init(_ transaction: Transaction) {
        var found: [FoldedText] = []
        if let name = transaction.merchantName {
            let key = MerchantName(name).key
            if !key.isEmpty { found.append(key) }
        }
        let text = transaction.originalTransactionDescription
        // No word that hides the merchant is longer, so most texts need not be searched.
        if text.utf8.count > Self.longestHiding || !MerchantName.isHidden(in: text) {
            let key = MerchantName(text).key
            if !key.isEmpty { found.append(key) }
        }
        if found.isEmpty, let party = transaction.counterparty?.name {
            found = [MerchantName(party).key].filter { !$0.isEmpty }
        }
        primary = found.first
        all = found.count == 2 && found[0] == found[1] ? [found[0]] : found
    }
}
