import Foundation

/// Finds movements between a person's own accounts among the records of one answer (D52).
///
/// A row is one if the bank or its text says so, if its counterparty is an own account, or if the
/// other half is there: the opposite amount, the same day, another own account.
struct OwnTransfers {
    private struct Key: Hashable {
        let amount: Money
        let day: CalendarDay
    }

    /// The numbers of all of the person's accounts.
    private let ownNumbers: Set<String>
    /// The numbers of accounts at other banks, which answer at other times.
    private let otherNumbers: Set<String>

    /// Words by which a Norwegian bank marks both sides of an own transfer.
    private static let words = FoldedText("mellom egne kont")

    init(accounts: [Account], elsewhere: [Account] = []) {
        otherNumbers = Set(elsewhere.compactMap(\.accountNumber?.plain))
        ownNumbers = otherNumbers.union(accounts.compactMap(\.accountNumber?.plain))
    }

    /// Whether the row itself says that both sides are own accounts.
    func isStated(by row: TransactionObservation) -> Bool {
        if row.isOwnTransfer { return true }
        if let other = row.counterparty?.account?.plain, ownNumbers.contains(other) {
            return true
        }
        return FoldedText(row.text).contains(Self.words)
    }

    /// Whether only words say so: a text, or the counterparty's number.
    ///
    /// The bank's own mark and the other half are stronger. So is the number of an account at
    /// another bank, which may be polled much later.
    func isClaimed(by row: TransactionObservation) -> Bool {
        if row.isOwnTransfer { return false }
        if let other = row.counterparty?.account?.plain, otherNumbers.contains(other) {
            return false
        }
        return isStated(by: row)
    }

    /// Returns those of some claimed halves whose other half is missing.
    ///
    /// - Parameter all: every record of the answer's accounts after the answer; evaluated only if
    ///   needed.
    func loneHalves(
        of claimed: [TransactionRecord], among all: () -> [TransactionRecord]
    ) -> [TransactionRecord] {
        guard !claimed.isEmpty else { return [] }
        let others = halves(Set(claimed.compactMap(oppositeKey(of:))), among: all())
        return claimed.filter { half in
            let found = oppositeKey(of: half).flatMap { others[$0] } ?? []
            return !found.contains { $0.transaction.accountID != half.transaction.accountID }
        }
    }

    /// The records of the pairs that `changed` completes and that are not marked yet.
    ///
    /// - Parameters:
    ///   - changed: new or changed records; only their amounts and days are used.
    ///   - all: every record of the answer's accounts after the answer; evaluated only if needed.
    func unmarkedHalves(
        completedBy changed: [TransactionRecord], among all: () -> [TransactionRecord]
    ) -> [TransactionRecord] {
        let keys = changed.filter(mayBeHalf).flatMap { [key(of: $0), oppositeKey(of: $0)] }
        let wanted = Set(keys.compactMap(\.self))
        guard !wanted.isEmpty else { return [] }
        let halves = halves(wanted, among: all())
        var pairs: [TransactionRecord] = []
        for (key, debits) in halves where key.amount.minorUnits < 0 {
            guard let positive = try? key.amount.negated() else { continue }
            pairs += Self.pairs(debits, halves[Key(amount: positive, day: key.day)] ?? [])
        }
        return pairs.filter { !$0.transaction.isOwnTransfer }
    }

    /// The records that may be halves, by those of some keys that they have.
    private func halves(
        _ wanted: Set<Key>, among records: [TransactionRecord]
    ) -> [Key: [TransactionRecord]] {
        var halves: [Key: [TransactionRecord]] = [:]
        for record in records where !record.isGone && mayBeHalf(record) {
            let key = key(of: record)
            if wanted.contains(key) { halves[key, default: []].append(record) }
        }
        return halves
    }

    private func key(of record: TransactionRecord) -> Key {
        Key(amount: record.transaction.signedAmount, day: record.transaction.transactionDate)
    }

    /// The key of a record's other half; `nil` for the one amount that has no opposite.
    private func oppositeKey(of record: TransactionRecord) -> Key? {
        (try? record.transaction.signedAmount.negated()).map {
            Key(amount: $0, day: record.transaction.transactionDate)
        }
    }

    /// Whether nothing about the record makes it a purchase or a movement of another person's
    /// money.
    private func mayBeHalf(_ record: TransactionRecord) -> Bool {
        if record.transaction.isOwnTransfer { return true }
        let row = record.observation
        guard row.merchantName == nil, row.merchantCategoryCode == nil, row.foreign == nil,
            row.amount.minorUnits != 0
        else { return false }
        if let other = row.counterparty?.account?.plain, !ownNumbers.contains(other) {
            return false
        }
        switch row.type {
        case .transfer, .standingOrder, .deposit, .billPayment: return true
        case .unknown: return !row.hidesMerchant
        default: return false
        }
    }

    /// Pairs debits and credits of one amount and day; an ambiguous choice pairs nothing.
    private static func pairs(
        _ debits: [TransactionRecord], _ credits: [TransactionRecord]
    ) -> [TransactionRecord] {
        guard debits.count == credits.count else { return [] }
        let debits = debits.sorted { order($0) < order($1) }
        var open = credits.sorted { order($0) < order($1) }
        var paired: [TransactionRecord] = []
        for debit in debits {
            let account = debit.transaction.accountID
            guard let match = open.firstIndex(where: { $0.transaction.accountID != account })
            else { return [] }
            paired += [debit, open.remove(at: match)]
        }
        return paired
    }

    private static func order(_ record: TransactionRecord) -> String {
        record.transaction.accountID.uuidString + record.transaction.id.uuidString
    }
}
