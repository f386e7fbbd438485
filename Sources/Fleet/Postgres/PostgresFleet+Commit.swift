import Alerts
import Foundation
import Threads

/// A commit whose household's row is locked and whose claim is the newest.
struct FencedCommit {
    let commit: HouseholdCommit
    let cipher: HouseholdSeal
    let at: Date

    var household: HouseholdID { commit.claim.household }
}

// Commits: the fence is the row in `agenda`, which stays locked to the end.
extension PostgresFleet {
    public func commit(_ commits: [HouseholdCommit]) async throws -> Set<HouseholdID> {
        guard !commits.isEmpty else { return [] }
        let token = (0..<16).map { _ in UInt8.random(in: .min ... .max) }
        do {
            return try await write(isDurable: commits.contains { $0.image != nil }) { session in
                try write(commits, token, session)
            }
        } catch let error as FleetError where error.kind == .inDoubt {
            doubts.withLock { $0 += 1 }
            return try await settle(commits.map(\.claim), token)
        }
    }

    private func write(
        _ commits: [HouseholdCommit], _ token: [UInt8], _ session: PostgresSession
    ) throws -> Set<HouseholdID> {
        session.pass(.beforeFence)
        let fenced = try lock(commits, session)
        session.pass(.afterFence)
        try writeStates(fenced, token, session)
        session.pass(.afterImage)
        try session.addOutbox(of: fenced)
        session.pass(.afterOutboxRows)
        return Set(commits.map(\.claim.household)).subtracting(fenced.map(\.household))
    }

    /// Locks the households' rows in order, and returns the commits that are not overtaken.
    private func lock(
        _ commits: [HouseholdCommit], _ session: PostgresSession
    ) throws -> [FencedCommit] {
        let byID = Dictionary(commits.map { ($0.claim.household, $0) }) { first, _ in first }
        return try session.run(
            """
            SELECT a.household, a.epoch, a.version, h.key, saldovakt_now()
            FROM agenda a JOIN household h ON h.id = a.household
            WHERE a.household = ANY ($1) ORDER BY a.household FOR UPDATE OF a
            """, [.ints(byID.keys.sorted())]
        ).compactMap { row in
            let (household, epoch, version) = (row.int(), row.int(), row.int())
            let (key, now) = (row.bytes(), row.instant())
            guard let commit = byID[household], commit.claim.epoch == epoch,
                commit.claim.version == version
            else { return nil }
            // If a household's key is damaged, only that problem is committed.
            let known = try? seal.cipher(key, of: commit.claim.reference)
            guard let cipher = known ?? (commit.image == nil ? .plain : nil) else { return nil }
            return FencedCommit(commit: commit, cipher: cipher, at: now ?? .distantPast)
        }
    }

    private func writeStates(
        _ fenced: [FencedCommit], _ token: [UInt8], _ session: PostgresSession
    ) throws {
        let images = try fenced.map { one in try one.commit.image.map { try one.cipher.seal($0) } }
        let problems = try fenced.map { one in
            try one.commit.problem.map { try one.cipher.seal(Array($0.utf8)) }
        }
        try session.run(
            """
            WITH \(Self.clock), c AS (SELECT *, body IS NOT NULL AS is_new
                FROM unnest($2, $3, $4, $5, $6) AS c(household, body, consumed, due, problem)),
            images AS (INSERT INTO image SELECT household, body FROM c WHERE is_new
                ON CONFLICT (household) DO UPDATE SET body = excluded.body),
            consumed AS (DELETE FROM inbox i USING c
                WHERE i.household = c.household AND i.number <= c.consumed)
            UPDATE agenda a SET version = version + is_new::int, last_commit = $1,
                leased_until = NULL, tries = 0,
                problem = CASE WHEN is_new THEN c.problem ELSE COALESCE(c.problem, a.problem) END,
                inbox_tail = GREATEST(inbox_tail, c.consumed),
                due_at = CASE WHEN inbox_head > GREATEST(inbox_tail, c.consumed)
                        AND (is_new OR c.problem IS NULL)
                    THEN (SELECT now FROM clock) ELSE c.due END
            FROM c WHERE a.household = c.household
            """,
            [
                .bytes(token), .ints(fenced.map(\.household)), .blobs(images),
                .ints(fenced.map(\.commit.consumed)), .instants(fenced.map(\.commit.nextDue)),
                .blobs(problems),
            ])
    }

    /// Finds out the outcome of a commit whose answer was lost.
    ///
    /// The query waits for the old transaction's rows and is durable after it, hence final.
    private func settle(
        _ claims: [HouseholdClaim], _ token: [UInt8]
    ) async throws -> Set<HouseholdID> {
        var problem = ""
        for _ in 1...3 {
            do {
                return try await write { session in try ask(claims, token, session) }
            } catch let error as FleetError { problem = error.problem }
        }
        throw FleetError(.unreachable, "a commit is in doubt: \(problem)")
    }

    private func ask(
        _ claims: [HouseholdClaim], _ token: [UInt8], _ session: PostgresSession
    ) throws -> Set<HouseholdID> {
        let committed = try session.run(
            """
            WITH \(Self.clock), c AS (SELECT * FROM unnest($2, $3) AS c(household, epoch)),
            locked AS (
                SELECT household, epoch, last_commit IS NOT DISTINCT FROM $1 AS committed FROM agenda
                WHERE household = ANY ($2) ORDER BY household FOR UPDATE),
            asked AS (UPDATE agenda a SET epoch = a.epoch + 1, leased_until = CASE WHEN committed
                    THEN leased_until ELSE (SELECT now FROM clock) END
                FROM locked JOIN c USING (household)
                WHERE a.household = locked.household AND locked.epoch = c.epoch)
            SELECT household FROM locked WHERE committed
            """, [.bytes(token), .ints(claims.map(\.household)), .ints(claims.map(\.epoch))]
        ).map { row in row.int() }
        return Set(claims.map(\.household)).subtracting(committed)
    }
}

/// What a test does at a place, on the connection that passes it.
typealias FaultProbe = @Sendable (FaultPoint, PostgresSession) -> Void

/// A place at which a crash test can kill the process, as a ``FaultSwitch`` of the environment says.
enum FaultPoint: String, Sendable {
    case connectionTaken = "connection-taken"
    /// Nothing is written yet; after it the households' rows are locked.
    case beforeFence = "before-fence", afterFence = "after-fence"
    case afterImage = "after-image", afterOutboxRows = "after-outbox-rows"
    case beforeCommit = "before-commit", afterCommit = "after-commit"
    /// The server has the commit, its answer is not read.
    case commitSent = "commit-sent"
}
