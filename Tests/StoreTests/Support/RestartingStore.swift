import Alerts
import Finance
import Foundation
import Store

/// A store that is closed and opened again before every call.
struct RestartingStore: AlertStore {
    private let folder: String

    /// Uses that state folder.
    init(folder: String) {
        self.folder = folder
    }

    private func reopened() throws(StoreError) -> SQLiteAlertStore {
        try SQLiteAlertStore.open(folder: folder)
    }

    func facts() async throws(StoreError) -> Facts { try await reopened().facts() }

    func reconciliationInput(for snapshot: Snapshot) async throws(StoreError) -> ReconciliationInput
    {
        try await reopened().reconciliationInput(for: snapshot)
    }

    func transactions(since day: CalendarDay) async throws(StoreError) -> [Transaction] {
        try await reopened().transactions(since: day)
    }

    func history(after place: Int64?, limit: Int) async throws(StoreError) -> StoredTransactionPage
    {
        try await reopened().history(after: place, limit: limit)
    }

    func balances(since instant: Date) async throws(StoreError) -> [AccountBalance] {
        try await reopened().balances(since: instant)
    }

    func failingChannels() async throws(StoreError) -> [String: ChannelFacts] {
        try await reopened().failingChannels()
    }

    func alertLedger() async throws(StoreError) -> AlertLedger {
        try await reopened().alertLedger()
    }

    func commit(_ commit: CycleCommit) async throws(StoreError) {
        try await reopened().commit(commit)
    }

    func takeDue(channel: String, at now: Date, limit: Int) async throws(StoreError)
        -> [OutboxEntry]
    {
        try await reopened().takeDue(channel: channel, at: now, limit: limit)
    }

    func finish(_ results: [OutboxResult]) async throws(StoreError) {
        try await reopened().finish(results)
    }

    func nextDue(channel: String) async throws(StoreError) -> Date? {
        try await reopened().nextDue(channel: channel)
    }

    func outbox(in states: Set<OutboxEntry.State>, limit: Int) async throws(StoreError)
        -> [OutboxEntry]
    {
        try await reopened().outbox(in: states, limit: limit)
    }

    func commands() async throws(StoreError) -> [UserCommand] {
        try await reopened().commands()
    }

    func evaluations() async throws(StoreError) -> [EvaluationEntry] {
        try await reopened().evaluations()
    }

    func unreported(limit: Int) async throws(StoreError) -> [OutboxEntry] {
        try await reopened().unreported(limit: limit)
    }

    func lastDelivery(channel: String) async throws(StoreError) -> Date? {
        try await reopened().lastDelivery(channel: channel)
    }

    @discardableResult
    func abandon(channelsExcept names: Set<String>, problem: DeliveryProblem, at now: Date)
        async throws(StoreError) -> Int
    {
        try await reopened().abandon(channelsExcept: names, problem: problem, at: now)
    }

    func resumeOutbox(at now: Date, servedUntil: Date) async throws(StoreError) {
        try await reopened().resumeOutbox(at: now, servedUntil: servedUntil)
    }

    func forgetOutbox(before instant: Date) async throws(StoreError) {
        try await reopened().forgetOutbox(before: instant)
    }
}
