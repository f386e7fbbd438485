package import Alerts
package import Finance
package import Foundation
import Rules

/// The stored data that explaining rules needs.
package struct StoredState: Sendable {
    /// Accounts and banks, and the state of deliveries on channels.
    package let facts: Facts
    /// The whole stored history, gone rows included, oldest first.
    let rows: [StoredTransaction]
    /// The stored transactions that are not gone, oldest first.
    package let transactions: [Transaction]
    let balances: [AccountBalance]
    /// The accounts that names in rules are bound to (D20).
    package var bindings: [String: [UUID]] = [:]

    /// Reads the data from a store.
    ///
    /// - Parameter channels: those that exist.
    package static func read(
        _ store: some AlertStore, channels: Set<String>
    ) async throws(StoreError) -> StoredState {
        var facts = try await store.facts()
        let failing = try await store.failingChannels()
        for name in channels { facts.program.channels[name] = failing[name] ?? ChannelFacts() }
        // In the order of their days.
        let rows = try await store.history(after: nil, limit: .max).rows.sorted {
            let (one, other) = ($0.transaction, $1.transaction)
            return (one.transactionDate, one.firstSeen, one.id)
                < (other.transactionDate, other.firstSeen, other.id)
        }
        return StoredState(
            facts: facts, rows: rows, transactions: rows.filter { !$0.isGone }.map(\.transaction),
            balances: try await store.balances(since: Date(timeIntervalSince1970: 0)),
            bindings: try await store.alertLedger().bindings)
    }

    /// The verdicts of a single rule on the store at an instant.
    ///
    /// Every stored transaction counts as new. For a rule that compares with earlier ones, those of
    /// the first read don't.
    func verdicts(
        of rule: Rule, at now: Date, zone: TimeZone, pollIntervals: PollIntervals,
        naming: AccountNaming, holidays: HolidayCalendar
    ) -> [Verdict] {
        var evaluator = Evaluator(
            rules: RuleSet(rules: [rule], fileHash: ""), zone: zone, pollIntervals: pollIntervals,
            naming: naming, holidays: holidays, bindings: bindings)
        evaluator.learn(facts)
        if rule.kind == .repeat { return repetitions(&evaluator, zone) }
        var changes: [TransactionChange] = []
        if case .event(let event) = rule.body {
            let isFresh = !evaluator.needsWholeHistory
            changes = rows.flatMap { row in
                var found: [TransactionChange] = []
                for trigger in event.parts.map(\.trigger) {
                    let change = Self.change(of: row, trigger, isFresh: isFresh)
                    guard let change, !found.contains(where: { $0.cause == change.cause })
                    else { continue }
                    found.append(change)
                }
                return found
            }
        } else {
            evaluator.seed(with: transactions)
        }
        evaluator.seed(with: balances, facts: facts, at: now)
        if rule.kind == .summary {
            return evaluator.overviews([rule.id: now], facts: facts, at: now)
        }
        return evaluator.apply(self.changes(changes, at: now), facts: facts, at: now)
    }

    /// The change of a stored row, as far as a rule needs it.
    private static func change(
        of row: StoredTransaction, _ trigger: Event.Trigger, isFresh: Bool
    ) -> TransactionChange? {
        let transaction = row.transaction
        switch trigger {
        case .new, .newSubscription, .subscriptionRose:
            guard !row.isGone else { return nil }
            return TransactionChange(
                before: nil, after: transaction, cause: .appeared,
                isBaseline: row.isBaseline && !isFresh)
        case .reservationDropped:
            guard row.isGone, transaction.status.isReservation else { return nil }
            return TransactionChange(before: transaction, after: nil, cause: .dropped)
        case .settled:
            guard !row.isGone, let reserved = transaction.reservedAmount else { return nil }
            var before = transaction
            before.transactionAmount = reserved
            before.status = .pending
            return TransactionChange(before: before, after: transaction, cause: .booked)
        }
    }

    /// The sets of like transactions, found day by day, each once with its final size.
    private func repetitions(_ evaluator: inout Evaluator, _ zone: TimeZone) -> [Verdict] {
        var found: [Verdict] = []
        var known: Set<UUID> = []
        let days = Dictionary(grouping: transactions, by: \.transactionDate)
        for day in days.keys.sorted() {
            let new = (days[day] ?? []).map {
                TransactionChange(before: nil, after: $0, cause: .appeared)
            }
            let noon = day.instant(minutesAfterMidnight: 720, in: zone)
            let verdicts = evaluator.apply(changes(new, at: noon), facts: facts, at: noon)
            for verdict in verdicts {
                let rows = verdict.evidence.repeated.map(\.id)
                if known.isDisjoint(with: rows) { found.append(verdict) }
                known.formUnion(rows)
            }
        }
        return found
    }

    private func changes(_ changes: [TransactionChange], at now: Date) -> FactChanges {
        FactChanges(
            observedAt: now, refreshedAccounts: Set(facts.accounts.keys), transactions: changes)
    }
}

/// The stored history as polls: which facts were known when, as far as they are stored.
///
/// Every row comes at the instant at which it was first seen. Rows of an account's first poll come
/// at noon of their day, because that is unknown. A booking with a reservation comes twice:
/// reserved, and booked at noon of its posting day. Between changes the accounts are read twice a
/// day, which is enough for every deadline.
struct StoredHistory: Sendable {
    private let state: StoredState
    private let zone: TimeZone
    private let now: Date
    private var changes: [Date: [TransactionChange]] = [:]
    private var figures: [Date: [AccountBalance]] = [:]
    private var firstDays: [UUID: CalendarDay] = [:]

