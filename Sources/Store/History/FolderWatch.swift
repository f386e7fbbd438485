import Alerts
import Glibc
import Synchronization

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
    private func nextEvents() -> Bool? {
        var bytes = [UInt8](repeating: 0, count: 4_096)
        let count = read(descriptor, &bytes, bytes.count)
        guard count > 0 else { return errno == EINTR ? false : nil }
        let events = FolderEvents(bytes.prefix(count))
        return events.hasEnded ? nil : events.isAbout(name)
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
