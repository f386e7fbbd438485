import Alerts
import Finance
import Foundation
import Synchronization
import TestSupport

/// A store in memory whose commits fail as often as the test says.
final class FailingStore: AlertStore {
    private let store: any AlertStore = InMemoryAlertStore()
    private let failures = Mutex(0)
    private let forgettingFails = Mutex(false)
    private let rowsSetAside = Mutex<[String: String]>([:])

    func failForgetting() { forgettingFails.withLock { $0 = true } }

    func setAside(_ rows: [String: String]) { rowsSetAside.withLock { $0 = rows } }

    func unreadableRows() async -> [String: String] { rowsSetAside.withLock(\.self) }

    private let resultsFail = Mutex(false)

    /// Says whether outcomes of deliveries can't be stored.
    func failResults(_ fails: Bool) { resultsFail.withLock { $0 = fails } }

    func failNextCommits(_ count: Int) { failures.withLock { $0 = count } }

    func facts() async throws(StoreError) -> Facts { try await store.facts() }

    func reconciliationInput(for snapshot: Snapshot) async throws(StoreError) -> ReconciliationInput
    {
        try await store.reconciliationInput(for: snapshot)
    }

    func transactions(since day: CalendarDay) async throws(StoreError) -> [Transaction] {
        try await store.transactions(since: day)
    }

    func history(after place: Int64?, limit: Int) async throws(StoreError) -> StoredTransactionPage
    {
        try await store.history(after: place, limit: limit)
    }

    func balances(since instant: Date) async throws(StoreError) -> [AccountBalance] {
        try await store.balances(since: instant)
    }

    func failingChannels() async throws(StoreError) -> [String: ChannelFacts] {
        try await store.failingChannels()
    }

    func alertLedger() async throws(StoreError) -> AlertLedger { try await store.alertLedger() }

    func commit(_ commit: CycleCommit) async throws(StoreError) {
        try failIfWanted()
        try await store.commit(commit)
    }

    private func failIfWanted() throws(StoreError) {
        let fails = failures.withLock { left in
            guard left > 0 else { return false }
            left -= 1
            return true
        }
        guard !fails else { throw .diskFull(path: "state") }
    }

    func takeDue(channel: String, at now: Date, limit: Int) async throws(StoreError)
        -> [OutboxEntry]
    {
        try await store.takeDue(channel: channel, at: now, limit: limit)
    }

    func finish(_ results: [OutboxResult]) async throws(StoreError) {
        guard !resultsFail.withLock(\.self) else { throw .diskFull(path: "state") }
        try await store.finish(results)
    }

    func nextDue(channel: String) async throws(StoreError) -> Date? {
        try await store.nextDue(channel: channel)
    }

    func outbox(in states: Set<OutboxEntry.State>, limit: Int) async throws(StoreError)
        -> [OutboxEntry]
    {
        try await store.outbox(in: states, limit: limit)
    }

    func commands() async throws(StoreError) -> [UserCommand] {
        try await store.commands()
    }

    func evaluations() async throws(StoreError) -> [EvaluationEntry] {
        try await store.evaluations()
    }

    func unreported(limit: Int) async throws(StoreError) -> [OutboxEntry] {
        try await store.unreported(limit: limit)
    }

    func lastDelivery(channel: String) async throws(StoreError) -> Date? {
        try await store.lastDelivery(channel: channel)
    }

    @discardableResult
    func abandon(channelsExcept names: Set<String>, problem: DeliveryProblem, at now: Date)
        async throws(StoreError) -> Int
    {
        try await store.abandon(channelsExcept: names, problem: problem, at: now)
    }

    func resumeOutbox(at now: Date, servedUntil: Date) async throws(StoreError) {
        try await store.resumeOutbox(at: now, servedUntil: servedUntil)
    }

    func forgetOutbox(before instant: Date) async throws(StoreError) {
        guard !forgettingFails.withLock(\.self) else { throw .diskFull(path: "state") }
        try await store.forgetOutbox(before: instant)
    }
}
