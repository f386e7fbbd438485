public import Finance

/// Writes snapshots and bare transactions as lines of a recording.
///
/// The same value always gives the same bytes. A bank's account numbers are written in full: a
/// recording is as private as the database.
public struct SnapshotLineWriter: Sendable {
    /// Needs nothing.
    public init() {}

    /// One line without its line break.
    ///
    /// Of a failure the line keeps the kind, of a throttled answer the whole seconds to wait.
    public func line(_ snapshot: Snapshot) -> [UInt8] {
        var text = LineText()
        text.open(UInt8(ascii: "{"))
        text.member("observedAt", InstantText.text(snapshot.observedAt))
        text.member("source", snapshot.source)
        switch snapshot.outcome {
        case .complete: text.member("outcome", "complete")
        case .partial: text.member("outcome", "partial")
        case .throttled(let retryAfter):
            text.member("outcome", "throttled")
            text.member("error", "throttled")
            if let retryAfter { text.member("retryAfter", retryAfter) }
        case .failed(let failure):
            text.member("outcome", "failed")
            text.member("error", failure.kind.rawValue)
        }
        if snapshot.outcome.hasFacts { text.facts(of: snapshot) }
        text.close(UInt8(ascii: "}"))
        return text.bytes
    }

    /// One line without its line break.
    public func line(_ transaction: BareTransactionLine) -> [UInt8] {
        var text = LineText()
        text.transaction(transaction)
        return text.bytes
    }
}
