import Foundation

// Feeding: a feed and a worker lock the same row in `agenda`, so that the second sees what the first wrote.
extension PostgresFleet {
    public func put(_ lines: [FeedLine], at position: FeedPosition?) async throws -> FeedReceipt {
        try await write { session in
            let receipt = try add(lines, session)
            guard let position, receipt.isWhole else { return receipt }
            try session.run(
                """
                INSERT INTO feed_position (feed, position, last) VALUES ($1, $2, $3)
                ON CONFLICT (feed) DO UPDATE SET position = excluded.position, last = excluded.last
                """, [.text(position.feed), .int(position.line), .text(position.last)])
            return receipt
        }
    }

    /// Writes the position again unchanged, so that it is durable when it is returned.
    ///
    /// A commit that was interrupted while it waited for its standby is visible before the standby
    /// has it. Lines that a feed skips must be durable.
    public func position(of feed: String) async throws -> FeedPosition? {
        try await write { session in
            try session.run(
                """
                UPDATE feed_position SET position = position WHERE feed = $1 RETURNING position, last
                """, [.text(feed)]
            ).first.map { row in (feed, row.int(), row.text()) }
        }
    }

    /// An inbox; without a seal if the household's key can't be used.
    private typealias Box = (id: HouseholdID, seal: HouseholdSeal?, head: Int64, keys: Set<String>)

    private func add(_ lines: [FeedLine], _ session: PostgresSession) throws -> FeedReceipt {
        var receipt = FeedReceipt()
        var boxes = try inboxes(of: lines, session)
        receipt.unknown = Set(lines.map(\.reference)).subtracting(boxes.keys)
        let locked = boxes.filter { $0.value.seal == nil }
        receipt.locked = Set(locked.keys)
        var added: [(household: HouseholdID, line: InboxLine)] = []
        let usable = lines.filter { boxes[$0.reference]?.seal != nil }
        for line in usable where boxes[line.reference]?.keys.insert(line.key).inserted == true {
            boxes[line.reference]?.head += 1
            guard let box = boxes[line.reference], let sealed = try box.seal?.seal(line.bytes)
            else { continue }
            added.append((box.id, InboxLine(number: box.head, key: line.key, bytes: sealed)))
        }
        (receipt.added, receipt.repeated) = (added.count, usable.count - added.count)
        // A claim of a household whose key can't be used notes that problem.
        try session.run(
            """
            WITH \(Self.clock), added AS (
                SELECT * FROM unnest($1, $2, $3, $4) AS l(household, number, key, line)),
            lines AS (INSERT INTO inbox SELECT household, number, key, line FROM added)
            UPDATE agenda a SET inbox_head = GREATEST(inbox_head, h.head),
                due_at = LEAST(due_at, (SELECT now FROM clock))
            FROM (SELECT household, max(number) AS head FROM added GROUP BY 1
                UNION ALL SELECT *, 0 FROM unnest($5)) h
            WHERE a.household = h.household
            """,
            [
                .ints(added.map(\.household)), .ints(added.map(\.line.number)),
                .texts(added.map(\.line.key)), .blobs(added.map(\.line.bytes)),
                .ints(locked.values.map(\.id)),
            ])
        return receipt
    }

    /// Locks the inboxes by household, each with the keys of the lines that are waiting already.
    private func inboxes(of lines: [FeedLine], _ session: PostgresSession) throws -> [String: Box] {
        var boxes: [String: Box] = [:]
        for row in try session.run(
            """
            SELECT h.reference, a.household, h.key, a.inbox_head
            FROM agenda a JOIN household h ON h.id = a.household
            WHERE h.reference = ANY ($1) ORDER BY a.household FOR UPDATE OF a
            """, [.texts(Set(lines.map(\.reference)).sorted())]
        ) {
            let (reference, id) = (row.text(), row.int())
            boxes[reference] = (id, try? seal.cipher(row.bytes(), of: reference), row.int(), [])
        }
        for row in try session.run(
            """
            SELECT DISTINCT h.reference, i.key FROM unnest($1, $2) AS l(reference, key)
                JOIN household h USING (reference) JOIN inbox i ON i.household = h.id AND i.key = l.key
            """, [.texts(lines.map(\.reference)), .texts(lines.map(\.key))]
        ) { boxes[row.text()]?.keys.insert(row.text()) }
        return boxes
    }
}
