public import Alerts
public import Finance
public import Foundation

/// An ``AlertStore`` that forgets everything with the process: for tests.
///
/// Nothing it does can fail, so it never throws.
///
/// ```swift
/// let store = InMemoryAlertStore()
/// try await store.commit(CycleCommit(reconciliation: nil, alerts: change, outbox: entries))
/// let entries = try await store.takeDue(channel: "desktop", at: now, limit: 10)
/// ```
public actor InMemoryAlertStore: AlertStore {
    private var state = InMemoryState()
    /// The last evaluations of each rule, oldest first.
    private var evaluationsByRule: [String: [EvaluationEntry]] = [:]
    private var outbox = MemoryOutbox()
    private var waiting: [UserCommand] = []

    /// Makes an empty store.
    public init() {}

    /// The facts as of the last commit.
    public func facts() -> Facts { state.facts }

    /// The accounts of the snapshot's source, and the records its answer can touch.
    public func reconciliationInput(for snapshot: Snapshot) -> ReconciliationInput {
        state.reconciliationInput(for: snapshot)
    }

    /// The transactions from that day on that are not gone, oldest first.
    public func transactions(since day: CalendarDay) -> [Transaction] {
        state.transactions(since: day)
    }

    /// Up to `limit` of all transactions after a place, in the order of their days.
    public func history(after place: Int64?, limit: Int) -> StoredTransactionPage {
        let start = Int(place ?? 0)
        let rows = Array(state.history.dropFirst(start).prefix(limit))
        return StoredTransactionPage(
            rows: rows, next: rows.count < limit ? nil : Int64(start + rows.count))
    }

    /// The balance records from that instant on, and of each account the newest before it.
    public func balances(since instant: Date) -> [AccountBalance] {
        state.balances(since: instant)
    }

    /// The channels on which notifications do not get through.
    public func failingChannels() -> [String: ChannelFacts] { outbox.failingChannels() }

    /// The alert states as of the last commit.
    public func alertLedger() -> AlertLedger { state.ledger }

    /// Takes over everything at once.
    public func commit(_ commit: CycleCommit) {
        if let reconciliation = commit.reconciliation { state.take(reconciliation) }
        state.ledger.apply(commit.alerts)
        for entry in commit.evaluations {
            evaluationsByRule[entry.ruleID, default: []].append(entry)
        }
        evaluationsByRule = evaluationsByRule.mapValues { $0.suffix(EvaluationJournal.limit) }
        outbox.insert(commit.outbox)
        outbox.report(commit.reported)
        outbox.retry(commit.retried)
        waiting.removeAll { commit.applied.contains($0.id) }
    }

    /// Stores a command for the watcher of this store.
    public func add(_ command: UserCommand) {
        if !waiting.contains(where: { $0.id == command.id }) { waiting.append(command) }
    }

    /// The commands that were not applied yet.
    public func commands() -> [UserCommand] { waiting }

    /// The last evaluations of every rule, those of one rule oldest first.
    public func evaluations() -> [EvaluationEntry] { evaluationsByRule.values.flatMap(\.self) }

    /// The given-up entries of which nobody was notified elsewhere.
    public func unreported(limit: Int) -> [OutboxEntry] { outbox.unreported(limit: limit) }

    /// When the channel last took a notification.
    public func lastDelivery(channel: String) -> Date? { outbox.lastDelivery(channel: channel) }

    /// Gives up what waits for channels that no longer exist.
    @discardableResult
    public func abandon(channelsExcept names: Set<String>, problem: DeliveryProblem, at now: Date)
        -> Int
    {
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
}
