import Foundation
import Threads

/// Buffers output so that a stalled reader never blocks the writer.
///
/// Readers are a pipe that nobody empties, or a terminal held by Ctrl-S. Output that can't be
/// written at once is kept up to a limit, and written by a thread that ends when nothing is left.
/// Lines beyond the limit are counted; the reader gets their number once it continues.
package final class BufferedConsoleWriter: Sendable {
    /// How many bytes may wait.
    package struct Limits: Sendable {
        var lines = 1 << 16
        /// For lines that must not be lost.
        var notifications = 1 << 20
    }

    private struct State: Sendable {
        var waiting: [UInt8] = []
        var picture: String?
        var dropped = 0
        var isDraining = false
        var isGone = false
    }

    private let descriptor: Int32
    private let unblocked: NonBlockingDescriptor
    private let limits: Limits
    private let note: @Sendable (Int) -> String
    private let state = Lock(State())
    private let isIdle = DispatchSemaphore(value: 0)

    /// - Parameter note: makes the line that says how many lines were omitted.
    package init(
        _ descriptor: Int32, limits: Limits = Limits(),
        note: @escaping @Sendable (Int) -> String = BufferedConsoleWriter.words
    ) {
        self.descriptor = descriptor
        self.limits = limits
        self.note = note
        unblocked = NonBlockingDescriptor(to: descriptor)
    }

    package static func words(_ dropped: Int) -> String {
        "(\(Strings.count(dropped, "line")) left out: nobody read)"
    }

    /// Takes a line without its line break.
    ///
    /// - Returns: whether it was written, or will be if the reader continues.
    @discardableResult
    package func write(_ line: String, isNotification: Bool = false) -> Bool {
        let limit = isNotification ? limits.notifications : limits.lines
        return state.withLock { state in
            if state.isGone { return false }
            let dropped = state.dropped
            if state.isDraining, state.waiting.count < limit {
                state.waiting += missing(&state) + ended(line)
                return true
            }
            if !state.isDraining, send(missing(&state) + ended(line), &state) { return true }
            state.dropped = dropped + 1
            return false
        }
    }

    /// Takes a picture of the whole screen; it replaces one that is still waiting.
    func show(_ picture: String) {
        state.withLock { state in
            if state.isGone { return }
            if state.isDraining {
                state.picture = picture
            } else {
                _ = send(Array(picture.utf8), &state)
            }
        }
    }

    /// Writes the waiting output, for at most a second; for the end of the program.
    package func finish() {
        let end = DispatchTime.now() + 1
        while state.withLock({ $0.isDraining }), isIdle.wait(timeout: end) == .success {}
    }

    /// The note about omitted lines, as a line of its own; empty if there are none.
    private func missing(_ state: inout State) -> [UInt8] {
        guard state.dropped > 0 else { return [] }
        defer { state.dropped = 0 }
        return ended(note(state.dropped))
    }

    private func ended(_ line: String) -> [UInt8] { Array("\(line)\n".utf8) }

    /// Writes as much as possible without waiting, and leaves the rest to a thread.
    private func send(_ bytes: [UInt8], _ state: inout State) -> Bool {
        switch unblocked.write(bytes) {
        case .written(bytes.count): return true
        case .written(let count):
            guard WorkerThread.start(named: "saldovakt-out", { [self] in drain() }) else {
                return false
            }
            state.waiting = Array(bytes[count...])
            state.isDraining = true
            return true
        case .refused: return false
        case .closed:
            state.isGone = true
            return false
        }
    }

    private func drain() {
        while let bytes = next() {
            guard !Terminal.put(bytes, to: descriptor) else { continue }
            state.withLock { $0 = State(isGone: true) }
        }
        isIdle.signal()
    }

    /// The next bytes to write: the waiting output, then the note about omitted lines, then the
    /// newest picture.
    private func next() -> [UInt8]? {
        state.withLock { state in
            if state.waiting.isEmpty { state.waiting = missing(&state) }
            if state.waiting.isEmpty, let picture = state.picture.take() {
                state.waiting = Array(picture.utf8)
            }
            guard !state.waiting.isEmpty else {
                state.isDraining = false
                return nil
            }
            defer { state.waiting = [] }
            return state.waiting
        }
    }
}

/// Writes to a descriptor without waiting.
///
/// Setting its non-blocking flag would affect every process that has the pipe or terminal open, the
/// shell too. It is opened a second time instead; a socket takes a flag for each write, and a file
/// never blocks.
struct NonBlockingDescriptor: Sendable {
    /// The outcome of a write.
    enum Outcome: Sendable {
        /// This many bytes were written; fewer than all if the reader is stalled.
        case written(Int)
        /// There is no reader any more.
        case closed
        /// Not possible now, for example because the disk is full.
        case refused
    }

    /// `nil` if the kind is unknown: every byte may have to wait.
    private let descriptor: Int32?
    private let isSocket: Bool

    /// Finds out what a descriptor refers to; never closes the one it opens, nor the original.
    init(to descriptor: Int32) {
        var status = stat()
        let kind = fstat(descriptor, &status) == 0 ? status.st_mode & S_IFMT : 0
        isSocket = kind == S_IFSOCK
        if isSocket || kind == S_IFREG {
            self.descriptor = descriptor
        } else {
            let flags = O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC
            let second = open("/proc/self/fd/\(descriptor)", flags)
            self.descriptor = second < 0 ? nil : second
        }
    }

    func write(_ bytes: [UInt8]) -> Outcome {
        guard let descriptor else { return .written(0) }
        var done = 0
        while done < bytes.count {
            let count = bytes[done...].withUnsafeBytes {
                isSocket
                    ? send(
                        descriptor, $0.baseAddress, $0.count,
                        Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL))
                    : Glibc.write(descriptor, $0.baseAddress, $0.count)
            }
            if count >= 0 {
                done += count
                continue
            }
            switch errno {
            case EINTR: continue
            case EAGAIN: return .written(done)
            case EPIPE, ECONNRESET, ENOTCONN, EIO, EBADF: return .closed
            default: return .refused
            }
        }
        return .written(done)
    }
}
