import Alerts
import Glibc
import Synchronization

/// Wakes whoever follows a store when any process has changed it; nothing runs in between.
///
/// One watch on the state folder, shared by all streams of a ``FinanceStore``.
final class ChangeBell: Sendable {
    private struct State {
        var watch: FolderWatch?
        var nextID = 0
        var listeners: [Int: AsyncStream<Void>.Continuation] = [:]
    }

    private let folder: String
    private let name: String
    private let state = Mutex(State())

    /// Watches for touches of a file in a folder, from the first listener on.
    init(folder: String, name: String) {
        self.folder = folder
        self.name = name
    }

    deinit {
        state.withLock { $0.watch }?.stop()
        finish()
    }

    /// A stream with an element for every time at which something may have changed.
    ///
    /// Listen before looking: then no change falls in between. Touches that come while nobody
    /// waits are one element. It ends when the folder is removed.
    ///
    /// - Throws: ``StoreError/failed(operation:code:problem:)`` if the system has no watch left.
    func listen() throws(StoreError) -> AsyncStream<Void> {
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

    private func ring() {
        for listener in state.withLock({ Array($0.listeners.values) }) { listener.yield() }
    }

    private func finish() {
        for listener in state.withLock({ Array($0.listeners.values) }) { listener.finish() }
    }

    private func startWatching() throws(StoreError) {
        guard state.withLock({ $0.watch }) == nil else { return }
        let watch = try FolderWatch(folder: folder, name: name)
        let isFirst = state.withLock { state in
            if state.watch != nil { return false }
            state.watch = watch
            return true
        }
        guard isFirst else { return }
        try watch.start { [weak self] in
            self?.ring()
        } ended: { [weak self] in
            self?.finish()
        }
    }
}

/// A thread that sleeps in the kernel until a file in a folder was written.
///
/// A thread, because a source of libdispatch keeps its pool awake: it looks for work once a second
/// for as long as the program lives.
final class FolderWatch: Sendable {
    /// What the thread calls.
    private struct Calls: Sendable {
        var written: @Sendable () -> Void = {}
        var ended: @Sendable () -> Void = {}
    }

    private let descriptor: Int32
    private let watch: Int32
    private let name: String
    private let calls = Mutex(Calls())

    /// Watches a folder for writes to one file in it; the file need not be there.
    ///
    /// - Throws: ``StoreError/failed(operation:code:problem:)`` if the system has no watch left.
    init(folder: String, name: String) throws(StoreError) {
        self.name = name
        descriptor = inotify_init1(Int32(IN_CLOEXEC))
        guard descriptor >= 0 else {
            watch = -1
            throw Self.refusal()
        }
        watch = inotify_add_watch(descriptor, folder, UInt32(IN_CLOSE_WRITE))
        // The descriptor is closed when this object goes, also after a failure here.
        guard watch >= 0 else { throw Self.refusal() }
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// Starts the thread, which calls `written` for each write and `ended` at its end.
    ///
    /// - Throws: ``StoreError/failed(operation:code:problem:)`` if the system gives no thread.
    func start(
        written: @escaping @Sendable () -> Void, ended: @escaping @Sendable () -> Void
    ) throws(StoreError) {
        calls.withLock { $0 = Calls(written: written, ended: ended) }
        // Signals are for the threads that the program itself handles them on.
        var (all, before) = (sigset_t(), sigset_t())
        sigfillset(&all)
        pthread_sigmask(SIG_BLOCK, &all, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        let context = Unmanaged.passRetained(self)
        var thread = pthread_t()
        guard pthread_create(&thread, nil, folderWatchMain, context.toOpaque()) == 0 else {
            context.release()
            throw Self.refusal()
        }
        pthread_detach(thread)
    }

    /// Ends the thread: the kernel tells it that the watch is gone.
    func stop() {
        inotify_rm_watch(descriptor, watch)
    }

    /// The life of the thread.
    fileprivate func main() {
        while let isWritten = nextEvents() {
            if isWritten { calls.withLock { $0.written }() }
        }
        calls.withLock { $0.ended }()
    }

    /// Waits for events; whether one is about the file, or `nil` at the end.
    ///
    /// Shape of an event: `inotify(7)`: four 32-bit fields, of which the second says what happened
    /// and the last one how long the name is that follows. Where the kernel lost some, there is none.
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
            isWritten = isWritten || file.isEmpty || file.elementsEqual(name.utf8)
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
            problem: StoreWords.cantWatch(String(cString: strerror(errno))))
    }
}

/// Entered on the new thread; free of any actor, as a function that C calls has to be.
private func folderWatchMain(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let context else { return nil }
    Unmanaged<FolderWatch>.fromOpaque(context).takeRetainedValue().main()
    return nil
}
