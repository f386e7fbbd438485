import Alerts
public import Foundation

// Delivery: `turn` marks the oldest waiting entry of each alert and channel.
extension PostgresFleet {
    public func takeDeliveries(_ limit: Int, for lease: Duration) async throws -> [FleetDelivery] {
        try await perform { session in
            try session.run(Self.taken, [.int(limit), .duration(lease)]).compactMap { row in
                let (household, reference, settings) = (row.int(), row.text(), row.text())
                let (key, now, notice) = (row.bytes(), row.instant() ?? .distantPast, row.text())
                // If the household's key is damaged, everything waits until it is restored.
                guard let seal = try? seal.cipher(key, of: reference) else { return nil }
                guard let entry = try? row.outboxEntry(seal) else {
                    try giveUp(notice, of: household, seal, session)
                    return nil
                }
                return FleetDelivery(
                    household: household, reference: reference,
                    lane: DeliveryLane(settings: settings, channel: entry.channel), entry: entry,
                    at: now, seal: seal)
            }
        }
    }

    private static let taken = """
        WITH \(Self.clock), due AS (
            SELECT o.household, o.channel, o.notice, h.reference, h.settings, h.key
            FROM outbox o JOIN household h ON h.id = o.household
                JOIN agenda a ON a.household = o.household
            WHERE o.state = 0 AND o.turn AND o.due_at <= (SELECT now FROM clock)
                AND NOT a.paused AND NOT EXISTS (SELECT FROM lane l WHERE l.settings = h.settings
                        AND l.channel = o.channel AND l.until > (SELECT now FROM clock))
            ORDER BY o.due_at, o.sequence LIMIT $1 FOR UPDATE OF o SKIP LOCKED),
        taken AS (UPDATE outbox o SET attempts = o.attempts + 1,
                due_at = (SELECT now FROM clock) + $2 * interval '1 millisecond'
            FROM due d WHERE o.household = d.household AND o.channel = d.channel
                AND o.notice = d.notice RETURNING d.reference, d.settings, d.key, o.*)
        SELECT o.household, o.reference, o.settings, o.key, clock.now, o.notice,
            \(PostgresRow.outboxColumns) FROM taken o, clock ORDER BY o.sequence
        """

    /// Marks entries that can't be read as failed; the next one of their alert becomes the oldest.
    private func giveUp(
        _ notice: String, of household: HouseholdID, _ seal: HouseholdSeal,
        _ session: PostgresSession
    ) throws {
        let problem = DeliveryProblem.unreadable(fix: "restore the database from a backup")
        try session.transaction {
            try session.run(
                """
                UPDATE outbox SET state = 3, turn = false, problem = $3, ended_at = saldovakt_now()
                WHERE household = $1 AND notice = $2 AND state = 0
                RETURNING household, channel, alert
                """, [.int(household), .text(notice), .bytes(try seal.seal(problem))]
            ).map(OutboxLine.init).giveTurns(session)
        }
    }

    public func finish(_ results: [FleetDeliveryResult]) async throws {
        guard !results.isEmpty else { return }
        try await write { session in
            let waiting = try lockLines(of: results, session)
            try note(results, session)
            try waiting.giveTurns(session)
        }
    }

    /// Locks the waiting entries in the lines of the results, any of which may become the next.
    ///
    /// A commit may have added one while this waited, which only a later statement sees and locks.
    private func lockLines(
        of results: [FleetDeliveryResult], _ session: PostgresSession
    ) throws -> [OutboxLine] {
        try session.run(
            """
            WITH lines AS (SELECT DISTINCT o.household, o.channel, o.alert
                FROM unnest($1, $2, $3) AS r(household, channel, notice)
                    JOIN outbox o USING (household, channel, notice))
            SELECT o.household, o.channel, o.alert
            FROM lines JOIN outbox o USING (household, channel, alert)
            WHERE o.state = 0 ORDER BY o.household, o.channel, o.notice FOR UPDATE OF o
            """, Self.keys(results)
        ).map(OutboxLine.init)
    }

    private func note(_ results: [FleetDeliveryResult], _ session: PostgresSession) throws {
        // Problems may quote a receiver's answer.
        let problems = try results.map { one in try one.result.problem.map(one.delivery.seal.seal) }
        let values: [PostgresValue] = [
            .ints(results.map(\.delivery.entry.attempts)),
            .ints(results.map(\.result.state.number)), .instants(results.map(\.result.dueAt)),
            .blobs(problems), .ints(results.map(\.result.triedMilliseconds)),
            .ints(results.map(\.result.refusals)), .ints(results.map { $0.isBegun ? 0 : 1 }),
        ]
        try session.run(
            """
            WITH \(Self.clock)
            UPDATE outbox o SET state = r.state, due_at = COALESCE(r.due, o.due_at),
                problem = COALESCE(r.problem, o.problem), attempts = o.attempts - r.unused,
                tried = r.tried, refusals = r.refusals, turn = (r.state = 0),
                ended_at = CASE WHEN r.state <> 0 THEN (SELECT now FROM clock) END
            FROM unnest($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) AS r(
                household, channel, notice, attempt, state, due, problem, tried, refusals, unused)
            WHERE o.household = r.household AND o.channel = r.channel AND o.notice = r.notice
                AND o.state = 0 AND (r.state = 1 OR o.attempts = r.attempt)
            """, Self.keys(results) + values)
    }

    private static func keys(_ results: [FleetDeliveryResult]) -> [PostgresValue] {
        [
            .ints(results.map(\.delivery.household)), .texts(results.map(\.result.channel)),
            .texts(results.map(\.result.notificationID)),
        ]
    }

    public func rest(_ lane: DeliveryLane, until instant: Date) async throws {
        try await run(
            """
            INSERT INTO lane (settings, channel, until) VALUES ($1, $2, $3)
            ON CONFLICT (settings, channel) DO UPDATE SET until = excluded.until
            """, [.text(lane.settings), .text(lane.channel), .instant(instant)]
        ) { _ in }
    }
}
