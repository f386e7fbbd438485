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
        JSONWriter.object { json in
            json.add("observedAt", snapshot.observedAt)
            json.add("source", snapshot.source)
            add(snapshot.outcome, to: &json)
            if snapshot.outcome.hasFacts { json.facts(of: snapshot) }
        }
    }

    /// One line without its line break.
    public func line(_ transaction: BareTransactionLine) -> [UInt8] {
        JSONWriter.object { $0.members(of: transaction) }
    }

    private func add(_ outcome: SnapshotOutcome, to json: inout JSONWriter) {
        switch outcome {
        case .complete: json.add("outcome", "complete")
        case .partial: json.add("outcome", "partial")
        case .throttled(let retryAfter):
            json.add("outcome", "throttled")
            json.add("error", "throttled")
            if let retryAfter { json.add("retryAfter", Self.wholeSeconds(retryAfter)) }
        case .failed(let failure):
            json.add("outcome", "failed")
            json.add("error", failure.kind.rawValue)
        }
    }

    /// Whole seconds, rounded up, so that nobody asks too early.
    private static func wholeSeconds(_ duration: Duration) -> Int {
        let (seconds, rest) = duration.components
        return Int(clamping: max(0, rest > 0 ? seconds + 1 : seconds))
    }
}
