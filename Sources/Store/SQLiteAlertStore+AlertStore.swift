public import Alerts
public import Finance
public import Foundation
import GRDB

extension SQLiteAlertStore: AlertStore {
    /// The current facts of all accounts and sources.
    public func facts() async throws(StoreError) -> Facts {
        try await connection.read("read facts") { try FactsReader.read(from: $0) }
    }

    /// What reconciling this answer needs.
    public func holdings(for snapshot: Snapshot) async throws(StoreError) -> Holdings {
        try await connection.read("read holdings") { database in
            try HoldingsReader.read(for: snapshot, from: database)
        }
    }

    /// The stored transactions from that day on that are not gone, oldest first.
    public func transactions(since day: CalendarDay) async throws(StoreError) -> [Transaction] {
        try await connection.read("read transactions") { database in
            try TransactionReader.read(since: day, from: database)
        }
    }

    /// Up to `limit` of all stored transactions after a place, gone ones included.
    public func history(
        after place: Int64?, limit: Int
    ) async throws(StoreError) -> StoredTransactionPage {
        try await connection.read("read the history") { database in
            try StoredTransactionReader.page(after: place, limit: limit, from: database)
        }
    }

    /// The balance records from that instant on, and of each account the newest before it.
    public func balances(since instant: Date) async throws(StoreError) -> [AccountBalance] {
        try await connection.read("read balances") { database in
            try BalanceRow.read(sinceMs: StoredInstant.milliseconds(instant), from: database)
        }
    }

    /// The channels on which notices do not get through.
    public func failingChannels() async throws(StoreError) -> [String: ChannelFacts] {
        try await connection.read("look for failing channels") { database in
            try FailingChannels.read(from: database)
        }
    }

    /// The alert states as of the last commit.
    public func alertLedger() async throws(StoreError) -> AlertLedger {
        try await connection.read("read alert states") { database in
            try StateRow.readLedger(from: database)
        }
    }

    /// Writes facts, alert states and outbox rows in one durable transaction; an empty commit
    /// writes nothing.
    public func commit(_ commit: CycleCommit) async throws(StoreError) {
        FaultPoint.beforeCommit.pass()
        let hasHistory = try await connection.write("commit a cycle") { database in
            let head = try HistoryState.head(of: database)
            try CommitWriter.write(commit, to: database)
            return try HistoryState.head(of: database) != head
        }
        FaultPoint.afterCommit.pass()
        if hasHistory { ChangeFile.touch(connection.paths.changes) }
    }

    /// Takes up to `limit` due entries of one channel and counts the attempt durably.
    ///
    /// What was taken is not handed out again before its result is noted or the store is opened
    /// anew. Where nothing is due, nothing is written.
    public func takeDue(
        channel: String, at now: Date, limit: Int
    ) async throws(StoreError) -> [OutboxEntry] {
        let taken = try await connection.write("take due notices") { database in
            let due = try OutboxReader.due(
                channel: channel, at: now, limit: limit, from: database)
            guard !due.isEmpty else { return [OutboxEntry]() }
            FaultPoint.beforeAttemptMark.pass()
            try OutboxWriter.take(due.map(\.sequence), in: database)
            return due.map(\.entry)
        }
        guard !taken.isEmpty else { return [] }
        FaultPoint.afterAttemptMark.pass()
        return taken.map { entry in
            var entry = entry
            entry.attempts += 1
            return entry
        }
    }

    /// The same as ``takeDue(channel:at:limit:)``, without reading the notices.
    public func takeParcels(
        channel: String, at now: Date, limit: Int
    ) async throws(StoreError) -> [Parcel] {
        let taken = try await connection.write("take due notices") { database in
            let due = try OutboxReader.parcels(
                channel: channel, at: now, limit: limit, from: database)
            guard !due.isEmpty else { return [Parcel]() }
            FaultPoint.beforeAttemptMark.pass()
            try OutboxWriter.take(due.map(\.sequence), in: database)
            return due.map(\.parcel)
        }
        if !taken.isEmpty { FaultPoint.afterAttemptMark.pass() }
        return taken
    }

    /// Notes what became of attempts, all in one durable transaction.
    public func finish(_ results: [OutboxResult]) async throws(StoreError) {
        guard !results.isEmpty else { return }
        FaultPoint.beforeResultMark.pass()
        try await connection.write("note results") { database in
            try OutboxWriter.note(results, in: database)
        }
        FaultPoint.afterResultMark.pass()
    }

    /// When the next entry that may be handed out falls due.
    ///
    /// Entries that are under way or behind an older one of their alert do not count: however long
    /// they have been due, they can't be taken now.
    public func nextDue(channel: String) async throws(StoreError) -> Date? {
        try await connection.read("look for due notices") { database in
            try OutboxReader.nextDue(channel: channel, from: database)
        }
    }

    /// The same for several channels.
    public func nextDue(channels: [String]) async throws(StoreError) -> [String: Date] {
        try await connection.read("look for due notices") { database in
            var instants: [String: Date] = [:]
            for name in channels {
                instants[name] = try OutboxReader.nextDue(channel: name, from: database)
            }
            return instants
        }
    }

    /// What was wrong with stored rows that could not be read since the store was opened, by table.
    public func unreadableRows() async -> [String: String] { connection.unreadable.byTable }

    /// The entries in these states, newest first.
    public func outbox(
        in states: Set<OutboxEntry.State>, limit: Int
    ) async throws(StoreError) -> [OutboxEntry] {
        try await connection.read("read the outbox") { database in
            try OutboxReader.entries(in: states, limit: limit, from: database)
        }
    }
}
