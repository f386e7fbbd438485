import Alerts
import GRDB

/// One alert on one channel: its entries go out one after the other.
struct OutboxHead: Sendable, Hashable {
    let channel: String
    let alertKey: String

    /// The oldest waiting entry of a line.
    private static let head = """
        (SELECT sequence FROM outbox
            WHERE channel = ?1 AND alertKey = ?2 AND state = 'waiting'
            ORDER BY createdAtMs, sequence LIMIT 1)
        """
    private static let clear = """
        UPDATE outbox SET turn = 0
        WHERE channel = ?1 AND alertKey = ?2 AND turn <> 0 AND turn = 1 AND sequence <> \(head)
        """
    private static let give = """
        UPDATE outbox SET turn = 1 WHERE sequence = \(head) AND NOT EXISTS (
            SELECT 1 FROM outbox WHERE channel = ?1 AND alertKey = ?2 AND turn <> 0)
        """

    /// Gives the turn to whom it belongs after entries of the line have come, changed or gone.
    ///
    /// An entry that is under way keeps it until its result is noted.
    func settle(in database: Database) throws {
        try database.run(Self.clear, [channel, alertKey])
        try database.run(Self.give, [channel, alertKey])
    }

    /// Lets the entries that were under way when the former process ended be taken again.
    static func giveBackTurns(in database: Database) throws {
        try database.execute(sql: "UPDATE outbox SET turn = 1 WHERE turn <> 0 AND turn = 2")
    }
}

extension OutboxEntry {
    /// The line in which it waits.
    var line: OutboxHead { OutboxHead(channel: channel, alertKey: alertKey) }
}
