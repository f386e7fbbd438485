/// Tells the owner of a state folder that a command has left an instruction, without polling.
///
/// Where the system gives no watch, it stays silent, and instructions are found at the next poll.
public final class InboxBell: Sendable {
    /// One element per ring, at most one waiting; ends with ``stop()``.
    public let rings: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation
    private let watch: FolderWatch?

    /// Listens in a state folder that exists.
    public init(folder: String) {
        (rings, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
        watch = try? FolderWatch(folder: folder, name: StatePaths.bellName) { [continuation] in
            continuation.yield()
        } ended: { [continuation] in
            continuation.finish()
        }
    }

    deinit {
        stop()
    }

    /// Whether the system watches the file.
    public var isListening: Bool { watch != nil }

    /// Ends the stream.
    public func stop() {
        watch?.stop()
        continuation.finish()
    }
}
