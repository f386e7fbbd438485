import Glibc

/// Tells the owner of a state folder that a command has left an instruction, without polling.
///
/// One thread sleeps in the kernel (`inotify`) until the bell's file is closed by a writer. Where
/// the system gives no watch, it stays silent, and instructions are found at the next poll.
public final class InboxBell: Sendable {
    /// One element per ring, at most one waiting; ends with ``stop()``.
    public let rings: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation
    private let watch: InboxWatch?

    /// Listens in a state folder that exists.
    public init(folder: String) {
        (rings, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
        watch = InboxWatch(path: StatePaths(folder: folder).bell) { [continuation] in
            continuation.yield()
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
