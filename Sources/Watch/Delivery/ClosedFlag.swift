import Synchronization

/// Remembers that a channel has closed for good; never taken back.
final class ClosedFlag: Sendable {
    private let flag = Atomic(false)

    /// Whether the channel has closed.
    var value: Bool { flag.load(ordering: .acquiring) }

    /// Notes that it has.
    func set() { flag.store(true, ordering: .releasing) }
}
