import Foundation

extension PostgresFleet {
    public func claim(_ limit: Int, for lease: Duration, except held: Set<HouseholdID>) async throws
        -> [HouseholdClaim]
    {
        let most = FleetLimits.mostTries
        return try await run(
            """
            WITH \(Self.clock), found AS (
                SELECT household, COALESCE(leased_until, due_at) AS claimable,
                    tries = \(most - 1) OR tries > \(most) AS last FROM agenda
                WHERE NOT paused AND COALESCE(leased_until, due_at) <= (SELECT now FROM clock)
                    AND household <> ALL ($4)
                ORDER BY COALESCE(leased_until, due_at), household LIMIT $1 FOR UPDATE SKIP LOCKED),
            due AS (SELECT * FROM found ORDER BY last DESC, claimable, household
                LIMIT CASE WHEN (SELECT bool_or(last) FROM found) THEN 1 ELSE $1 END),
            claimed AS (UPDATE agenda a SET
                    epoch = epoch + CASE WHEN tries = \(most) THEN 0 ELSE 1 END,
                    tries = CASE WHEN tries = \(most) THEN tries + 1 ELSE LEAST(tries + 1, \(most)) END,
                    leased_until = (SELECT now FROM clock) + interval '1 millisecond'
                        * CASE WHEN tries = \(most) THEN $3 ELSE $2 END
                FROM due WHERE a.household = due.household RETURNING due.claimable, a.*)
            SELECT h.id, h.reference, c.epoch, c.version, clock.now
            FROM claimed c JOIN household h ON h.id = c.household, clock
            WHERE c.tries <= \(most) ORDER BY c.claimable, h.id
            """, [.int(limit), .duration(lease), .duration(FleetLimits.rest), .ints(held.sorted())]
        ) { row in
            HouseholdClaim(
                household: row.int(), reference: row.text(), epoch: row.int(),
                version: row.int(), at: row.instant() ?? .distantPast)
        }
    }

    public func load(_ claims: [HouseholdClaim], known: [HouseholdID: Int64]) async throws
        -> [HouseholdLoad]
    {
        guard !claims.isEmpty else { return [] }
        let byID = Dictionary(claims.map { ($0.household, $0) }) { first, _ in first }
        let ids = byID.keys.sorted()
        return try await perform { session in
            var lines: [HouseholdID: [InboxLine]] = [:]
            let inbox = "SELECT * FROM inbox WHERE household = ANY ($1) ORDER BY household, number"
            for row in try session.run(inbox, [.ints(ids)]) {
                lines[row.int(), default: []].append(
                    InboxLine(number: row.int(), key: row.text(), bytes: row.bytes() ?? []))
            }
            return try session.run(
                """
                SELECT h.id, h.rules, h.settings, h.key, i.body
                FROM unnest($1, $2) AS k(id, version) JOIN household h ON h.id = k.id
                    JOIN agenda a ON a.household = k.id
                    LEFT JOIN image i ON i.household = k.id AND a.version <> k.version
                """, [.ints(ids), .ints(ids.map { known[$0] ?? -1 })]
            ).compactMap { row in byID[row.int()].map { load($0, row, lines[$0.household] ?? []) } }
        }
    }

    private func load(
        _ claim: HouseholdClaim, _ row: PostgresRow, _ lines: [InboxLine]
    ) -> HouseholdLoad {
        let (rules, settings, key) = (row.text(), row.text(), row.bytes())
        var load = HouseholdLoad(claim: claim, rules: rules, settings: settings, inbox: lines)
        do {
            let cipher = try seal.cipher(key, of: claim.reference)
            load.image = try row.bytes().map { try cipher.open($0) }
            for place in lines.indices {
                load.inbox[place].bytes = (try? cipher.open(lines[place].bytes)) ?? []
            }
        } catch { load.fault = HouseholdFault(error) }
        return load
    }

    public func document(_ hash: DocumentHash) async throws -> [UInt8] {
        let found = try await run("SELECT body FROM document WHERE hash = $1", [.text(hash)]) {
            row in row.bytes() ?? []
        }
        // A document that was added without the fleet's key is not encrypted.
        let texts = found.flatMap { [try? seal.open($0), $0] }.compactMap(\.self)
        guard let text = texts.first(where: { DocumentHash.hash(of: $0) == hash }) else {
            throw HouseholdFault.unreadableFile
        }
        return text
    }

    public func extend(_ claims: [HouseholdClaim], by lease: Duration) async throws {
        try await run(
            """
            WITH \(Self.clock), locked AS (
                SELECT household FROM agenda WHERE household = ANY ($1) ORDER BY household FOR UPDATE)
            UPDATE agenda a SET
                leased_until = (SELECT now FROM clock) + NULLIF($4, 0) * interval '1 millisecond',
                tries = GREATEST(0, tries - ($4 = 0)::int)
            FROM locked JOIN unnest($1, $2, $3) AS c(household, epoch, version) USING (household)
            WHERE a.household = c.household AND a.epoch = c.epoch AND a.version = c.version
                AND leased_until IS NOT NULL
            """,
            [
                .ints(claims.map(\.household)), .ints(claims.map(\.epoch)),
                .ints(claims.map(\.version)), .duration(lease),
            ]
        ) { _ in }
    }
}
