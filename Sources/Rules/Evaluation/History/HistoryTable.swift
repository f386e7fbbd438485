import Finance
import Foundation

/// The earlier transactions that rules on new ones need, updated with every change.
struct HistoryTable: Sendable {
    /// How many days of history `at a new merchant` needs before it judges (RL-19).
    static let learningDays = 30

    /// The first rows at each merchant, if some rule needs them.
    private var merchants: MerchantTable?
    /// What `above the previous one` compares with, and what finds the series of a transaction.
    private var series: [TransactionSeries] = []
    private var index = RuleIndex()
    /// When the first row of each account was seen.
    private var firstSights: [UUID: Date] = [:]
    /// The day of the oldest row of each account's silent first poll.
    private var oldestDays: [UUID: Int] = [:]
    /// The instant of the silent first poll of each account, which all its rows share.
    private var baselines: [UUID: Date] = [:]
    /// The instant of the newest poll.
    ///
    /// `step` is the number of earlier polls at that instant: recorded lines without a time share
    /// one instant.
    private var newest = Date.distantPast
    private var step = 0
    /// The step of each row that came at that instant after its first poll.
    private var steps: [UUID: Int] = [:]
    let zone: TimeZone
    /// The keys of texts seen while stored rows are added; a history repeats its texts.
    private var keysOfTexts: [MerchantKeys.Texts: MerchantKeys] = [:]

    /// How many of these texts are kept.
    private static let keyLimit = 20_000

    init(zone: TimeZone) { self.zone = zone }

    /// Whether some rule needs earlier transactions.
    var isNeeded: Bool { merchants != nil || !series.isEmpty }

    /// Prepares the history that the filters of an event need.
    mutating func add(
        _ kinds: TransactionKinds, _ filters: [Filter], _ pool: inout MatchPool
    ) -> HistoryNeed {
        var need = HistoryNeed()
        if filters.contains(where: { $0.kind == .atNewMerchant }) {
            need.isAtNewMerchant = true
            merchants = merchants ?? MerchantTable()
        }
        if let one = TransactionSeries(kinds, filters, &pool) {
            need.series = Int32(series.count)
            index.add(one.program, place: need.series, pool)
            series.append(one)
        }
        return need
    }

    /// Adds a stored row at start; the order of rows does not matter.
    mutating func seed(_ row: StoredTransaction, _ pool: inout MatchPool) {
        if row.isBaseline { noteBaseline(row.transaction) }
        guard row.transaction.status.isReal else {
            return noteSight(row.transaction, isBaseline: row.isBaseline)
        }
        add(
            row.transaction, knownKeys(row.transaction), isBaseline: row.isBaseline,
            isThere: !row.isGone, &pool)
    }

    private mutating func knownKeys(_ transaction: Transaction) -> MerchantKeys {
        let texts = MerchantKeys.Texts(transaction)
        if let known = keysOfTexts[texts] { return known }
        if keysOfTexts.count >= Self.keyLimit { keysOfTexts = [:] }
        let keys = MerchantKeys(transaction)
        keysOfTexts[texts] = keys
        return keys
    }

    mutating func apply(_ changes: [TransactionChange], at now: Date, _ pool: inout MatchPool) {
        guard isNeeded, !changes.isEmpty else { return }
        keysOfTexts = [:]
        step = now == newest ? step + 1 : 0
        if step == 0 { steps = [:] }
        newest = now
        for change in changes { apply(change, &pool) }
    }

    private mutating func apply(_ change: TransactionChange, _ pool: inout MatchPool) {
        if change.cause == .appeared, let new = change.after {
            if change.isBaseline { noteBaseline(new) }
            if step > 0 { steps[new.id] = step }
        }
        if let before = change.before {
            let keys = MerchantKeys(before)
            if let merchant = keys.primary, !series.isEmpty {
                for place in index.places(of: before, &pool) {
                    series[place].remove(before, at: merchant)
                }
            }
            // A row that has gone was still seen, so its merchant stays known.
            if change.after != nil { merchants?.remove(before.id, keys) }
        }
        if let after = change.after {
            guard after.status.isReal else {
                return noteSight(after, isBaseline: isBaseline(after))
            }
            add(after, MerchantKeys(after), isBaseline: isBaseline(after), isThere: true, &pool)
        }
    }

    private mutating func noteBaseline(_ transaction: Transaction) {
        baselines[transaction.accountID] = transaction.firstSeen
    }

    private func isBaseline(_ transaction: Transaction) -> Bool {
        baselines[transaction.accountID] == transaction.firstSeen
    }

    /// Records how far back rows of the account are known.
    private mutating func noteSight(_ transaction: Transaction, isBaseline: Bool) {
        let (account, seen) = (transaction.accountID, transaction.firstSeen)
        if seen < firstSights[account] ?? .distantFuture { firstSights[account] = seen }
        let day = transaction.transactionDate.dayNumber
        if isBaseline, day < oldestDays[account] ?? .max { oldestDays[account] = day }
    }

    private mutating func add(
        _ transaction: Transaction, _ keys: MerchantKeys, isBaseline: Bool, isThere: Bool,
        _ pool: inout MatchPool
    ) {
        noteSight(transaction, isBaseline: isBaseline)
        let step = steps[transaction.id] ?? 0
        merchants?.add(transaction, keys, step: step, isBaseline: isBaseline)
        guard isThere, !series.isEmpty, let merchant = keys.primary else { return }
        for place in index.places(of: transaction, &pool) {
            series[place].add(transaction, at: merchant, step: step)
        }
    }
}

extension HistoryTable {
    /// Whether a transaction meets the conditions on its history.
    ///
    /// - Parameters:
    ///   - amount: the transaction's amount without sign, or another amount to try.
    ///   - start: when the transaction's account was first read.
    func holds(
        _ need: HistoryNeed, _ transaction: Transaction, amount: Money, since start: Date?
    ) -> Bool {
        guard let merchant = MerchantKeys(transaction).primary else { return false }
        if need.isAtNewMerchant {
            guard !isBaseline(transaction), !isLearning(transaction, since: start), let merchants,
                merchants.isFirst(transaction, at: merchant)
            else { return false }
        }
        guard need.series >= 0 else { return true }
        let one = series[Int(need.series)]
        return one.previous(of: transaction, at: merchant).map { one.holds(amount, after: $0) }
            ?? false
    }

    /// The signed amount of the previous transaction that a transaction was compared with.
    func previous(_ need: HistoryNeed, of transaction: Transaction) -> Money? {
        guard need.series >= 0, let merchant = MerchantKeys(transaction).primary,
            let amount = series[Int(need.series)].previous(of: transaction, at: merchant)
        else { return nil }
        return transaction.creditDebitIndicator == .debit ? try? amount.negated() : amount
    }

    /// Whether the account's history was too short when a transaction was first seen.
    private func isLearning(_ transaction: Transaction, since start: Date?) -> Bool {
        let sight = firstSights[transaction.accountID] ?? transaction.firstSeen
        let read = CalendarDay(of: min(sight, start ?? sight), in: zone).dayNumber
        let first = min(oldestDays[transaction.accountID] ?? .max, read)
        let seen = CalendarDay(of: transaction.firstSeen, in: zone).dayNumber
        return seen - first < Self.learningDays
    }
}

/// The conditions of a rule on earlier transactions, as plain numbers.
struct HistoryNeed: Sendable {
    /// Whether there must be no earlier transaction at the merchant.
    var isAtNewMerchant = false
    /// The index of the series to compare with; −1 without one.
    var series: Int32 = -1

    /// Whether there are any conditions.
    var isAny: Bool { isAtNewMerchant || series >= 0 }
}
