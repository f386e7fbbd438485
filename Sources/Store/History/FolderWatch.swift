package import Alerts
import Glibc
import Threads

/// Wakes all streams when any process has written a file in a folder; uses one watch.
package final class ChangeSignal: Sendable {
    private struct State {
        var watch: FolderWatch?
        var nextID = 0
        var listeners: [Int: AsyncStream<Void>.Continuation] = [:]
    }

    private let folder: String
    private let name: String
    private let state = Lock(State())

    /// Watches for touches of a file in a folder, from the first listener on.
    init(folder: String, name: String) {
        self.folder = folder
        self.name = name
    }

    deinit {
        state.withLock { $0.watch }?.stop()
        finish()
    }

    /// Returns a stream with an element whenever something may have changed; it ends when the
    /// folder is removed.
    ///
    /// Listen before reading: then no change is missed in between. Touches while nobody waits are
    /// one element.
    package func listen() throws(StoreError) -> AsyncStream<Void> {
        try startWatching()
        let (stream, continuation) = AsyncStream.makeStream(
            of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let id = state.withLock { state in
            state.nextID += 1
            state.listeners[state.nextID] = continuation
            return state.nextID
        }
        continuation.onTermination = { [weak self] _ in
            self?.state.withLock { _ = $0.listeners.removeValue(forKey: id) }
        }
        return stream
    }

    private func notifyListeners() {
        for listener in state.withLock({ Array($0.listeners.values) }) { listener.yield() }
    }

    private func finish() {
        for listener in state.withLock({ Array($0.listeners.values) }) { listener.finish() }
    }

    private func startWatching() throws(StoreError) {
        try state.withLock { state throws(StoreError) in
            guard state.watch == nil else { return }
            state.watch = try FolderWatch(folder: folder, name: name) { [weak self] in
                self?.notifyListeners()
            } ended: { [weak self] in
                self?.finish()
            }
        }
    }
}

/// A thread that sleeps in the kernel (`inotify`) until a file in a folder was written.
final class FolderWatch: Sendable {
    private let descriptor: Int32
    private let watch: Int32
    private let name: String
    private let written: @Sendable () -> Void
    private let ended: @Sendable () -> Void

    /// Watches a folder for writes to one file in it; the file need not exist.
    ///
    /// - Parameters:
    ///   - written: called for each write, on the thread.
    ///   - ended: called when the watch has ended.
    /// - Throws: ``StoreError/failed(operation:code:problem:)`` if the system can give no watch or
    ///   no thread.
    init(
        folder: String, name: String, written: @escaping @Sendable () -> Void,
        ended: @escaping @Sendable () -> Void
    ) throws(StoreError) {
        self.name = name
        self.written = written
        self.ended = ended
        descriptor = inotify_init1(Int32(IN_CLOEXEC))
        guard descriptor >= 0 else {
            watch = -1
            throw Self.refusal()
        }
        // A folder that is moved, or whose database is removed, is noticed at the next access.
        let events = IN_CLOSE_WRITE | IN_MOVE_SELF | IN_DELETE | IN_MOVED_FROM
        watch = inotify_add_watch(descriptor, folder, UInt32(events))
        // The descriptor is closed when this object is released, also after a failure here.
        guard watch >= 0, WorkerThread.start(named: "saldovakt-files", { [self] in main() })
        else { throw Self.refusal() }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Ends the thread: the kernel reports the removed watch to it.
    func stop() { inotify_rm_watch(descriptor, watch) }

    private func main() {
        while let isWritten = nextEvents() { if isWritten { written() } }
        ended()
    }

    /// Waits for events; returns whether one is about the file or the loss of the database, or
    /// `nil` at the end.
    ///
    /// The shape of an event is in `inotify(7)`: four 32-bit fields, the second with the kind of
    /// event and the last with the length of the name that follows. An event that reports lost
    /// events has no name.
    private func nextEvents() -> Bool? {
        var bytes = [UInt8](repeating: 0, count: 4_096)
        let count = read(descriptor, &bytes, bytes.count)
        guard count > 0 else { return errno == EINTR ? false : nil }
        var rest = bytes.prefix(count)
        var isWritten = false
        while rest.count >= Self.headLength {
            guard Self.number(in: rest, at: 4) & UInt32(IN_IGNORED) == 0 else { return nil }
            let length = Int(Self.number(in: rest, at: 12))
            let file = rest.dropFirst(Self.headLength).prefix(length).prefix { $0 != 0 }
            let isGone = Self.number(in: rest, at: 4) & UInt32(IN_CLOSE_WRITE) == 0
            let expected = isGone ? StatePaths.databaseName : name
            isWritten = isWritten || file.isEmpty || file.elementsEqual(expected.utf8)
            rest = rest.dropFirst(Self.headLength + length)
        }
        return isWritten
    }

    private static let headLength = 16

    private static func number(in bytes: ArraySlice<UInt8>, at offset: Int) -> UInt32 {
        bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: UInt32.self) }
    }

    private static func refusal() -> StoreError {
        .failed(
            operation: "watch the state folder", code: 0,
            problem: StoreStrings.cantWatch(String(cString: strerror(errno))))
    }
}
