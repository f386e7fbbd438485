import Finance
import Foundation
import GRDB

/// Reads and writes the facts of a bank connection, with the lists that each complete answer
/// replaces.
enum SourceRow {
    /// Writes the facts of a source, and those of its lists that the answer contains.
    static func write(_ reconciliation: Reconciliation, to database: Database) throws {
        var facts = reconciliation.source
        facts.scheduled?.items = []
        try database.run(
            """
            INSERT INTO source (id, lastAttemptMs, facts, scheduled, cards) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT (id) DO UPDATE SET
                lastAttemptMs = excluded.lastAttemptMs, facts = excluded.facts,
                scheduled = coalesce(excluded.scheduled, scheduled),
                cards = coalesce(excluded.cards, cards)
            """,
            [
                facts.id, facts.lastAttempt?.milliseconds, StoredJSON.encode(facts),
                reconciliation.scheduled.map { try StoredJSON.encode($0) },
                reconciliation.cards.map { try StoredJSON.encode($0) },
            ])
    }

    static func readAll(from database: Database) throws -> [SourceFacts] {
        try UnreadableRows.all(
            "SELECT facts, scheduled FROM source", table: "source", from: database
        ) { reader in
            var facts = try reader.nextJSON(SourceFacts.self)
            let items = try reader.nextOptionalJSON([ScheduledItem].self)
            facts.scheduled?.items = items ?? []
            return facts
        }
    }

    /// The scheduled items or the payment cards of a source, in the bank's order.
    static func list<Item: Decodable>(
        _ column: String, of source: String, from database: Database
    ) throws -> [Item] {
        try UnreadableRows.all(
            "SELECT \(column) FROM source WHERE id = ?", [source], table: "source", from: database
        ) { try $0.nextOptionalJSON([Item].self) ?? [] }.first ?? []
    }
}
