import Alerts
import Foundation

extension PostgresSession {
    private typealias Row = (line: OutboxLine, entry: OutboxEntry, body: [UInt8], turn: Bool)

    /// Adds the entries of commits to the outbox, merged with those that wait.
    func addOutbox(of commits: [FencedCommit]) throws {
        let commits = commits.filter { $0.commit.outbox.contains { !$0.isEmpty } }
        guard let now = commits.first?.at else { return }
        let stored = try related(to: commits)
        var lines: [OutboxLine] = []
        var (merged, inserted) = ([(HouseholdID, OutboxKey)](), [Row]())
        for one in commits {
            let stored = stored[one.household] ?? []
            let change = OutboxChange(
                one.commit.outbox, stored: stored, in: one.commit.language, at: now)
            let gone = change.merged
            merged += gone.map { (one.household, $0) }
            lines += stored.filter { gone.contains($0.key) }.map(one.line)
            let waiting = stored.filter { $0.state == .waiting && !gone.contains($0.key) }
            var taken = Set(waiting.map(one.line))
            inserted += try change.inserted.map { entry in
                let line = one.line(of: entry)
                return Row(
                    line, entry, try one.body(of: entry),
                    entry.state == .waiting && taken.insert(line).inserted)
            }
        }
        try end(merged, now)
        try insert(inserted, now)
        // A line whose oldest entry was merged may have others.
        try lines.giveTurns(self)
    }

    private func end(_ merged: [(household: HouseholdID, key: OutboxKey)], _ now: Date) throws {
        guard !merged.isEmpty else { return }
        try run(
            """
            UPDATE outbox SET state = 2, turn = false, ended_at = $4
            WHERE (household, channel, notice) IN (SELECT * FROM unnest($1, $2, $3))
            """,
            [
                .ints(merged.map(\.household)), .texts(merged.map(\.key.channel)),
                .texts(merged.map(\.key.notificationID)), .instant(now),
            ])
    }

    private func insert(_ rows: [Row], _ now: Date) throws {
        guard !rows.isEmpty else { return }
        let entries = rows.map(\.entry)
        try run(
            """
            INSERT INTO outbox (household, channel, alert, notice, begins, body, created_at, due_at,
                state, turn, added_at, ended_at)
            SELECT household, channel, alert, notice, begins, body, created_at, due_at, state, turn,
                $11, CASE WHEN state <> 0 THEN $11 END
            FROM unnest($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) WITH ORDINALITY AS n(household, channel,
                alert, notice, begins, body, created_at, due_at, state, turn, place)
            ORDER BY place ON CONFLICT (household, channel, notice) DO NOTHING
            """,
            rows.map(\.line).values + [
                .texts(entries.map(\.notification.id)),
                .bools(entries.map(\.notification.type.begins)), .blobs(rows.map(\.body)),
                .instants(entries.map(\.createdAt)), .instants(entries.map(\.dueAt)),
                .ints(entries.map(\.state.number)), .bools(rows.map(\.turn)), .instant(now),
            ])
    }

    /// The stored entries that affect those of the commits, locked in order, oldest first.
    ///
    /// They are the waiting entries of the same line, its newest firing, the newest one sent after
    /// an abandoned firing, and entries with the same id. For a channel that may have too many,
    /// they are all waiting entries.
    private func related(to commits: [FencedCommit]) throws -> [HouseholdID: [OutboxEntry]] {
        let ciphers = Dictionary(commits.map { ($0.household, $0.cipher) }) { first, _ in first }
        let incoming = commits.flatMap { one in
            one.commit.outbox.flatMap(\.self).map { (one.line(of: $0), $0.notification.id) }
        }
        return try run(
            Self.relatedRows,
            incoming.map(\.0).values + [.texts(incoming.map(\.1)), .int(OutboxOverflow.limit)]
        ).reduce(into: [:]) { entries, row in
            let household = row.int()
            // An entry that can't be read affects nothing, and blocks nobody's commit.
            guard let entry = try? row.outboxEntry(ciphers[household] ?? .plain) else { return }
            entries[household, default: []].append(entry)
        }
    }

