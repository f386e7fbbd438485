import Finance

/// The statements that read a stream.
enum HistoryStatements<Model: HistoryModel> {
    /// The changes of one account between two numbers, oldest first.
    static var changes: String {
        """
        SELECT \(HistoryRow<Model>.columns)
        FROM change c \(Model.historyJoin("c"))
        WHERE c.kind = \(Model.streamKind.rawValue) AND c.accountID = ?
            AND c.sequence > ? AND c.sequence <= ?
        ORDER BY c.sequence LIMIT ?
        """
    }

    /// Everything of one account that was there at a moment, as it was at that moment.
    ///
    /// The number of each row is the one at which the thing came (for the last time), so that the
    /// walk goes on from it; event and day are those of its last change up to the moment. Whether it
    /// went and came again is asked only where it has changed at all.
    static var everything: String {
        """
        SELECT \(Model.historyColumns), b.sequence, b.entity, b.accountID,
            coalesce(c.event, b.event), coalesce(c.day, b.day),
            coalesce(c.dayBefore, b.dayBefore), c.reason
        FROM change b
        LEFT JOIN change c ON c.sequence = (
            SELECT max(l.sequence) FROM change l
            WHERE l.entity = b.entity AND l.sequence > b.sequence AND l.sequence <= ?
                AND l.event <> 1 AND l.kind = b.kind AND l.accountID = b.accountID)
        \(Model.historyJoin("b"))
        WHERE b.kind = \(Model.streamKind.rawValue) AND b.accountID = ? AND b.event = 1
            AND b.sequence > ? AND b.sequence <= ?
            AND (c.sequence IS NULL OR NOT EXISTS (
                SELECT 1 FROM change y
                WHERE y.entity = b.entity AND y.sequence > b.sequence AND y.sequence <= ?
                    AND y.event <> 1 AND y.event = 3 AND y.kind = b.kind
                    AND y.accountID = b.accountID))
        ORDER BY b.sequence LIMIT ?
        """
    }
}
