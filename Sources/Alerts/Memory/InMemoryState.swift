package import Finance
package import Foundation

/// What a watcher commits and reads back, as one value: facts, records, alert states.
///
/// Replays keep it instead of a store, and after a restart continue from nothing else. A fleet
/// stores it as a household's image. Evaluations and the outbox are not part of it.
///
/// ```swift
/// var state = InMemoryState()
/// state.take(reconciliation)
/// state.ledger.apply(change)
/// let input = state.reconciliationInput(for: snapshot)
/// ```
package struct InMemoryState: Sendable {
    /// The alert states as of the last commit.
    package var ledger = AlertLedger()
    private var sources: [String: SourceFacts] = [:]
    /// The accounts by bank, the key that answers need.
    private var accounts: [String: [UUID: AccountFacts]] = [:]
    private var records: [UUID: RecordIndex] = [:]
    private var balances: [UUID: [Date: AccountBalance]] = [:]

    /// Starts empty, except for the accounts that names are bound to (D20).
    package init(bindings: [String: [UUID]] = [:]) {
        var change = AlertLedgerChange()
        change.bindings = bindings
        ledger.apply(change)
    }

    /// The accounts and banks as of the last commit.
    package var facts: Facts {
        Facts(accounts: accounts.values.reduce(into: [:]) { $0.merge($1) { $1 } }, sources: sources)
    }

    /// The accounts of the snapshot's source, and the records that its answer can touch.
    package func reconciliationInput(for snapshot: Snapshot) -> ReconciliationInput {
        let days = ReconciliationInput.firstDayNeeded(for: snapshot)
        var input = ReconciliationInput(accounts: accounts[snapshot.source] ?? [:])
        for id in snapshot.accounts.map(\.details.id) {
            input.records[id] = records[id]?.touched(from: days[id]) ?? []
        }
        let first = ReconciliationInput.firstDayElsewhere(for: snapshot)
        for (source, others) in accounts where source != snapshot.source {
            input.otherAccounts += others.values.map(\.account)
            input.otherRecords += others.keys.flatMap { records[$0]?.touched(from: first) ?? [] }
        }
        return input
    }

    /// The transactions since `day` that are not gone, oldest first.
    package func transactions(since day: CalendarDay) -> [Transaction] {
        sorted { !$0.isGone && $0.transaction.transactionDate >= day }.map(\.transaction)
    }

    /// All transactions, gone ones too, oldest first.
    package var history: [StoredTransaction] {
        sorted { _ in true }.map {
            StoredTransaction($0.transaction, isBaseline: $0.isBaseline, isGone: $0.isGone)
        }
    }

    /// The balance records since `instant`, and the newest one before it of each account.
    package func balances(since instant: Date) -> [AccountBalance] {
        balances.values.flatMap { records in
            let first = records.keys.filter { $0 < instant }.max() ?? instant
            return records.filter { $0.key >= first }.sorted { $0.key < $1.key }.map(\.value)
        }
    }

    /// Removes closed records of days before `day`, and balances that a later one replaces at
    /// `instant`.
    package mutating func forget(recordsBefore day: CalendarDay, balancesBefore instant: Date) {
        for id in records.keys { records[id]?.forget(before: day) }
        for (id, kept) in balances {
            guard let first = kept.keys.filter({ $0 < instant }).max() else { continue }
            balances[id] = kept.filter { $0.key >= first }
        }
    }

    package mutating func take(_ reconciliation: Reconciliation) {
        sources[reconciliation.source.id] = reconciliation.source
        for account in reconciliation.accounts { keep(account) }
        for balance in reconciliation.balances { keep(balance) }
        for record in reconciliation.records { keep(record) }
    }

    private mutating func keep(_ account: AccountFacts) {
        accounts[account.account.institutionName, default: [:]][account.account.id] = account
    }

    private mutating func keep(_ balance: AccountBalance) {
        balances[balance.accountID, default: [:]][balance.currentBalance.asOfDate] = balance
    }

    private mutating func keep(_ record: TransactionRecord) {
        records[record.transaction.accountID, default: RecordIndex()].keep(record)
    }

    /// Sorts records by day, then by first sight, then by identifier, as a store does.
    private func sorted(where isIncluded: (TransactionRecord) -> Bool) -> [TransactionRecord] {
        records.values.flatMap(\.all).filter(isIncluded).sorted {
            let (left, right) = ($0.transaction, $1.transaction)
            return (left.transactionDate, left.firstSeen, left.id)
                < (right.transactionDate, right.firstSeen, right.id)
        }
    }
}

extension InMemoryState: Codable {
    private enum CodingKeys: CodingKey {
        case accounts, sources, records, balances, alerts, rules, bindings, silences, selfAlerts
    }

