import Foundation
import Threads

/// Buffers output so that a stalled reader never blocks the writer.
///
/// Readers are a pipe that nobody empties, or a terminal held by Ctrl-S.
/// What does not go out at once is kept up to a limit and written by a thread that lives as long as
/// something is left. Lines beyond the limit are counted; the reader gets their number once it reads on.
package final class BufferedConsoleWriter: Sendable {
    /// How much may wait, in bytes.
    package struct Limits: Sendable {
        /// For lines that may be missed.
        package var lines = 1 << 16
        /// For lines that should not be: notifications.
        package var notifications = 1 << 20
    }

    private struct State: Sendable {
        var waiting: [UInt8] = []
        var picture: String?
        var dropped = 0
        var isDraining = false
        var isGone = false
    }

    private let descriptor: Int32
    private let passage: NonBlockingDescriptor
    private let limits: Limits
    private let note: @Sendable (Int) -> String
    private let state = Lock(State())
    private let isIdle = DispatchSemaphore(value: 0)

    /// Leads to a descriptor, which stays open.
    ///
    /// - Parameter note: the line that says how many lines were left out.
    package init(
        _ descriptor: Int32, limits: Limits = Limits(),
        note: @escaping @Sendable (Int) -> String = BufferedConsoleWriter.words
    ) {
        self.descriptor = descriptor
        self.limits = limits
        self.note = note
        passage = NonBlockingDescriptor(to: descriptor)
    }

    /// What a person reads where lines are missing.
    package static func words(_ dropped: Int) -> String {
        "(\(Strings.count(dropped, "line")) left out: nobody read)"
    }

    /// Takes a line without its line break.
    ///
    /// - Returns: whether it was written or will be, if the reader reads on.
    @discardableResult
    package func write(_ line: String, isNotification: Bool = false) -> Bool {
        let limit = isNotification ? limits.notifications : limits.lines
        return state.withLock { state in
            guard !state.isGone else { return false }
            guard state.isDraining else {
                let dropped = state.dropped
                let isTaken = send(missing(&state) + ended(line), &state)
                if !isTaken { state.dropped = dropped + 1 }
                return isTaken
            }
            guard state.waiting.count < limit else {
                state.dropped += 1
                return false
            }
            state.waiting += missing(&state) + ended(line)
            return true
        }
    }

    /// Takes a picture of the whole screen; it replaces one that still waits.
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

    /// Lets what waits go out, at most for a second; for the end of the program.
    package func finish() {
        let end = DispatchTime.now() + 1
        while state.withLock({ $0.isDraining }), isIdle.wait(timeout: end) == .success {}
    }

    /// The note of lines that are missing here, as a line of its own; nothing if none is.
    private func missing(_ state: inout State) -> [UInt8] {
        guard state.dropped > 0 else { return [] }
        defer { state.dropped = 0 }
        return ended(note(state.dropped))
    }

    private func ended(_ line: String) -> [UInt8] { Array("\(line)\n".utf8) }

    /// Writes what goes out without waiting, and leaves the rest to a thread.
    private func send(_ bytes: [UInt8], _ state: inout State) -> Bool {
        switch passage.write(bytes) {
        case .written(bytes.count):
            return true
        case .written(let count):
            guard WorkerThread.start(named: "saldovakt-out", { [self] in drain() }) else {
                return false
            }
            state.waiting = Array(bytes[count...])
            state.isDraining = true
            return true
        case .refused:
            return false
        case .closed:
            state.isGone = true
            return false
        }
    }

    /// Writes until nothing is left, however long the reader takes.
    private func drain() {
        while let bytes = next() {
            guard !Terminal.put(bytes, to: descriptor) else { continue }
            state.withLock { $0 = State(isGone: true) }
        }
        isIdle.signal()
    }

    /// What to write next: what waits, then the note of what is missing, then the newest picture.
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

/// A way to write to a descriptor without waiting.
///
/// The flag that a pipe or a terminal does not block would belong to everyone who has it open, the
/// shell too. So it is opened a second time; a socket can be asked for each write.
enum NonBlockingDescriptor: Sendable {
    /// What became of some bytes.
    enum Outcome: Sendable {
        /// So many were taken; fewer than all if the reader stands still.
        case written(Int)
        /// There is no reader any more.
        case closed
        /// Not now, such as for want of space on the disk.
        case refused
    }

    /// A file: it never stands still.
    case file(Int32)
    /// A second descriptor, which does not block.
    case second(Int32)
    case socket(Int32)
    /// Nothing can be said of it: every byte may have to wait.
    case unknown

    /// Looks at what a descriptor leads to; never closes what it opens, like the descriptor itself.
    init(to descriptor: Int32) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else {
            self = .unknown
            return
        }
        switch status.st_mode & S_IFMT {
        case S_IFREG: self = .file(descriptor)
        case S_IFSOCK: self = .socket(descriptor)
        default:
            let flags = O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC
            let second = open("/proc/self/fd/\(descriptor)", flags)
            self = second < 0 ? .unknown : .second(second)
        }
    }

    /// Writes what is taken at once.
    func write(_ bytes: [UInt8]) -> Outcome {
        var done = 0
        while done < bytes.count {
            let count = bytes[done...].withUnsafeBytes { attempt($0) }
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

    private func attempt(_ bytes: UnsafeRawBufferPointer) -> Int {
        switch self {
        case .file(let descriptor), .second(let descriptor):
            return Glibc.write(descriptor, bytes.baseAddress, bytes.count)
        case .socket(let descriptor):
            let flags = Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL)
            return send(descriptor, bytes.baseAddress, bytes.count, flags)
        case .unknown:
            errno = EAGAIN
            return -1
        }
    }
}
