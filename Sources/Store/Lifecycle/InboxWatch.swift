import Glibc

/// The thread that waits for a file to be closed by a writer.
///
/// A thread of its own, because a dispatch source would start a pool of threads that wakes up once
/// a second from then on.
final class InboxWatch: Sendable {
    private let events: Int32
    /// The two ends of a pipe; something in it tells the thread to end.
    private let ending: Int32
    private let endingIn: Int32
    private let ring: @Sendable () -> Void

    /// Watches a file, made if it is missing; `nil` where the system gives no watch.
    init?(path: String, ring: @escaping @Sendable () -> Void) {
        guard let file = try? SystemFile.open(path) else { return nil }
        // Closed before the watch begins, so that this is no ring.
        Glibc.close(file)
        events = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
        var ends: [Int32] = [-1, -1]
        let hasPipe = pipe(&ends) == 0
        for end in ends where hasPipe { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        (ending, endingIn) = (ends[0], ends[1])
        self.ring = ring
        guard events >= 0, hasPipe,
            inotify_add_watch(events, path, UInt32(IN_CLOSE_WRITE)) >= 0, start()
        else { return nil }
    }

    deinit {
        // The thread holds this object, so that nothing is closed under its hands.
        for file in [events, ending, endingIn] where file >= 0 { Glibc.close(file) }
    }

    /// Has the thread end; returns at once.
    func stop() {
        var byte: UInt8 = 1
        _ = write(endingIn, &byte, 1)
    }

    private func start() -> Bool {
        let context = Unmanaged.passRetained(self)
        var thread = pthread_t()
        guard pthread_create(&thread, nil, inboxThreadMain, context.toOpaque()) == 0 else {
            context.release()
            return false
        }
        pthread_detach(thread)
        return true
    }

    /// The life of the thread.
    fileprivate func main() {
        // Signals are for the threads that know what to do with them.
        var all = sigset_t()
        sigfillset(&all)
        pthread_sigmask(SIG_BLOCK, &all, nil)
        while turn() {}
    }

    /// One sleep; false when told to end.
    private func turn() -> Bool {
        var files = [
            pollfd(fd: events, events: Int16(POLLIN), revents: 0),
            pollfd(fd: ending, events: Int16(POLLIN), revents: 0),
        ]
        guard poll(&files, 2, -1) >= 0 || errno == EINTR, files[1].revents == 0 else {
            return false
        }
        var buffer = [UInt8](repeating: 0, count: 4_096)
        var isRung = false
        while read(events, &buffer, buffer.count) > 0 { isRung = true }
        if isRung { ring() }
        return true
    }
}

/// Entered on the new thread; free of any actor, as a function that C calls has to be.
private func inboxThreadMain(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let context else { return nil }
    Unmanaged<InboxWatch>.fromOpaque(context).takeRetainedValue().main()
    return nil
}
