import Foundation

// Feeding: a feed and a worker lock the same row in `agenda`, so that the second sees what the first wrote.
extension PostgresFleet {
    public func put(_ lines: [FeedLine], at position: FeedPosition?) async throws -> FeedReceipt {
        try await write { session in
            let receipt = try add(lines, session)
            guard let position else { return receipt }
            try session.run(
                """
                INSERT INTO feed_position (feed, part, position) VALUES ($1, 0, $2)
                ON CONFLICT (feed, part) DO UPDATE SET position = excluded.position
                """, [.text(position.feed), .int(position.line)])
            return receipt
        }
    }

    /// Written again as it is: a commit that was cut off while it waited for its standby can be seen before
    /// the standby has it, and who skips lines because of it must know that they are durable.
    public func position(of feed: String) async throws -> Int64? {
        try await write { session in
            try session.run(
                """
                UPDATE feed_position SET position = position WHERE feed = $1 AND part = 0
                RETURNING position
                """, [.text(feed)]
            ).map { row in row.int() }.first
        }
    }

    private struct Box {
        let household: HouseholdID
        let cipher: HouseholdCipher
        var head: Int64
        var keys: Set<String> = []
    }

    private func add(_ lines: [FeedLine], _ session: PostgresSession) throws -> FeedReceipt {
        var receipt = FeedReceipt()
        var boxes = try lockBoxes(of: lines, session)
        var (households, numbers, keys) = ([HouseholdID](), [Int64](), [String]())
        var sealed: [[UInt8]?] = []
        for line in lines {
            guard let isNew = boxes[line.reference]?.keys.insert(line.key).inserted else {
                receipt.unknown.insert(line.reference)
                continue
            }
            guard isNew, let box = boxes[line.reference] else {
                receipt.repeated += 1
                continue
            }
            boxes[line.reference]?.head += 1
            households.append(box.household)
            numbers.append(box.head + 1)
            keys.append(line.key)
            sealed.append(try box.cipher.seal(line.bytes))
        }
        receipt.added = keys.count
        guard receipt.added > 0 else { return receipt }
        try session.run(
            """
            WITH \(clock), added AS (
                SELECT * FROM unnest($1, $2, $3, $4) AS l(household, number, key, line)),
            lines AS (INSERT INTO inbox SELECT household, number, key, line FROM added)
            UPDATE agenda a SET inbox_head = h.head, due_at = LEAST(due_at, (SELECT now FROM clock))
            FROM (SELECT household, max(number) AS head FROM added GROUP BY 1) h
            WHERE a.household = h.household
            """, [.ints(households), .ints(numbers), .texts(keys), .blobs(sealed)])
        return receipt
    }

    /// Locks the inboxes by household, each with those of the lines' keys that wait already.
    private func lockBoxes(
        of lines: [FeedLine], _ session: PostgresSession
    ) throws -> [String: Box] {
        let boxes = try session.run(
            """
            SELECT h.reference, a.household, h.key, a.inbox_head
            FROM agenda a JOIN household h ON h.id = a.household
            WHERE h.reference = ANY ($1) ORDER BY a.household FOR UPDATE OF a
            """, [.texts(Set(lines.map(\.reference)).sorted())]
        ).map { row in
            let (reference, household) = (row.text(), row.int())
            let cipher = try seal.cipher(row.bytes(), of: reference)
            return (reference, Box(household: household, cipher: cipher, head: row.int()))
        }
        var byReference = Dictionary(boxes) { first, _ in first }
        let waiting = try session.run(
            """
            SELECT DISTINCT h.reference, i.key FROM unnest($1, $2) AS l(reference, key)
                JOIN household h USING (reference) JOIN inbox i ON i.household = h.id AND i.key = l.key
            """, [.texts(lines.map(\.reference)), .texts(lines.map(\.key))]
        ).map { row in (row.text(), row.text()) }
        for (reference, key) in waiting { byReference[reference]?.keys.insert(key) }
        return byReference
    }
}
