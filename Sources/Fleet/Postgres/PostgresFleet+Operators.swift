import Foundation

extension PostgresFleet {
    public func add(_ reference: String, rules: [UInt8], settings: [UInt8]) async throws {
        let documents = [rules, settings]
        let hashes = documents.map { DocumentHash.hash(of: $0) }
        try await write { session in
            let key = try seal.newKey(for: reference)
            let sealed = try documents.map { try seal.seal($0) }
            let former = try files(of: reference, session)
            try session.run(
                """
                INSERT INTO document (hash, body)
                SELECT * FROM unnest($1, $2) ORDER BY 1 ON CONFLICT DO NOTHING
                """, [.texts(hashes), .blobs(sealed)])
            try session.run(
                """
                WITH \(Self.clock), added AS (
                    INSERT INTO household (reference, rules, settings, key) VALUES ($1, $2, $3, $4)
                    ON CONFLICT (reference) DO UPDATE SET
                        rules = excluded.rules, settings = excluded.settings RETURNING id)
                INSERT INTO agenda AS a (household, due_at) SELECT id, now FROM added, clock
                ON CONFLICT (household) DO UPDATE SET due_at = excluded.due_at,
                    leased_until = NULL, tries = 0, problem = NULL, epoch = a.epoch + 1
                """, [.text(reference)] + hashes.map { .text($0) } + [.bytes(key)])
            try removeUnused(former, session)
        }
    }

    /// Locks a household's row; returns the hashes of its documents, none without a household.
    private func files(of reference: String, _ session: PostgresSession) throws -> [DocumentHash] {
        try session.run(
            "SELECT rules, settings FROM household WHERE reference = $1 FOR UPDATE",
            [.text(reference)]
        ).first.map { row in [row.text(), row.text()] } ?? []
    }

    private func removeUnused(_ documents: [DocumentHash], _ session: PostgresSession) throws {
        try session.run(
            """
            WITH unused AS (DELETE FROM document d WHERE hash = ANY ($1)
                    AND NOT EXISTS (SELECT FROM household WHERE rules = d.hash)
                    AND NOT EXISTS (SELECT FROM household WHERE settings = d.hash) RETURNING hash)
            DELETE FROM lane USING unused WHERE settings = hash
            """, [.texts(documents)])
    }

    private static let isNamed = "household = (SELECT id FROM household WHERE reference = $1)"

    public func remove(_ reference: String) async throws -> Bool {
        try await write { session in
            let documents = try files(of: reference, session)
            // The holder of the row in `agenda` may still be writing the tables after it.
            for table in ["agenda", "outbox", "inbox", "image"] {
                try session.run("DELETE FROM \(table) WHERE \(Self.isNamed)", [.text(reference)])
            }
            try session.run("DELETE FROM household WHERE reference = $1", [.text(reference)])
            try removeUnused(documents, session)
            return !documents.isEmpty
        }
    }

    public func pause(_ reference: String) async throws -> Bool {
        try await !run(
            "UPDATE agenda SET paused = true WHERE \(Self.isNamed) RETURNING household",
            [.text(reference)]
        ) { _ in }.isEmpty
    }

    public func resume(_ reference: String, failed: Bool) async throws -> Bool {
        try await write { session in
            let household = try session.run(
                """
                WITH \(Self.clock) UPDATE agenda a SET paused = false,
                    leased_until = CASE WHEN a.tries > $2 THEN now ELSE leased_until END,
                    due_at = CASE WHEN a.problem IS NULL THEN due_at ELSE now END
                FROM household h, clock WHERE h.reference = $1 AND a.household = h.id
                RETURNING a.household
                """, [.text(reference), .int(FleetLimits.mostTries)]
            ).first?.int()
            try session.run(
                """
                WITH \(Self.clock) UPDATE outbox o
                SET due_at = now, state = 0, tried = 0, refusals = 0, ended_at = NULL
                FROM clock WHERE household = $1 AND problem IS NOT NULL AND state = ANY ($2)
                RETURNING household, channel, alert
                """, [.int(household ?? 0), .ints(failed ? [0, 3] : [0])]
            ).map(OutboxLine.init).giveTurns(session)
            return household != nil
        }
    }

    public func image(of reference: String) async throws -> [UInt8]? {
        try await run(
            """
            SELECT h.key, i.body FROM household h JOIN image i ON i.household = h.id
            WHERE h.reference = $1
            """, [.text(reference)]
        ) { row in try seal.cipher(row.bytes(), of: reference).open(row.bytes() ?? []) }.first
    }

    public func household(_ reference: String) async throws -> HouseholdSummary? {
        try await summaries("h.reference = $1", [.text(reference)]).first
    }

