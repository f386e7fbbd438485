/// A bank that can be asked for a snapshot.
///
/// Implementations never throw: trouble is an answer like any other, because the cycle has to
/// reason about it. A cancelled task gives a failed snapshot at once.
public protocol BankSource: Sendable {
    /// The source's identifier in the settings, such as `sbanken`.
    var id: String { get }

    /// Asks the bank once and returns when everything is in memory.
    ///
    /// May be called again at any time, never twice at the same time.
    func fetch(_ request: FetchRequest) async -> Snapshot
}
