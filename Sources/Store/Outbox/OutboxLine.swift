import GRDB

/// Keeps track of whose turn it is: the oldest waiting entry of each alert on each channel.
enum OutboxLine {
    private static let selectHead = """
        SELECT sequence, turn FROM outbox
        WHERE channel = ? AND alertKey = ? AND state = 'waiting'
        ORDER BY createdAtMs, sequence LIMIT 1
        """
    private static let selectTurn = """
        SELECT turn FROM outbox WHERE channel = ? AND alertKey = ? AND turn <> 0
        """
    private static let clear = """
        UPDATE outbox SET turn = 0 WHERE channel = ? AND alertKey = ? AND turn <> 0
        """
    private static let give = "UPDATE outbox SET turn = 1 WHERE sequence = ?"
    private static let giveBack = "UPDATE outbox SET turn = 1 WHERE turn <> 0 AND turn = 2"

    /// One alert on one channel.
    struct Key: Sendable, Hashable {
        /// The channel.
        let channel: String
        /// The alert.
        let alertKey: String
    }

    /// Gives the turn to whom it belongs after entries of the line have come, changed or gone.
    ///
    /// An entry that is under way keeps it until its result is noted.
    static func settle(_ key: Key, in database: Database) throws {
        let arguments: StatementArguments = [key.channel, key.alertKey]
        let row = try Row.fetchOne(
            database.cachedStatement(sql: selectHead), arguments: arguments)
        guard let row else { return }
        var head = RowReader(row, table: "outbox")
        let sequence = try head.next(Int64.self)
        guard try head.next(Int.self) == 0 else { return }
        let turn = try Int.fetchOne(
            database.cachedStatement(sql: selectTurn), arguments: arguments)
        guard turn != 2 else { return }
        if turn != nil {
            try database.cachedStatement(sql: clear).execute(arguments: arguments)
        }
        try database.cachedStatement(sql: give).execute(arguments: [sequence])
    }

    /// Lets the entries that were under way when the former process ended be taken again.
    static func giveBackTurns(in database: Database) throws {
        try database.execute(sql: giveBack)
    }
}
