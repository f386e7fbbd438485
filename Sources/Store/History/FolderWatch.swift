import Alerts
import Glibc
import Threads

/// A thread that sleeps in the kernel (`inotify`) until a file in a folder was written.
final class FolderWatch: Sendable {
    private let descriptor: Int32
    private let watch: Int32
    private let name: String
    private let written: @Sendable () -> Void
    private let ended: @Sendable () -> Void

    /// Watches a folder for writes to one file in it; the file need not be there.
    ///
    /// - Parameters:
    ///   - written: called for each write, on the thread.
    ///   - ended: called when the watch has ended.
    /// - Throws: ``StoreError/failed(operation:code:problem:)`` if the system has no watch or no thread
    ///   left.
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
        watch = inotify_add_watch(descriptor, folder, UInt32(IN_CLOSE_WRITE))
        // The descriptor is closed when this object goes, also after a failure here.
        guard watch >= 0, WorkerThread.start(named: "saldovakt-files", { [self] in main() })
        else { throw Self.refusal() }
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// Ends the thread: the kernel tells it that the watch is gone.
    func stop() {
        inotify_rm_watch(descriptor, watch)
    }

    /// The life of the thread.
    private func main() {
        while let isWritten = nextEvents() {
            if isWritten { written() }
        }
        ended()
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
