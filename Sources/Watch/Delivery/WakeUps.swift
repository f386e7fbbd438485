/// A bell that a sleeping loop listens to; several rings before it listens count as one.
public struct WakeUps: Sendable {
    /// One element per ring, at most one waiting.
    let stream: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    /// Makes a silent bell.
    public init() {
        (stream, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Rings.
    public func post() {
        continuation.yield()
    }

    /// Ends the loop that listens, after what it is doing.
    public func finish() {
        continuation.finish()
    }
}