    init(_ state: StoredState, zone: TimeZone, now: Date) {
        self.state = state
        self.zone = zone
        self.now = now
        for row in state.rows where !row.isGone { add(row.transaction, isBaseline: row.isBaseline) }
        for balance in state.balances where balance.currentBalance.asOfDate <= now {
            figures[balance.currentBalance.asOfDate, default: []].append(balance)
            note(CalendarDay(of: balance.currentBalance.asOfDate, in: zone), balance.accountID)
        }
    }

    var firstRow: CalendarDay? { state.transactions.map(\.transactionDate).min() }

    var firstFigure: CalendarDay? { figures.keys.min().map { CalendarDay(of: $0, in: zone) } }

    /// Calls `play` with every poll in order.
    ///
    /// - Parameters:
    ///   - delays: seconds after a change at which there is another poll, for `for` clauses.
    ///   - lead: seconds before new figures at which there is a last poll, for changes.
    ///   - instants: further instants, such as those of deadlines.
    func forEachPoll(
        delays: Set<Double>, lead: Double, instants: [Date], _ play: (FactChanges, Facts) -> Void
    ) {
        var facts = Facts()
        for instant in moments(delays, lead, instants) { step(to: instant, &facts, play) }
    }

    private func step(
        to instant: Date, _ facts: inout Facts, _ play: (FactChanges, Facts) -> Void
    ) {
        let rows = changes[instant] ?? []
        let balances = figures[instant] ?? []
        for id in rows.compactMap(\.after?.accountID) + balances.map(\.accountID)
        where facts.accounts[id] == nil { facts.accounts[id] = blank(id, instant) }
        for balance in balances {
            facts.accounts[balance.accountID]?.booked = balance.booked?.signedAmount
            facts.accounts[balance.accountID]?.available = balance.available?.signedAmount
        }
        refresh(&facts, at: instant)
        play(
            FactChanges(
                observedAt: instant, refreshedAccounts: Set(facts.accounts.keys),
                transactions: rows), facts)
    }

    /// Marks all known facts as read at this instant: failed polls are not stored.
    private func refresh(_ facts: inout Facts, at instant: Date) {
        for id in facts.accounts.keys {
            facts.accounts[id]?.freshAt = instant
            facts.accounts[id]?.completeAt = instant
        }
        for source in Set(facts.accounts.values.map(\.account.institutionName)) {
            facts.sources[source] = SourceFacts(
                id: source, lastSuccess: instant, lastComplete: instant, lastAttempt: instant)
        }
    }

    /// An account with its present name, before its figures are known.
    private func blank(_ id: UUID, _ instant: Date) -> AccountFacts? {
        guard var facts = state.facts.accounts[id] else { return nil }
        facts.booked = nil
        facts.available = nil
        facts.firstSeen = instant
        facts.coveredFrom = [facts.coveredFrom, firstDays[id]].compactMap { $0 }.min()
        return facts
    }

    private mutating func note(_ day: CalendarDay, _ account: UUID) {
        firstDays[account] = min(day, firstDays[account] ?? day)
    }
}

extension StoredHistory {
    private mutating func add(_ transaction: Transaction, isBaseline: Bool) {
        guard state.facts.accounts[transaction.accountID] != nil else { return }
        let noon = transaction.transactionDate.instant(minutesAfterMidnight: 720, in: zone)
        let seen = isBaseline ? min(noon, transaction.firstSeen) : transaction.firstSeen
        guard seen <= now else { return }
        var row = transaction
        row.firstSeen = seen
        note(row.transactionDate, row.accountID)
        guard let reserved = row.reservedAmount, row.status == .booked else {
            put(TransactionChange(before: nil, after: row, cause: .appeared), at: seen)
            return
        }
        var reservation = row
        reservation.status = .authorized
        reservation.transactionAmount = (try? reserved.magnitude()) ?? reserved
        reservation.postedDate = nil
        reservation.reservedAmount = nil
        put(TransactionChange(before: nil, after: reservation, cause: .appeared), at: seen)
        let posted = (row.postedDate ?? row.transactionDate).instant(
            minutesAfterMidnight: 720, in: zone)
        let booked = min(max(posted, seen.addingTimeInterval(1)), max(now, seen))
        put(TransactionChange(before: reservation, after: row, cause: .booked), at: booked)
    }

    private mutating func put(_ change: TransactionChange, at instant: Date) {
        changes[instant, default: []].append(change)
    }

    /// The instants of all polls, in order.
    private func moments(_ delays: Set<Double>, _ lead: Double, _ further: [Date]) -> [Date] {
        let news = Set(changes.keys).union(figures.keys)
        guard let first = news.min() else { return [] }
        var all = news
        for instant in news { for delay in delays { all.insert(instant + delay) } }
        if lead > 0 { for instant in figures.keys { all.insert(instant - lead) } }
        var day = CalendarDay(of: first, in: zone)
        let last = CalendarDay(of: now, in: zone)
        while day <= last {
            for minute in [5, 725] {
                all.insert(day.instant(minutesAfterMidnight: minute, in: zone))
            }
            day = day.adding(days: 1)
        }
        return all.union(further).filter { $0 >= first && $0 <= now }.sorted()
    }
}
