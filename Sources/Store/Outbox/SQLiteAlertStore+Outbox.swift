package import Alerts
package import Finance
package import Foundation
import GRDB

// The port's methods on the outbox.
extension SQLiteAlertStore {
    /// Takes up to `limit` due entries of one channel and commits the begun attempts.
    ///
    /// A taken entry is not handed out again before its result is stored or the store is opened
    /// again. An entry that can't be read is abandoned, so that it does not block others. If
    /// nothing is due, nothing is written.
    package func takeDue(
        channel: String, at now: Date, limit: Int
    ) async throws(StoreError) -> [OutboxEntry] {
        let taken = try await connection.write("take due notifications") { database in
            try OutboxWriter.take(channel, at: now, limit: limit, in: database)
        }
        if !taken.isEmpty { FaultPoint.afterAttemptMark.pass() }
        return taken
    }

    package func finish(_ results: [OutboxResult]) async throws(StoreError) {
        guard !results.isEmpty else { return }
        FaultPoint.beforeResultMark.pass()
        try await connection.write("note results") { database in
            try OutboxWriter.note(results, in: database)
        }
        FaultPoint.afterResultMark.pass()
    }

    /// When the next entry that may be handed out falls due.
    ///
    /// Entries that are under way or behind an older one of their alert do not count: they can't be
    /// taken now.
    package func nextDue(channel: String) async throws(StoreError) -> Date? {
        try await connection.read("look for due notifications") { database in
            try database.first(OutboxRow.selectNextDue, [channel]).map(Date.init(milliseconds:))
        }
    }

    package func outbox(
        in states: Set<OutboxEntry.State>, limit: Int
    ) async throws(StoreError) -> [OutboxEntry] {
        try await connection.read("read the outbox") { database in
            // One bounded query per state: together they contain every entry of the answer.
            let found = try states.flatMap { state in
                try OutboxRow.placed(
                    OutboxRow.selectInState, [state.rawValue, max(0, limit)], from: database)
            }
            return found.sorted {
                ($1.entry.createdAt, $1.sequence) < ($0.entry.createdAt, $0.sequence)
            }.prefix(max(0, limit)).map(\.entry)
        }
    }

    package func unreported(limit: Int) async throws(StoreError) -> [OutboxEntry] {
        try await connection.read("look for undelivered notifications") { database in
            try OutboxRow.entries(
                """
                \(OutboxRow.select) WHERE state = 'gaveUp' AND isReported = 0
                ORDER BY createdAtMs, sequence LIMIT ?
                """, [max(0, limit)], from: database)
        }
    }

    /// The outbox entries whose notification's identifier begins with a prefix.
    package func entries(
        notificationPrefix: String, limit: Int = 50
    ) async throws(StoreError) -> [OutboxEntry] {
        try await connection.read("look for a notification") { database in
            try OutboxRow.entries(
                """
                \(OutboxRow.select) WHERE noticeID >= ?1 AND noticeID < ?1 || char(1114111)
                ORDER BY noticeID LIMIT ?2
                """, [notificationPrefix, max(0, limit)], from: database)
        }
    }

    package func lastDelivery(channel: String) async throws(StoreError) -> Date? {
        try await connection.read("look for deliveries") { database in
            try database.first(
                "SELECT deliveredAtMs FROM channelState WHERE channel = ?", [channel]
            ).map(Date.init(milliseconds:))
        }
    }

    package func failingChannels() async throws(StoreError) -> [String: ChannelFacts] {
        try await connection.read("look for failing channels") { database in
            try Dictionary(
                uniqueKeysWithValues: UnreadableRows.all(
                    OutboxRow.selectFailing, table: "outbox", from: database
                ) { reader in
                    let channel = try reader.next(String.self)
                    let facts = ChannelFacts(
                        failingSince: try reader.nextInstant(), hasGivenUp: try reader.next())
                    return (channel, facts)
                })
        }
    }

    /// How many entries wait and how many were abandoned.
    ///
    /// - Parameter since: the time from which an abandoned entry counts as recent.
    package func outboxCounts(since: Date) async throws(StoreError) -> OutboxCounts {
        try await connection.read("count the outbox") { database in
            try OutboxCounts(since: since, from: database)
        }
    }
}

