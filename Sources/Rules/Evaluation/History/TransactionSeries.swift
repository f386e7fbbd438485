import Finance
import Foundation

/// The newest transactions at each merchant that match a rule, for `above the previous one`
/// (RL-19).
///
/// The previous transaction is the newest earlier one on the same account, at the same merchant
/// (D44), of the same noun and with the same other filters; rows that have gone do not count. The
/// subscriptions of two people at one merchant are two series, because they are paid from two
/// accounts.
struct TransactionSeries: Sendable {
    private struct Key: Sendable, Hashable {
        let account: UUID
        let merchant: FoldedText
    }

    /// A transaction of the series; the newest is sorted first.
    private struct Entry: Sendable, Comparable, Identifiable {
        let day: Int
        let firstSeen: Date
        let step: Int
        let id: UUID
        let amount: Money

        static func < (left: Entry, right: Entry) -> Bool {
            (left.day, left.firstSeen, left.step, left.id)
                > (right.day, right.firstSeen, right.step, right.id)
        }
    }

    /// Matches the rows that belong to the series.
    let program: MatchProgram
    private let tests: [Rise]
    /// The newest transactions, by account and merchant.
    private var entries: [Key: [Entry]] = [:]

    /// How many transactions are kept of each; the newest may be dropped or move to another day.
    private static let limit = 8

    /// Compiles the comparisons with the previous one; `nil` if the sentence has none.
    init?(_ kinds: TransactionKinds, _ filters: [Filter], _ pool: inout MatchPool) {
        tests = filters.compactMap { filter in
            switch filter.kind {
            case .percentAbovePrevious(let percent): Rise(relation: .over, size: .percent(percent))
            case .amountAbovePrevious(let amount): Rise(relation: .over, size: .amount(amount))
            default: nil
            }
        }
        guard !tests.isEmpty else { return nil }
        // Both transactions are on one account, so the program need not know its name.
        program = pool.program(kinds, filters.besidesAccounts.filter { !$0.kind.needsHistory })
    }

    /// Adds a matching row; `step` is the number of its poll among polls at the same instant.
    mutating func add(_ transaction: Transaction, at merchant: FoldedText, step: Int) {
        let key = Key(account: transaction.accountID, merchant: merchant)
        entries[key, default: []].insert(
            Self.entry(transaction, step: step), amongFirst: Self.limit)
    }

    /// Removes a row that has gone or was rewritten.
    mutating func remove(_ transaction: Transaction, at merchant: FoldedText) {
        let key = Key(account: transaction.accountID, merchant: merchant)
        entries[key]?.removeAll { $0.id == transaction.id }
        if entries[key]?.isEmpty == true { entries[key] = nil }
    }

    /// The amount of the transaction before a given one; `nil` if none is known.
    func previous(of transaction: Transaction, at merchant: FoldedText) -> Money? {
        let key = Key(account: transaction.accountID, merchant: merchant)
        let list = entries[key] ?? []
        let own = list.first { $0.id == transaction.id }
        let entry = own ?? Self.entry(transaction, step: .max)
        return list.first { $0.id != entry.id && $0 > entry }?.amount
    }

    /// Whether an amount without sign is as far above the previous one as the sentence asks.
    func holds(_ amount: Money, after previous: Money) -> Bool {
        tests.allSatisfy { $0.holds(amount, after: previous) }
    }

    private static func entry(_ transaction: Transaction, step: Int) -> Entry {
        Entry(
            day: transaction.transactionDate.dayNumber, firstSeen: transaction.firstSeen,
            step: step, id: transaction.id, amount: transaction.transactionAmount)
    }
}

extension Filter.Kind {
    /// Whether the filter compares a transaction with earlier ones.
    var needsHistory: Bool {
        switch self {
        case .atNewMerchant, .percentAbovePrevious, .amountAbovePrevious: true
        default: false
        }
    }
}

extension Array where Element: Comparable & Identifiable {
    /// Inserts an element in order, unless it is there already or `limit` others precede it.
    mutating func insert(_ new: Element, amongFirst limit: Int) {
        // Nearly every row of a long history comes after those that are kept.
        if count == limit, let last, last < new { return }
        guard !contains(where: { $0.id == new.id }) else { return }
        insert(new, at: firstIndex { new < $0 } ?? count)
        if count > limit { removeLast() }
    }
}
