import Finance
import Foundation

/// The transactions that one rule counts, by key and in the order of time.
///
/// Finding a set takes time in proportion to the transactions within the sentence's length of time.
struct RepeatSets: Sendable {
    /// A transaction with its moment; a stored one gets its moment once accounts are known.
    fileprivate struct Member: Sendable {
        let transaction: Transaction
        var moment: RepeatMoment?
    }

    /// The transactions of one key.
    fileprivate struct Group: Sendable {
        var members: [Member] = []
        var oldest = CalendarDay.latest
        var isSorted = true
    }

    private let rule: RepeatRule
    private var groups: [RepeatKey: Group] = [:]
    /// How many transactions have been visited to find sets.
    private(set) var lookedAt = 0

    init(_ rule: RepeatRule) { self.rule = rule }

    /// Adds a transaction.
    ///
    /// - Parameter moment: when it happened; `nil` while its account is not known.
    mutating func insert(_ transaction: Transaction, _ key: RepeatKey, _ moment: RepeatMoment?) {
        let member = Member(transaction: transaction, moment: moment)
        groups[key, default: Group()].insert(member, rule)
    }

    mutating func remove(_ transaction: Transaction, _ key: RepeatKey) {
        groups[key]?.members.removeAll { $0.transaction.id == transaction.id }
        if groups[key]?.members.isEmpty == true { groups[key] = nil }
    }

    /// Removes all transactions before a day and returns their identifiers.
    mutating func forget(before day: CalendarDay) -> [UUID] {
        var gone: [UUID] = []
        for (key, group) in groups where group.oldest < day {
            gone += group.members.map(\.transaction).filter { $0.transactionDate < day }.map(\.id)
            let kept = group.members.filter { $0.transaction.transactionDate >= day }
            groups[key]?.members = kept
            groups[key]?.oldest = kept.map(\.transaction.transactionDate).min() ?? .latest
            if kept.isEmpty { groups[key] = nil }
        }
        return gone
    }

    /// The complete set around a transaction, oldest first; `nil` if there is none.
    ///
    /// It contains every transaction that, with this one, belongs to a large enough group of close
    /// transactions. So it depends on no transaction that is further away than the sentence allows.
    ///
    /// - Parameters:
    ///   - counts: whether a transaction is on an account that the sentence refers to.
    ///   - moment: when a transaction happened.
    mutating func set(
        around transaction: Transaction, _ key: RepeatKey,
        counts: (Transaction) -> Bool, moment: (Transaction) -> RepeatMoment
    ) -> [Transaction]? {
        groups[key]?.sort(rule, moment)
        guard let group = groups[key],
            let own = group.members.lastIndex(where: { $0.transaction.id == transaction.id }),
            counts(transaction), let now = group.members[own].moment
        else { return nil }
        let earlier = group.members[...own].reversed()
            .prefix { $0.moment.map { rule.isClose($0, now) } ?? false }
            .filter { counts($0.transaction) }
        // A transaction that is close to this one may be further away from the earliest.
        let later = group.members[(own + 1)...]
            .prefix { $0.moment.map { rule.isClose(now, $0) } ?? false }
            .filter { counts($0.transaction) }
        let close = earlier.reversed() + later
        lookedAt += close.count
        let moments = close.compactMap(\.moment)
        guard let range = range(around: earlier.count - 1, moments) else { return nil }
        return close[range].map(\.transaction)
    }

    /// The indexes of all large enough groups of close members that contain `own`, as one range.
    private func range(around own: Int, _ moments: [RepeatMoment]) -> ClosedRange<Int>? {
        var found: ClosedRange<Int>?
        var end = own
        for start in 0...own {
            while end + 1 < moments.count, rule.isClose(moments[start], moments[end + 1]) {
                end += 1
            }
            guard end - start + 1 >= rule.count else { continue }
            found = (found?.lowerBound ?? start)...max(found?.upperBound ?? end, end)
        }
        return found
    }
}

extension RepeatSets.Group {
    fileprivate mutating func insert(_ member: RepeatSets.Member, _ rule: RepeatRule) {
        oldest = min(oldest, member.transaction.transactionDate)
        guard isSorted, member.moment != nil else {
            isSorted = false
            return members.append(member)
        }
        let isLast = members.last.map { $0.precedes(member, rule) } ?? true
        members.insert(
            member, at: isLast ? members.count : members.firstPlace { !$0.precedes(member, rule) })
    }

    /// Sorts members that were added before their accounts were known.
    fileprivate mutating func sort(_ rule: RepeatRule, _ moment: (Transaction) -> RepeatMoment) {
        guard !isSorted else { return }
        isSorted = true
        for place in members.indices where members[place].moment == nil {
            members[place].moment = moment(members[place].transaction)
        }
        members.sort { $0.precedes($1, rule) }
    }

}

extension RepeatSets.Member {
    fileprivate func precedes(_ other: RepeatSets.Member, _ rule: RepeatRule) -> Bool {
        let (one, two) = (transaction, other.transaction)
        if rule.countsFirstSight, let left = moment?.seen, let right = other.moment?.seen,
            left != right
        {
            return left < right
        }
        return (one.transactionDate, one.firstSeen, one.id)
            < (two.transactionDate, two.firstSeen, two.id)
    }
}
