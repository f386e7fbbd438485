public import Fleet
import Foundation

// Evaluation, but for commits.
extension PostgresFleet {
    public func claim(_ limit: Int, for lease: Duration) async throws(FleetError)
        -> [HouseholdClaim]
    {
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
            [.int(Int64(limit)), lease.value, .mostTries, FleetLimits.rest.value]
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
    public func load(_ claims: [HouseholdClaim], known: [HouseholdID: Int64])
        async throws(FleetError) -> [HouseholdLoad]
    {
        guard !claims.isEmpty else { return [] }
        let byID = Dictionary(claims.map { ($0.household, $0) }) { first, _ in first }
        let ids = byID.keys.sorted()
        return try await perform { session throws(PostgresError) in
            let lines = try inboxLines(ids, session)
            let rows = try session.run(
                """
                SELECT h.id, h.rules, h.settings, h.key, i.body
                FROM unnest($1, $2) AS k(id, version) JOIN household h ON h.id = k.id
                    JOIN agenda a ON a.household = k.id
                    LEFT JOIN image i ON i.household = k.id AND a.version <> k.version
                """, [.ints(ids), .ints(ids.map { known[$0] ?? -1 })])
            var problem: PostgresError?
            let loads = try rows.map { row throws(PostgresError) -> HouseholdLoad? in
                guard let claim = byID[row.int()] else { return nil }
                do throws(PostgresError) {
                    return try load(claim, &row, lines[claim.household] ?? [])
                } catch {
                    problem = error
                    return nil
                }
            }.compactMap(\.self)
            if let problem, loads.isEmpty { throw problem }
            return loads
        }
    }

    private func load(
        _ claim: HouseholdClaim, _ row: inout PostgresRow, _ lines: [InboxLine]
    ) throws(PostgresError) -> HouseholdLoad {
        let (rules, settings) = (row.text(), row.text())
        let cipher = try seal.cipher(row.bytes(), of: claim.reference)
        let image = try row.bytes().map { bytes throws(PostgresError) in try cipher.open(bytes) }
        var inbox: [InboxLine] = []
        for line in lines {
            inbox.append(
                InboxLine(
                    number: line.number, key: line.key, bytes: try cipher.open(line.bytes)))
        }
        return HouseholdLoad(
            claim: claim, image: image, rules: rules, settings: settings, inbox: inbox)
    }

    private func inboxLines(
        _ ids: [HouseholdID], _ session: PostgresSession
    ) throws(PostgresError) -> [HouseholdID: [InboxLine]] {
        let lines = try session.run(
            """
            SELECT household, number, key, line FROM inbox WHERE household = ANY ($1)
            ORDER BY household, number
            """, [.ints(ids)]
        ).map { row in
            (
                row.int(),
                InboxLine(number: row.int(), key: row.text(), bytes: row.bytes() ?? [])
            )
        }
        return Dictionary(grouping: lines, by: \.0).mapValues { $0.map(\.1) }
    }

    public func document(_ hash: DocumentHash) async throws(FleetError) -> [UInt8] {
        let found = try await run("SELECT body FROM document WHERE hash = $1", [.text(hash)]) {
            row in row.bytes() ?? []
        }
        // One that was added without the fleet's key is as it was.
        let texts = found.flatMap { [try? seal.shared.open($0), $0] }.compactMap(\.self)
        guard let text = texts.first(where: { DocumentHash.hash(of: $0) == hash }) else {
            throw .unreadable(
                problem: "document \(hash) is missing, or encrypted with another key")
        }
        return text
    }

    public func extend(_ claims: [HouseholdClaim], by lease: Duration)
        async throws(FleetError) -> Set<HouseholdID>
    {
        let kept = try await run(
            """
            WITH \(clock), \(Self.claimed)
            UPDATE agenda a SET
                leased_until = (SELECT now FROM clock) + $4 * interval '1 millisecond'
            FROM locked JOIN claimed c USING (household) WHERE \(Self.isNewest)
            RETURNING a.household
            """, Self.values(claims) + [lease.value]
        ) { row in row.int() }
        return Set(claims.map(\.household)).subtracting(kept)
    }

    public func release(_ quiet: [QuietCycle]) async throws(FleetError) {
        guard !quiet.isEmpty else { return }
        try await write(isDurable: false) { session throws(PostgresError) in
            let problems = try sealed(
                quiet.map { ($0.claim.household, $0.problem.map { Array($0.utf8) }) }, session)
            _ = try session.run(
                """
                WITH \(clock), \(Self.claimed),
                next AS (SELECT * FROM unnest($1, $4, $5) AS n(household, due, problem))
                UPDATE agenda a SET leased_until = NULL, tries = 0,
                    problem = COALESCE(n.problem, a.problem),
                    due_at = CASE WHEN n.problem IS NULL AND inbox_head > inbox_tail
                        THEN (SELECT now FROM clock) ELSE n.due END
                FROM locked JOIN claimed c USING (household) JOIN next n USING (household)
                WHERE \(Self.isNewest)
                """,
                Self.values(quiet.map(\.claim))
                    + [.instants(quiet.map(\.nextDue)), .blobs(problems)])
        }
    }

    /// Texts of households as they are stored.
    func sealed(
        _ texts: [(household: HouseholdID, bytes: [UInt8]?)], _ session: PostgresSession
    ) throws(PostgresError) -> [[UInt8]?] {
        let ids = Set(texts.filter { $0.bytes != nil }.map(\.household))
        guard !ids.isEmpty else { return texts.map { _ in nil } }
        let ciphers = try session.run(
            "SELECT id, reference, key FROM household WHERE id = ANY ($1)", [.ints(ids.sorted())]
        ).map { row throws(PostgresError) in
            let (household, reference) = (row.int(), row.text())
            return (household, try seal.cipher(row.bytes(), of: reference))
        }
        let byID = Dictionary(ciphers) { first, _ in first }
        return try texts.map { text throws(PostgresError) in
            guard let bytes = text.bytes, let cipher = byID[text.household] else { return nil }
            return try cipher.seal(bytes)
        }
    }

    /// The claims of a statement, and their rows locked by household.
    private static let claimed = """
        claimed AS (SELECT * FROM unnest($1, $2, $3) AS c(household, epoch, version)),
        locked AS (
            SELECT household FROM agenda WHERE household = ANY ($1) ORDER BY household FOR UPDATE)
        """
    private static let isNewest =
        "a.household = locked.household AND a.epoch = c.epoch AND a.version = c.version"

    private static func values(_ claims: [HouseholdClaim]) -> [PostgresValue] {
        [
            .ints(claims.map(\.household)), .ints(claims.map(\.epoch)),
            .ints(claims.map(\.version)),
        ]
    }
}

extension PostgresValue {
    static let mostTries = Self.int(Int64(FleetLimits.mostTries))
}