    public func households(after reference: String?, limit: Int, faultyOnly: Bool) async throws
        -> [HouseholdSummary]
    {
        try await summaries(
            """
            h.reference > $1
                AND ($3 = 0 OR a.tries > \(FleetLimits.mostTries) OR \(Self.isFaulty))
            ORDER BY h.reference LIMIT $2
            """, [.text(reference ?? ""), .int(limit), .int(faultyOnly ? 1 : 0)])
    }

    private static let isUndelivered = "(state = 3 OR state = 0 AND turn AND refusals > 0)"

    /// Whether a household of `agenda` has a problem of its own or of its notifications.
    private static let isFaulty = """
        (a.problem IS NOT NULL
            OR a.household IN (SELECT household FROM outbox WHERE \(isUndelivered)))
        """

    private func summaries(
        _ condition: String, _ values: [PostgresValue]
    ) async throws -> [HouseholdSummary] {
        try await run(
            """
            SELECT h.reference, h.key, a.problem, a.paused, a.tries > \(FleetLimits.mostTries),
                EXISTS (SELECT FROM outbox o WHERE o.household = h.id AND \(Self.isUndelivered)),
                COALESCE(leased_until, due_at), a.version, a.inbox_head - a.inbox_tail,
                (SELECT count(*) FROM outbox o WHERE o.household = h.id AND o.state = 0),
                (SELECT count(*) FROM outbox o WHERE o.household = h.id AND o.state = 3),
                (SELECT problem FROM outbox o WHERE o.household = h.id AND o.state IN (0, 3)
                    AND o.problem IS NOT NULL ORDER BY o.state, o.sequence LIMIT 1)
            FROM household h JOIN agenda a ON a.household = h.id WHERE \(condition)
            """, values
        ) { row in
            let (reference, key) = (row.text(), row.bytes())
            let cipher = Result { try seal.cipher(key, of: reference) }
            func text(_ bytes: [UInt8]?) -> String? {
                do {
                    let cipher = try cipher.get()
                    return try bytes.map { String(decoding: try cipher.open($0), as: UTF8.self) }
                } catch { return HouseholdFault(error).text }
            }
            return HouseholdSummary(
                reference: reference, problem: text(row.bytes()), isPaused: row.bool(),
                isSetAside: row.bool(), isUndelivered: row.bool(), dueAt: row.instant(),
                version: row.int(), inbox: row.count(), outbox: row.count(), gaveUp: row.count(),
                delivery: (try? cipher.get()).flatMap { row.problem($0) })
        }
    }

    /// At most 5,000 at a time, so that no transaction is long.
    public func forget(endedBefore age: Duration) async throws -> Int {
        try await run(
            """
            WITH \(Self.clock)
            DELETE FROM outbox WHERE (household, channel, notice) IN (
                SELECT household, channel, notice FROM outbox WHERE state <> 0
                    AND ended_at < (SELECT now FROM clock) - $1 * interval '1 millisecond'
                ORDER BY ended_at LIMIT 5000 FOR UPDATE SKIP LOCKED) RETURNING 1
            """, [.duration(age)]
        ) { _ in }.count
    }

    public func status() async throws -> FleetStatus {
        let most = FleetLimits.mostTries
        let outbox = try await run(
            "SELECT channel, count(*), min(added_at) FROM outbox WHERE state = 0 GROUP BY 1"
        ) { row in (channel: row.text(), count: row.count(), oldest: row.instant()) }
        let vacuumed = try await run(
            """
            SELECT relname::text, GREATEST(last_vacuum, last_autovacuum) FROM pg_stat_user_tables
            WHERE schemaname = current_schema() AND relname IN ('agenda', 'image', 'inbox', 'outbox')
                AND GREATEST(last_vacuum, last_autovacuum) IS NOT NULL
            """
        ) { row in (row.text(), row.instant() ?? .distantPast) }
        return try await run(
            """
            WITH \(Self.clock), a AS (
                SELECT *, COALESCE(leased_until > now, false) AS leased,
                    CASE WHEN NOT paused AND COALESCE(leased_until, due_at) <= now
                        THEN COALESCE(leased_until, due_at) END AS due FROM agenda, clock)
            SELECT (SELECT now FROM clock), count(*), count(*) FILTER (WHERE paused),
                count(*) FILTER (WHERE tries > \(most)), count(*) FILTER (WHERE \(Self.isFaulty)),
                count(due), count(*) FILTER (WHERE leased AND tries <= \(most)), min(due),
                COALESCE(sum(inbox_head - inbox_tail), 0)::bigint,
                (SELECT count(*) FROM outbox WHERE state = 3) FROM a
            """
        ) { row in
            FleetStatus(
                at: row.instant() ?? .distantPast, households: row.count(), paused: row.count(),
                setAside: row.count(), faulty: row.count(), due: row.count(), claimed: row.count(),
                oldestDue: row.instant(), inbox: row.count(), gaveUp: row.count(), outbox: outbox,
                vacuumed: Dictionary(vacuumed) { first, _ in first })
        }.first ?? FleetStatus(at: .distantPast)
    }
}
