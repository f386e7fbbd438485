import Foundation
import Threads
import UnixSignals

/// The terminal that the process belongs to (`/dev/tty`), key by key, whatever standard input and
/// output are.
///
/// Reading blocks a thread of its own. The terminal gets its mode back with ``close()``; signals that
/// would end the program come as events, so that nobody is left with a terminal that shows nothing.
final class Keyboard: Sendable {
    /// Keys and signals, for one listener.
    let events: AsyncStream<KeyboardEvent>
    private let continuation: AsyncStream<KeyboardEvent>.Continuation
    private let descriptor: Int32
    private let mode: termios
    private let stopping: (read: Int32, write: Int32)
    private let isOpen = Lock(true)
    private static let escapeMilliseconds: Int32 = 40

    /// Takes over the terminal; `nil` if the process has none.
    init?() {
        descriptor = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
        guard descriptor >= 0 else { return nil }
        var mode = termios()
        var ends: [Int32] = [-1, -1]
        guard tcgetattr(descriptor, &mode) == 0, pipe(&ends) == 0 else {
            Glibc.close(descriptor)
            return nil
        }
        self.mode = mode
        stopping = (ends[0], ends[1])
        (events, continuation) = AsyncStream.makeStream()
        makeRaw()
        watchSignals()
        guard WorkerThread.start(named: "saldovakt-keys", { [self] in readKeys() }) else {
            close()
            return nil
        }
    }

    var size: (columns: Int, rows: Int) { Terminal.size(of: descriptor) }

    func write(_ text: String) {
        Terminal.put(text, to: descriptor)
    }

    /// Gives the terminal back as it was; may be called again.
    func close() {
        let wasOpen = isOpen.withLock { open in
            defer { open = false }
            return open
        }
        guard wasOpen else { return }
        restoreMode()
        Glibc.close(stopping.write)
        continuation.finish()
    }

    /// Stops the process as Ctrl-Z does elsewhere, with the terminal in order, and goes on afterwards.
    ///
    /// - Parameters:
    ///   - leave: gives the screen back.
    ///   - enter: takes it again.
    func suspend(leave: () -> Void, enter: () -> Void) {
        leave()
        restoreMode()
        kill(getpid(), SIGSTOP)
        makeRaw()
        enter()
    }

    private func makeRaw() {
        var raw = mode
        cfmakeraw(&raw)
        tcsetattr(descriptor, TCSAFLUSH, &raw)
    }

    private func restoreMode() {
        var mode = mode
        tcsetattr(descriptor, TCSAFLUSH, &mode)
    }

    private func watchSignals() {
        // `kill -TSTP`; Ctrl-Z comes as a key. The source lives as long as its handler, for ever.
        let suspension = DispatchSource.makeSignalSource(signal: SIGTSTP)
        suspension.setEventHandler { [continuation] in
            withExtendedLifetime(suspension) { _ = continuation.yield(.key(.suspend)) }
        }
        suspension.activate()
        Task { [continuation] in
            let signals = await UnixSignalsSequence(
                trapping: .sigint, .sigterm, .sighup, .sigquit, .sigwinch, .sigcont)
            for await signal in signals {
                switch signal {
                case .sigwinch, .sigcont: continuation.yield(.redraw)
                default: continuation.yield(.ended(signal.rawValue))
                }
            }
        }
    }

    /// Reads until ``close()``, on a thread of its own.
    private func readKeys() {
        var decoder = KeyDecoder()
        while let bytes = nextBytes(within: decoder.isWaiting ? Self.escapeMilliseconds : -1) {
            let keys = bytes.isEmpty ? decoder.settle() : decoder.keys(from: bytes)
            for key in keys { continuation.yield(.key(key)) }
        }
    }

    /// What was typed, nothing if nothing came in time; `nil` at the end.
    private func nextBytes(within milliseconds: Int32) -> [UInt8]? {
        var sources = [descriptor, stopping.read].map {
            pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
        }
        let count = poll(&sources, 2, milliseconds)
        if count < 0 { return errno == EINTR ? [] : nil }
        guard sources[1].revents == 0 else { return nil }
        guard count > 0 else { return [] }
        var buffer = [UInt8](repeating: 0, count: 256)
        let length = read(descriptor, &buffer, buffer.count)
        if length > 0 { return Array(buffer[..<length]) }
        if length < 0, errno == EINTR || errno == EAGAIN { return [] }
        continuation.yield(.ended(SIGHUP))
        return nil
    }
}

/// What comes from the person in front of a terminal.
enum KeyboardEvent: Sendable, Hashable {
    case key(Key)
    /// The terminal has another size, or its screen has to be redrawn.
    case redraw
    /// A signal that asks the program to end; SIGHUP also for a terminal that is gone.
    case ended(Int32)
}