    /// Encodes equal states as equal values, whatever the order of their tables.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(
            facts.accounts.values.sorted { $0.account.id < $1.account.id }, forKey: .accounts)
        try container.encode(sources.values.sorted { $0.id < $1.id }, forKey: .sources)
        try container.encode(sorted { _ in true }, forKey: .records)
        try container.encode(
            balances.sorted { $0.key < $1.key }
                .flatMap { $0.value.sorted { $0.key < $1.key }.map(\.value) }, forKey: .balances)
        try container.encode(Array(ledger.alerts.values).inOrder(), forKey: .alerts)
        try container.encode(ledger.rules.values.sorted { $0.ruleID < $1.ruleID }, forKey: .rules)
        try container.encode(ledger.bindings, forKey: .bindings)
        try container.encode(ledger.silences.values.sorted { $0.id < $1.id }, forKey: .silences)
        try container.encode(
            ledger.selfAlerts.values.sorted { $0.selfAlert.key < $1.selfAlert.key },
            forKey: .selfAlerts)
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        var change = AlertLedgerChange(
            alerts: try container.decode([AlertState].self, forKey: .alerts),
            rules: try container.decode([RuleState].self, forKey: .rules),
            silences: try container.decode([Silence].self, forKey: .silences),
            selfAlerts: try container.decode([SelfAlertState].self, forKey: .selfAlerts))
        change.bindings = try container.decode([String: [UUID]].self, forKey: .bindings)
        ledger.apply(change)
        for source in try container.decode([SourceFacts].self, forKey: .sources) {
            sources[source.id] = source
        }
        for account in try container.decode([AccountFacts].self, forKey: .accounts) {
            keep(account)
        }
        for balance in try container.decode([AccountBalance].self, forKey: .balances) {
            keep(balance)
        }
        for record in try container.decode([TransactionRecord].self, forKey: .records) {
            keep(record)
        }
    }
}

/// The records of one account in memory, by the days that answers touch.
///
/// An answer's records are found without looking at older ones. A poll of a recording therefore
/// costs no more as the recording grows.
struct RecordIndex: Sendable {
    private var records: [UUID: TransactionRecord] = [:]
    /// The records of each day, by their later day of purchase and posting.
    private var days: [CalendarDay: [UUID]] = [:]
    private var order: [CalendarDay] = []
    /// The reservations that are neither booked nor gone.
    private var open: [UUID] = []

    mutating func keep(_ record: TransactionRecord) {
        let id = record.transaction.id
        let known = records.updateValue(record, forKey: id)
        if known?.latestDay != record.latestDay {
            if let known { days[known.latestDay]?.removeAll { $0 == id } }
            put(id, on: record.latestDay)
        }
        guard known?.isOpen ?? false != record.isOpen else { return }
        if record.isOpen { open.append(id) } else { open.removeAll { $0 == id } }
    }

    /// Removes the days before `day`, except for open reservations.
    mutating func forget(before day: CalendarDay) {
        for old in order[..<firstPlace(from: day)] {
            for id in days[old] ?? [] where !(records[id]?.isOpen ?? false) { records[id] = nil }
            days[old]?.removeAll { records[$0] == nil }
        }
        order.removeAll { days[$0]?.isEmpty ?? true }
        days = days.filter { !$0.value.isEmpty }
    }

    /// Every record, in no particular order.
    var all: [TransactionRecord] { Array(records.values) }

    /// The records that an answer from `day` on can touch: all of these days, and open ones before
    /// them.
    func touched(from day: CalendarDay?) -> [TransactionRecord] {
        let recent = order[firstPlace(from: day)...].flatMap { days[$0] ?? [] }
        let older = open.compactMap { records[$0] }.filter { record in
            day.map { record.latestDay < $0 } ?? true
        }
        return recent.compactMap { records[$0] } + older
    }

    private mutating func put(_ id: UUID, on day: CalendarDay) {
        if days[day] == nil { order.insert(day, at: firstPlace(from: day)) }
        days[day, default: []].append(id)
    }

    /// The index of the first day that is not before `day`; the end if there is none.
    private func firstPlace(from day: CalendarDay?) -> Int {
        day.map { day in order.firstPlace { $0 >= day } } ?? order.count
    }
}

extension TransactionRecord {
    /// The later one of the days of purchase and posting.
    fileprivate var latestDay: CalendarDay {
        max(transaction.transactionDate, transaction.postedDate ?? transaction.transactionDate)
    }

    /// Whether it is a reservation that is neither booked nor gone.
    fileprivate var isOpen: Bool { transaction.status.isReservation && !isGone }
}
