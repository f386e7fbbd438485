import Glibc
import HTTP
import Threads

/// A loop of events on a thread of its own, as small as one can be.
final class PollingLoop: EventLoop {
    private struct State: Sendable {
        var sources: [any EventSource] = []
        var isStopped = false
    }

    private let state = Lock(State())
    private let ends: (reading: Int32, writing: Int32)

    /// Starts the thread, which ends with ``stop()``.
    init() throws {
        var files: [Int32] = [-1, -1]
        guard pipe(&files) == 0 else { throw TransportError.other(code: Int(errno)) }
        ends = (files[0], files[1])
        var thread = pthread_t()
        pthread_create(&thread, nil, pollingLoopMain, Unmanaged.passRetained(self).toOpaque())
        pthread_detach(thread)
    }

    deinit {
        close(ends.reading)
        close(ends.writing)
    }

    /// How many sources are served.
    var sourceCount: Int { state.withLock { $0.sources.count } }

    func adopt(_ source: any EventSource) {
        state.withLock { $0.sources.append(source) }
    }

    func nudge() {
        var byte: UInt8 = 1
        _ = write(ends.writing, &byte, 1)
    }

    /// Ends the thread after a last turn.
    func stop() {
        state.withLock { $0.isStopped = true }
        nudge()
    }

    fileprivate func main() {
        var ready: [pollfd] = []
        while let next = turn(ready) { ready = next }
    }

    /// Serves and waits; what has happened, or `nil` when told to end.
    private func turn(_ ready: [pollfd]) -> [pollfd]? {
        var wish = EventWish()
        for source in state.withLock({ $0.sources }) { serve(source, ready, &wish) }
        if state.withLock({ $0.isStopped }) { return nil }
        var files = [pollfd(fd: ends.reading, events: Int16(POLLIN), revents: 0)]
        files += wish.descriptors
        poll(&files, nfds_t(files.count), Self.timeout(until: wish.deadline))
        if files[0].revents != 0 {
            var bytes = [UInt8](repeating: 0, count: 64)
            _ = read(ends.reading, &bytes, bytes.count)
        }
        return files[1...].filter { $0.revents != 0 }
    }

    private func serve(_ source: any EventSource, _ ready: [pollfd], _ all: inout EventWish) {
        guard let wish = source.serve(ready) else {
            return state.withLock { $0.sources.removeAll { $0 === source } }
        }
        all.descriptors += wish.descriptors
        all.deadline = [all.deadline, wish.deadline].compactMap { $0 }.min()
    }

    private static func timeout(until deadline: ContinuousClock.Instant?) -> Int32 {
        guard let deadline else { return -1 }
        return Int32(max(0, ((deadline - .now) / .milliseconds(1)).rounded(.up)))
    }
}

/// Entered on the new thread; free of any actor, as a function that C calls has to be.
private func pollingLoopMain(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let context else { return nil }
    Unmanaged<PollingLoop>.fromOpaque(context).takeRetainedValue().main()
    return nil
}
