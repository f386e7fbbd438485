/// A bell that a sleeping loop listens to; several rings before it listens count as one.
public struct WakeUps: Sendable {
    /// One element per ring, at most one waiting.
    let stream: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation
    private let relay: (@Sendable () -> Void)?

    /// Makes a silent bell.
    public init() {
        (stream, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
        relay = nil
    }

    /// Makes a bell whose rings go on to `relay`, which returns at once: bells that come and go.
    public init(relay: @escaping @Sendable () -> Void) {
        (stream, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
        self.relay = relay
    }

    /// Rings.
    public func post() {
        if let relay { relay() } else { continuation.yield() }
    }

    /// Ends the loop that listens, after what it is doing.
    public func finish() {
        continuation.finish()
    }
}
