import Finance
import Foundation

/// The transactions that one rule counts, by what they have in common.
struct RepeatSets: Sendable {
    private var groups: [RepeatKey: [Transaction]] = [:]

    /// Takes in a transaction.
    mutating func insert(_ transaction: Transaction, _ key: RepeatKey) {
        groups[key, default: []].append(transaction)
    }

    /// Takes out a transaction.
    mutating func remove(_ id: UUID, _ key: RepeatKey) {
        groups[key]?.removeAll { $0.id == id }
        if groups[key]?.isEmpty == true { groups[key] = nil }
    }

    /// Forgets everything before a day.
    ///
    /// - Returns: what was forgotten.
    mutating func forget(before day: CalendarDay) -> [UUID] {
        var gone: [UUID] = []
        for (key, list) in groups {
            let old = list.filter { $0.transactionDate < day }
            guard !old.isEmpty else { continue }
            gone += old.map(\.id)
            let kept = list.filter { $0.transactionDate >= day }
            groups[key] = kept.isEmpty ? nil : kept
        }
        return gone
    }

    /// The complete set around a transaction, oldest first; `nil` if there is none.
    ///
    /// It holds every transaction that together with this one is among enough that are close
    /// enough, so that it depends on nothing that lies further away than the sentence says.
    func set(
        around id: UUID, _ key: RepeatKey, of rule: RepeatRule,
        _ moment: (Transaction) -> RepeatMoment?
    ) -> [Transaction]? {
        let members = (groups[key] ?? []).compactMap { transaction in
            moment(transaction).map { (transaction: transaction, moment: $0) }
        }.sorted { left, right in
            Self.precedes(left, right, bySight: rule.countsFirstSight)
        }
        guard let own = members.firstIndex(where: { $0.transaction.id == id }),
            let range = Self.range(around: own, members.map(\.moment), rule)
        else { return nil }
        return members[range].map(\.transaction)
    }

    /// The places of all close groups of enough members that hold the one at `own`, as one range.
    private static func range(
        around own: Int, _ moments: [RepeatMoment], _ rule: RepeatRule
    ) -> ClosedRange<Int>? {
        var found: ClosedRange<Int>?
        for start in moments[...own].indices where rule.isClose(moments[start], moments[own]) {
            var end = own
            while end + 1 < moments.count, rule.isClose(moments[start], moments[end + 1]) {
                end += 1
            }
            guard end - start + 1 >= rule.count else { continue }
            found = (found?.lowerBound ?? start)...max(found?.upperBound ?? end, end)
        }
        return found
    }

    private static func precedes(
        _ left: (transaction: Transaction, moment: RepeatMoment),
        _ right: (transaction: Transaction, moment: RepeatMoment), bySight: Bool
    ) -> Bool {
        let (one, other) = (left.transaction, right.transaction)
        if bySight, left.moment.seen != right.moment.seen {
            return left.moment.seen < right.moment.seen
        }
        return (one.transactionDate, one.firstSeen, one.id)
            < (other.transactionDate, other.firstSeen, other.id)
    }
}
