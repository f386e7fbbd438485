import CLaunch
import Glibc
import Threads

/// The two ends of a pipe, closed once each; programs that are started do not inherit them.
final class PipeEnds: Sendable {
    private let ends: Lock<(reading: Int32, writing: Int32)>

    /// Makes a pipe; `nil` if the system gives none.
    init?() {
        var numbers: [Int32] = [-1, -1]
        guard sv_pipe(&numbers) == 0 else { return nil }
        ends = Lock((numbers[0], numbers[1]))
    }

    deinit {
        close()
    }

    /// The end to read from, -1 when it is closed.
    var reading: Int32 { ends.withLock { $0.reading } }

    /// The end to write to, -1 when it is closed.
    var writing: Int32 { ends.withLock { $0.writing } }

    /// Closes the end to read from.
    func closeReading() {
        ends.withLock { ends in
            if ends.reading >= 0 { Glibc.close(ends.reading) }
            ends.reading = -1
        }
    }

    /// Closes the end to write to.
    func closeWriting() {
        ends.withLock { ends in
            if ends.writing >= 0 { Glibc.close(ends.writing) }
            ends.writing = -1
        }
    }

    /// Closes both ends.
    func close() {
        closeReading()
        closeWriting()
    }

    /// Writes one byte; harmless when the pipe is closed or full.
    func send(_ byte: UInt8) {
        ends.withLock { ends in
            guard ends.writing >= 0 else { return }
            var byte = byte
            _ = write(ends.writing, &byte, 1)
        }
    }
}
