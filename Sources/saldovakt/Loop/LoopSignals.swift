import CEvents
import Glibc
import Synchronization

/// Turns signals into values: a handler writes their numbers to a pipe that the loop reads.
final class LoopSignals: Sendable {
    /// What the loop watches: readable when a signal has come; -1 until one is asked for.
    var descriptor: Int32 { state.withLock { $0.descriptor } }

    private struct State: Sendable {
        var descriptor: Int32 = -1
        var readers: [AsyncStream<Int32>.Continuation] = []
    }

    private let state = Mutex(State())

    /// Starts to catch some signals.
    func stream(of numbers: [Int32]) -> AsyncStream<Int32> {
        let (stream, continuation) = AsyncStream.makeStream(of: Int32.self)
        state.withLock {
            $0.descriptor = sv_signals_open()
            $0.readers.append(continuation)
        }
        for number in numbers { sv_signal_catch(number) }
        return stream
    }

    /// Passes on what has come since the last call.
    func forward() {
        let (descriptor, readers) = state.withLock { ($0.descriptor, $0.readers) }
        guard descriptor >= 0 else { return }
        var numbers = [UInt8](repeating: 0, count: 16)
        let count = read(descriptor, &numbers, numbers.count)
        for number in numbers.prefix(max(0, count)) {
            for reader in readers { reader.yield(Int32(number)) }
        }
    }
}