// Changes to the outbox as a whole.
extension SQLiteAlertStore {
    @discardableResult
    package func abandon(
        channelsExcept names: Set<String>, problem: DeliveryProblem, at now: Date
    ) async throws(StoreError) -> Int {
        try await connection.write("give up notifications") { database in
            let channels = try String.fetchAll(
                database, sql: "SELECT DISTINCT channel FROM outbox WHERE state = 'waiting'")
            return try channels.filter { !names.contains($0) }.reduce(0) { count, channel in
                try OutboxWriter.giveUp(
                    "channel = ? AND state = 'waiting'", [channel], problem, at: now, in: database)
                return count + database.changesCount
            }
        }
    }

    package func resumeOutbox(at now: Date, servedUntil: Date) async throws(StoreError) {
        try await connection.write("plan what waits") { database in
            // One that was never tried waits for the one before it, or for a clock that was ahead.
            let planned = """
                \(OutboxRow.select) WHERE state = 'waiting' AND (attempts > 0 OR dueAtMs > ?)
                """
            for place in try OutboxRow.placed(planned, [now.milliseconds], from: database) {
                let plan = OutboxPolicy().resumed(place.entry, at: now, servedUntil: servedUntil)
                guard let plan else { continue }
                try database.run(
                    "UPDATE outbox SET dueAtMs = ?, triedMs = ? WHERE sequence = ?",
                    [plan.dueAt.milliseconds, plan.triedMilliseconds, place.sequence])
            }
        }
    }

    /// Makes the waiting entries of a channel due at once, as when its receiver can be reached
    /// again.
    ///
    /// - Returns: how many entries were changed.
    @discardableResult
    package func hasten(channel: String, at now: Date) async throws(StoreError) -> Int {
        try await connection.write("make waiting notifications due") { database in
            try database.run(
                """
                UPDATE outbox SET dueAtMs = ?1 WHERE channel = ?2 AND turn = 1 AND dueAtMs > ?1
                """, [now.milliseconds, channel])
            return database.changesCount
        }
    }

    package func forgetOutbox(before instant: Date) async throws(StoreError) {
        try await connection.write("forget old notifications") { database in
            let old = "FROM outbox WHERE state <> 'waiting' AND createdAtMs < ?"
            try database.run(
                """
                DELETE FROM failedAttempt
                WHERE (noticeID, channel) IN (SELECT noticeID, channel \(old))
                """, [instant.milliseconds])
            try database.run("DELETE \(old)", [instant.milliseconds])
        }
    }
}

/// How full the outbox is.
package struct OutboxCounts: Sendable, Hashable {
    package var waiting: Int
    /// When the oldest of them was decided; `nil` if none waits.
    package var oldestWaiting: Date?
    /// How many entries were abandoned.
    package var gaveUp: Int
    /// How many of the abandoned entries were decided recently.
    package var gaveUpLately: Int

    package init(
        waiting: Int = 0, oldestWaiting: Date? = nil, gaveUp: Int = 0, gaveUpLately: Int = 0
    ) {
        self.waiting = waiting
        self.oldestWaiting = oldestWaiting
        self.gaveUp = gaveUp
        self.gaveUpLately = gaveUpLately
    }

    /// Counts through the index by state.
    init(since: Date, from database: Database) throws {
        let counts = try UnreadableRows.all(
            """
            SELECT count(*) FILTER (WHERE state = 'waiting'),
                min(createdAtMs) FILTER (WHERE state = 'waiting'),
                count(*) FILTER (WHERE state = 'gaveUp'),
                count(*) FILTER (WHERE state = 'gaveUp' AND createdAtMs >= ?)
            FROM outbox WHERE state IN ('waiting', 'gaveUp')
            """, [since.milliseconds], table: "outbox", from: database
        ) { reader in
            OutboxCounts(
                waiting: try reader.next(), oldestWaiting: try reader.nextOptionalInstant(),
                gaveUp: try reader.next(), gaveUpLately: try reader.next())
        }
        self = counts.first ?? OutboxCounts()
    }
}
