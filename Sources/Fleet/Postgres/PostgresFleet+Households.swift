import Foundation

// Evaluation, but for commits.
extension PostgresFleet {
    public func claim(_ limit: Int, for lease: Duration) async throws -> [HouseholdClaim] {
        let claims = try await run(
            """
            WITH \(clock), due AS (
                SELECT household, COALESCE(leased_until, due_at) AS claimable FROM agenda
                WHERE NOT paused AND COALESCE(leased_until, due_at) <= (SELECT now FROM clock)
                ORDER BY COALESCE(leased_until, due_at), household LIMIT $1
                FOR UPDATE SKIP LOCKED)
            UPDATE agenda a SET
                epoch = epoch + CASE WHEN tries = $3 THEN 0 ELSE 1 END,
                tries = CASE WHEN tries = $3 THEN $3 + 1 ELSE LEAST(tries + 1, $3) END,
                leased_until = (SELECT now FROM clock) + interval '1 millisecond'
                    * CASE WHEN tries = $3 THEN $4 ELSE $2 END
            FROM due JOIN household h ON h.id = due.household
            WHERE a.household = due.household
            RETURNING due.claimable, a.tries > $3, a.household, h.reference, a.epoch, a.version,
                (SELECT now FROM clock)
            """,
            [
                .int(limit), .duration(lease), .int(FleetLimits.mostTries),
                .duration(FleetLimits.rest),
            ]
        ) { row in
            let (due, isSetAside) = (row.instant() ?? .distantPast, row.bool())
            let claim = HouseholdClaim(
                household: row.int(), reference: row.text(), epoch: row.int(),
                version: row.int(), at: row.instant() ?? .distantPast)
            return (due: due, isSetAside: isSetAside, claim: claim)
        }
        return claims.filter { !$0.isSetAside }
            .sorted { ($0.due, $0.claim.household) < ($1.due, $1.claim.household) }.map(\.claim)
    }

    /// What can't be read is left out, so that only its household is set aside.
    public func load(_ claims: [HouseholdClaim], known: [HouseholdID: Int64]) async throws
        -> [HouseholdLoad]
    {
        guard !claims.isEmpty else { return [] }
        let byID = Dictionary(claims.map { ($0.household, $0) }) { first, _ in first }
        let ids = byID.keys.sorted()
        return try await pool.perform { session in
            let lines = try inboxLines(ids, session)
            let loads = try session.run(
                """
                SELECT h.id, h.rules, h.settings, h.key, i.body
                FROM unnest($1, $2) AS k(id, version) JOIN household h ON h.id = k.id
                    JOIN agenda a ON a.household = k.id
                    LEFT JOIN image i ON i.household = k.id AND a.version <> k.version
                """, [.ints(ids), .ints(ids.map { known[$0] ?? -1 })]
            ).map { row in
                let claim = byID[row.int()]
                return Result { try claim.map { try load($0, &row, lines[$0.household] ?? []) } }
            }
            let readable = loads.compactMap { try? $0.get() }
            return readable.isEmpty ? try loads.compactMap { try $0.get() } : readable
        }
    }

    private func load(
        _ claim: HouseholdClaim, _ row: inout PostgresRow, _ lines: [InboxLine]
    ) throws -> HouseholdLoad {
        let (rules, settings) = (row.text(), row.text())
        let cipher = try seal.cipher(row.bytes(), of: claim.reference)
        let image = try row.bytes().map { try cipher.open($0) }
        var inbox = lines
        for place in inbox.indices { inbox[place].bytes = try cipher.open(inbox[place].bytes) }
        return HouseholdLoad(
            claim: claim, image: image, rules: rules, settings: settings, inbox: inbox)
    }

    private func inboxLines(
        _ ids: [HouseholdID], _ session: PostgresSession
    ) throws -> [HouseholdID: [InboxLine]] {
        let lines = try session.run(
            """
            SELECT household, number, key, line FROM inbox WHERE household = ANY ($1)
            ORDER BY household, number
            """, [.ints(ids)]
        ).map { row in
            let household = row.int()
            let line = InboxLine(number: row.int(), key: row.text(), bytes: row.bytes() ?? [])
            return (household, line)
        }
        return Dictionary(grouping: lines, by: \.0).mapValues { $0.map(\.1) }
    }

    public func document(_ hash: DocumentHash) async throws -> [UInt8] {
        let found = try await run("SELECT body FROM document WHERE hash = $1", [.text(hash)]) {
            row in row.bytes() ?? []
        }
        // One that was added without the fleet's key is as it was.
        let texts = found.flatMap { [try? seal.shared.open($0), $0] }.compactMap(\.self)
        guard let text = texts.first(where: { DocumentHash.hash(of: $0) == hash }) else {
            throw FleetError(
                .unreadable, "document \(hash) is missing, or encrypted with another key")
        }
        return text
    }

    public func extend(_ claims: [HouseholdClaim], by lease: Duration) async throws -> Set<
        HouseholdID
    > {
        let kept = try await run(
            """
            WITH \(clock),
            claimed AS (SELECT * FROM unnest($1, $2, $3) AS c(household, epoch, version)),
            locked AS (
                SELECT household FROM agenda WHERE household = ANY ($1) ORDER BY household FOR UPDATE)
            UPDATE agenda a SET
                leased_until = (SELECT now FROM clock) + $4 * interval '1 millisecond'
            FROM locked JOIN claimed c USING (household)
            WHERE a.household = locked.household AND a.epoch = c.epoch AND a.version = c.version
            RETURNING a.household
            """,
            [
                .ints(claims.map(\.household)), .ints(claims.map(\.epoch)),
                .ints(claims.map(\.version)), .duration(lease),
            ]
        ) { row in row.int() }
        return Set(claims.map(\.household)).subtracting(kept)
    }
}
