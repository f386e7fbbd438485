public import Finance
public import Foundation

/// An ``AlertStore`` that forgets everything with the process: for `eval`, `replay` and tests.
///
/// Nothing it does can fail, so it never throws.
///
/// ```swift
/// let store = InMemoryAlertStore()
/// try await store.commit(CycleCommit(reconciliation: nil, alerts: change, outbox: entries))
/// let entries = try await store.takeDue(channel: "desktop", at: now, limit: 10)
/// ```
public actor InMemoryAlertStore: AlertStore {
    private var accounts: [UUID: AccountFacts] = [:]
    private var sources: [String: SourceFacts] = [:]
    private var records: [UUID: TransactionRecord] = [:]
    private var balances: [UUID: [Date: AccountBalance]] = [:]
    private var ledger = AlertLedger()
    private var outbox = MemoryOutbox()
    private var waiting: [Instruction] = []
    private var journal: [EvaluationEntry] = []

    /// Makes an empty store.
    public init() {}

    /// The facts as of the last commit.
    public func facts() -> Facts {
        Facts(accounts: accounts, sources: sources)
    }

    /// The accounts of the snapshot's source, and the records its answer can touch.
    public func holdings(for snapshot: Snapshot) -> Holdings {
        let known = accounts.filter { $0.value.account.institutionName == snapshot.source }
        let firstDays = Holdings.firstDayNeeded(for: snapshot)
        var touched: [UUID: [TransactionRecord]] = [:]
        for observation in snapshot.accounts {
            let id = observation.details.id
            touched[id] = sorted { record in
                record.transaction.accountID == id && record.isTouched(from: firstDays[id])
            }
        }
        return Holdings(accounts: known, records: touched)
    }

    /// The transactions from that day on that are not gone, oldest first.
    public func transactions(since day: CalendarDay) -> [Transaction] {
        sorted { !$0.isGone && $0.transaction.transactionDate >= day }.map(\.transaction)
    }

    /// Up to `limit` of all transactions after a place, in the order of their days.
    public func history(after place: Int64?, limit: Int) -> StoredTransactionPage {
        let start = Int(place ?? 0)
        let rows = sorted { _ in true }.dropFirst(start).prefix(limit).map { record in
            StoredTransaction(
                record.transaction, isBaseline: record.isBaseline, isGone: record.isGone)
        }
        return StoredTransactionPage(
            rows: rows, next: rows.count < limit ? nil : Int64(start + rows.count))
    }

    /// The balance records from that instant on, and of each account the newest before it.
    public func balances(since instant: Date) -> [AccountBalance] {
        balances.values.flatMap { records in
            let first = records.keys.filter { $0 < instant }.max() ?? instant
            return records.filter { $0.key >= first }.sorted { $0.key < $1.key }.map(\.value)
        }
    }

    /// The channels on which notices do not get through.
    public func failingChannels() -> [String: ChannelFacts] { outbox.failingChannels() }

    /// The alert states as of the last commit.
    public func alertLedger() -> AlertLedger { ledger }

    /// Takes over everything at once.
    public func commit(_ commit: CycleCommit) {
        if let reconciliation = commit.reconciliation { take(reconciliation) }
        ledger.apply(commit.alerts)
        outbox.insert(commit.outbox)
        outbox.report(commit.reported)
        outbox.retry(commit.retried)
        waiting.removeAll { commit.followed.contains($0.id) }
        journal += commit.evaluations
        for rule in Set(commit.evaluations.map(\.ruleID)) {
            let places = journal.indices.filter { journal[$0].ruleID == rule }
            let old = places.dropLast(EvaluationJournal.limit)
            for place in old.reversed() { journal.remove(at: place) }
        }
    }

    /// Leaves an instruction for whoever works with this store.
    public func add(_ instruction: Instruction) {
        if !waiting.contains(where: { $0.id == instruction.id }) { waiting.append(instruction) }
    }

    /// The instructions that nobody has followed yet.
    public func instructions() -> [Instruction] { waiting }

    /// The last evaluations of every rule.
    public func evaluations() -> [EvaluationEntry] { journal }

    /// The given-up entries of which nobody was told elsewhere.
    public func unreported(limit: Int) -> [OutboxEntry] { outbox.unreported(limit: limit) }

    /// When the channel last took a notice.
    public func lastDelivery(channel: String) -> Date? { outbox.lastDelivery(channel: channel) }

    /// Gives up what waits for channels that no longer exist.
    @discardableResult
    public func abandon(channelsExcept names: Set<String>, problem: DeliveryProblem) -> Int {
        outbox.abandon(channelsExcept: names, problem: problem)
    }

    /// Makes due what waits, after a start or a step of the clock.
    public func resumeOutbox(at now: Date, servedUntil: Date) {
        outbox.resume(at: now, servedUntil: servedUntil)
    }

    /// Forgets entries that ended and were decided before `instant`.
    public func forgetOutbox(before instant: Date) { outbox.forget(before: instant) }

    /// Takes up to `limit` due entries of the channel, one at a time per alert.
    public func takeDue(channel: String, at now: Date, limit: Int) -> [OutboxEntry] {
        outbox.takeDue(channel: channel, at: now, limit: limit)
    }

    /// Notes what became of attempts.
    public func finish(_ results: [OutboxResult]) {
        for result in results { outbox.finish(result) }
    }

    /// When an entry of the channel can next be taken.
    public func nextDue(channel: String) -> Date? {
        outbox.nextDue(channel: channel)
    }

    /// The entries in these states, newest first.
    public func outbox(in states: Set<OutboxEntry.State>, limit: Int) -> [OutboxEntry] {
        outbox.newest(in: states, limit: limit)
    }

    private func take(_ reconciliation: Reconciliation) {
        sources[reconciliation.source.id] = reconciliation.source
        for account in reconciliation.accounts { accounts[account.account.id] = account }
        for balance in reconciliation.balances {
            balances[balance.accountID, default: [:]][balance.currentBalance.asOfDate] = balance
        }
        for record in reconciliation.records { records[record.transaction.id] = record }
    }

    private func sorted(where isIncluded: (TransactionRecord) -> Bool) -> [TransactionRecord] {
        records.values.filter(isIncluded).sorted { $0.isEarlier(than: $1) }
    }
}

extension TransactionRecord {
    /// Whether an answer that covers the days from `day` on can touch it.
    fileprivate func isTouched(from day: CalendarDay?) -> Bool {
        if transaction.status.isReservation, !isGone { return true }
        guard let day else { return false }
        return max(transaction.transactionDate, transaction.postedDate ?? .distantPast) >= day
    }

    /// The order of the store: by day, then by first sight, then by identifier.
    fileprivate func isEarlier(than other: TransactionRecord) -> Bool {
        let (left, right) = (transaction, other.transaction)
        return (left.transactionDate, left.firstSeen, left.id.uuidString)
            < (right.transactionDate, right.firstSeen, right.id.uuidString)
    }
}

extension CalendarDay {
    /// Before every day of a bank.
    fileprivate static let distantPast = CalendarDay(dayNumber: .min)
}
