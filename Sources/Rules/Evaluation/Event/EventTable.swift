import Finance
import Foundation

/// All rules of a rule set on what happens to transactions.
struct EventTable: Sendable {
    private var ids: [String] = []
    /// The first amount that each sentence names, shown as the limit of its verdicts.
    private var limits: [Amount?] = []
    private var rules: [EventRule] = []
    /// How bookings have to differ, for rules on settled reservations.
    private var settlements: [SettlementTest?] = []
    private var news = EventIndex()
    private var drops = EventIndex()
    private var bookings = EventIndex()
    /// The rules that match the transaction at hand; kept for its room.
    private var matching: [Int32] = []

    /// Starts empty.
    init() {}

    /// Whether there is nothing to look at.
    var isEmpty: Bool { rules.isEmpty }

    /// Compiles a rule and adds it; a rule of another kind is left out.
    mutating func add(
        _ rule: Rule, _ pool: inout MatchPool, _ history: inout HistoryTable
    ) {
        guard case .event(let event) = rule.body else { return }
        let trigger = event.trigger
        let need = history.add(trigger.kinds, event.filters, &pool)
        limits.append(event.filters.firstAmount)
        ids.append(rule.id)
        settlements.append(trigger.settlement.map { SettlementTest($0) })
        let compiled = EventRule(
            index: Int32(ids.count - 1), trigger: trigger.compiled, stage: trigger.stage,
            program: pool.program(
                trigger.kinds, event.filters.filter { !$0.kind.needsHistory }),
            need: need)
        switch compiled.trigger {
        case .new: news.add(compiled.program, place: compiled.index, pool)
        case .dropped: drops.add(compiled.program, place: compiled.index, pool)
        case .settled: bookings.add(compiled.program, place: compiled.index, pool)
        }
        rules.append(compiled)
    }

    /// Forgets what was found about texts; needed when their numbers change.
    mutating func forgetTexts() {
        news.forgetTexts()
        drops.forgetTexts()
        bookings.forgetTexts()
    }

    /// The verdicts on some changes, in the order of the changes.
    mutating func verdicts(
        on changes: [TransactionChange], _ pool: inout MatchPool, _ around: EventSurroundings
    ) -> [Verdict] {
        var verdicts: [Verdict] = []
        for change in changes {
            guard let change = EventChange(change, &pool) else { continue }
            verdicts += self.verdicts(on: change, &pool, around)
        }
        return verdicts
    }

    /// Finds the rules that a new transaction matches, in no particular order.
    private mutating func match(
        _ subject: MatchSubject, _ pool: inout MatchPool, accounts: [Set<UUID>?]
    ) {
        matching.removeAll(keepingCapacity: true)
        // Taken out while it is filled, so that nothing is copied.
        var found: [Int32] = []
        swap(&found, &matching)
        let rules = rules
        news.forEachCandidate(subject, rules, &pool, accounts: accounts) { place, isInside, pool in
            let rule = rules[Int(place)]
            let occurs =
                isInside
                ? rule.occursInside(subject, pool)
                : rule.occurs(subject, &pool, accounts: accounts)
            if occurs { found.append(place) }
        }
        swap(&found, &matching)
    }
}

extension EventTable {
    private mutating func verdicts(
        on change: EventChange, _ pool: inout MatchPool, _ around: EventSurroundings
    ) -> [Verdict] {
        switch change.cause {
        case .appeared:
            match(change.after, &pool, accounts: around.accounts)
            let transaction = change.after.transaction
            return matching.sorted().filter { around.holds(rules[Int($0)].need, transaction) }
                .map { verdict(rules[Int($0)], .occurred, change, around) }
        case .dropped:
            return candidates(\.drops, [change.after], &pool, around)
                .filter { rules[$0].occursOnDrop(change.after, &pool, around) }
                .map { verdict(rules[$0], .occurred, change, around) }
        case .booked, .amended:
            return amendments(change, &pool, around)
        case .removed, .returned:
            return []
        }
    }

    private mutating func amendments(
        _ change: EventChange, _ pool: inout MatchPool, _ around: EventSurroundings
    ) -> [Verdict] {
        let sides = [change.before, change.after].compactMap(\.self)
        let touched =
            candidates(\.news, sides, &pool, around)
            + candidates(\.bookings, sides, &pool, around)
        return touched.sorted().compactMap { place in
            let rule = rules[place]
            let finding =
                settlements[place].map { rule.settlement(for: change, $0, &pool, around) }
                ?? rule.finding(for: change, &pool, around)
            return finding.map { verdict(rule, $0, change, around) }
        }
    }

    /// The places of the rules that one of some transactions may concern, in order.
    private mutating func candidates(
        _ index: WritableKeyPath<EventTable, EventIndex>, _ subjects: [MatchSubject],
        _ pool: inout MatchPool, _ around: EventSurroundings
    ) -> [Int] {
        var found: Set<Int> = []
        let rules = rules
        for subject in subjects where !self[keyPath: index].isEmpty {
            self[keyPath: index].forEachCandidate(
                subject, rules, &pool, accounts: around.accounts
            ) { place, _, _ in found.insert(Int(place)) }
        }
        return found.sorted()
    }

    private func verdict(
        _ rule: EventRule, _ finding: Verdict.Finding, _ change: EventChange,
        _ around: EventSurroundings
    ) -> Verdict {
        let transaction = change.after.transaction
        let amount = transaction.signedAmount
        var evidence = Verdict.Evidence(
            accountID: transaction.accountID, value: amount,
            limit: limits[Int(rule.index)]?.money(in: amount.currency),
            transaction: transaction)
        evidence.previous =
            rule.trigger == .settled
            ? transaction.signedReservation
            : around.history.previous(rule.need, of: transaction)
        return Verdict(
            ruleID: ids[Int(rule.index)], subject: .transaction(transaction.id),
            finding: finding, evidence: evidence)
    }
}

extension Event.Trigger {
    /// The kinds of transactions it speaks of.
    fileprivate var kinds: TransactionKinds {
        switch self {
        case .new(_, let noun), .settled(let noun, _): TransactionKinds(noun)
        case .reservationDropped: .everything
        }
    }

    fileprivate var stage: Event.Stage? {
        if case .new(let stage, _) = self { stage } else { nil }
    }

    fileprivate var settlement: Event.Settlement? {
        if case .settled(_, let settlement) = self { settlement } else { nil }
    }

    fileprivate var compiled: EventRule.Trigger {
        switch self {
        case .new: .new
        case .reservationDropped: .dropped
        case .settled: .settled
        }
    }
}

extension [Filter] {
    /// The first amount that the sentence names as a limit.
    var firstAmount: Amount? {
        lazy.compactMap { filter -> Amount? in
            if case .amount(_, let amount) = filter.kind { amount } else { nil }
        }.first
    }
}

extension Transaction {
    /// The amount of the reservation behind it, signed from the holder's side.
    fileprivate var signedReservation: Money? {
        guard let reservedAmount else { return nil }
        return creditDebitIndicator == .debit ? try? reservedAmount.negated() : reservedAmount
    }
}