    private static let relatedRows = """
        WITH incoming AS (
            SELECT * FROM unnest($1, $2, $3, $4) AS i(household, channel, alert, notice)),
        crowded AS (SELECT i.household, i.channel
            FROM (SELECT household, channel, count(*) AS more FROM incoming GROUP BY 1, 2) i
            WHERE i.more + (SELECT count(*) FROM outbox o WHERE o.state = 0
                AND o.household = i.household AND o.channel = i.channel) > $5),
        begun AS (SELECT b.* FROM incoming i CROSS JOIN LATERAL (
                SELECT o.household, o.channel, o.alert, o.notice, o.state, o.sequence FROM outbox o
                WHERE o.household = i.household AND o.channel = i.channel AND o.alert = i.alert
                    AND o.begins ORDER BY o.sequence DESC LIMIT 1) b),
        wanted AS (SELECT o.household, o.channel, o.notice
            FROM incoming i JOIN outbox o USING (household, channel, alert) WHERE o.state = 0
            UNION SELECT o.household, o.channel, o.notice
            FROM incoming i JOIN outbox o USING (household, channel, notice)
            UNION SELECT household, channel, notice FROM begun
            UNION SELECT s.* FROM begun b CROSS JOIN LATERAL (
                SELECT o.household, o.channel, o.notice FROM outbox o
                WHERE b.state = 3 AND o.household = b.household AND o.channel = b.channel
                    AND o.alert = b.alert AND o.sequence > b.sequence AND o.state IN (1, 2)
                ORDER BY o.sequence DESC LIMIT 1) s
            UNION SELECT o.household, o.channel, o.notice
            FROM crowded JOIN outbox o USING (household, channel) WHERE o.state = 0),
        locked AS (SELECT o.* FROM wanted JOIN outbox o USING (household, channel, notice)
            ORDER BY o.household, o.channel, o.notice FOR UPDATE OF o)
        SELECT o.household, \(PostgresRow.outboxColumns) FROM locked o ORDER BY o.sequence
        """
}

/// The line of one alert of a household on a channel, whose entries are sent one after the other.
struct OutboxLine: Hashable {
    let household: HouseholdID
    let channel: String
    let alert: [UInt8]
}

extension OutboxLine {
    init(_ row: PostgresRow) {
        self.init(household: row.int(), channel: row.text(), alert: row.bytes() ?? [])
    }
}

extension [OutboxLine] {
    /// For `unnest($1, $2, $3)`.
    var values: [PostgresValue] {
        [.ints(map(\.household)), .texts(map(\.channel)), .blobs(map(\.alert))]
    }

    /// Makes the oldest waiting entry of each line the next to be taken.
    func giveTurns(_ session: PostgresSession) throws {
        guard !isEmpty else { return }
        try session.run(
            """
            WITH heads AS (SELECT DISTINCT ON (o.household, o.channel, o.alert)
                    o.household, o.channel, o.notice, o.turn
                FROM unnest($1, $2, $3) AS l(household, channel, alert)
                    JOIN outbox o USING (household, channel, alert)
                WHERE o.state = 0 ORDER BY o.household, o.channel, o.alert, o.sequence)
            UPDATE outbox o SET turn = true FROM heads f
            WHERE o.household = f.household AND o.channel = f.channel AND o.notice = f.notice
                AND NOT f.turn
            """, values)
    }
}

extension FencedCommit {
    fileprivate func line(of entry: OutboxEntry) -> OutboxLine {
        OutboxLine(household: household, channel: entry.channel, alert: cipher.tag(entry.alertKey))
    }

    /// What ``PostgresRow/outboxEntry(_:)`` reads of the entry's alert and text.
    fileprivate func body(of entry: OutboxEntry) throws -> [UInt8] {
        let text = NotificationCoding.bytes(entry.notification)
        return try cipher.seal(Array(entry.alertKey.utf8) + [0] + text)
    }
}

extension PostgresRow {
    /// What ``outboxEntry(_:)`` reads, of `outbox o`.
    static let outboxColumns = """
        o.channel, o.attempts, o.body, o.created_at, o.due_at, o.tried, o.refusals, o.state, o.problem
        """

    func outboxEntry(_ cipher: HouseholdSeal) throws -> OutboxEntry {
        let (channel, attempts) = (text(), count())
        let body = try cipher.open(bytes() ?? [])
        let parts = body.split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, let notification = try? NotificationCoding.decode(Data(parts[1]))
        else { throw FleetError(.unreadable, "a stored notification can't be read") }
        var entry = OutboxEntry(
            channel: channel, notification: notification,
            alertKey: String(decoding: parts[0], as: UTF8.self),
            createdAt: instant() ?? .distantPast)
        entry.dueAt = instant() ?? entry.createdAt
        entry.attempts = attempts
        entry.triedMilliseconds = count()
        entry.refusals = count()
        let state = count()
        entry.state = OutboxEntry.State.allCases.first { $0.number == state } ?? .gaveUp
        entry.problem = problem(cipher)
        return entry
    }

    func problem(_ cipher: HouseholdSeal) -> DeliveryProblem? {
        bytes().flatMap {
            try? JSONDecoder().decode(DeliveryProblem.self, from: Data(cipher.open($0)))
        }
    }
}

extension OutboxEntry.State {
    private static let numbered: [Self] = [.waiting, .delivered, .merged, .gaveUp]

    var number: Int { Self.numbered.firstIndex(of: self) ?? 0 }
}
