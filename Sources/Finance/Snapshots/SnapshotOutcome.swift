/// How much a bank's answer is worth.
///
/// Only a complete answer may delete rows or prove that something did not happen.
public enum SnapshotOutcome: Sendable, Hashable {
    /// Every account and every transaction of the asked days.
    case complete
    /// Some accounts or pages are missing; what is there is true.
    case partial
    /// The bank asked to come later; `retryAfter` as it said, if it did.
    case throttled(retryAfter: Duration?)
    /// Nothing usable came.
    case failed(SourceFailure)

    /// Whether balances in the answer may be used.
    public var hasFacts: Bool { self == .complete || self == .partial }
}
