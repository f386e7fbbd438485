import Glibc

/// Moves bytes to a program and from it while it runs.
struct ChildStreams {
    private let input: PipeEnds
    private let errors: PipeEnds
    private let wake: PipeEnds
    private let bytes: [UInt8]
    private var sent = 0
    private var received: [UInt8] = []

    /// How much of a complaint is kept; the rest is read and dropped, so that nobody waits.
    private static let longestComplaint = 4_096

    /// Prepares to send `bytes`; the wake pipe ends a wait.
    init(input: PipeEnds, errors: PipeEnds, wake: PipeEnds, bytes: [UInt8]) {
        self.input = input
        self.errors = errors
        self.wake = wake
        self.bytes = bytes
        for end in [input.writing, errors.reading] {
            _ = fcntl(end, F_SETFL, fcntl(end, F_GETFL, 0) | O_NONBLOCK)
        }
        if bytes.isEmpty { input.closeWriting() }
    }

    /// The first line that was written to standard error.
    var complaint: String {
        let line = received.split(separator: 0x0A, maxSplits: 1).first ?? []
        return String(decoding: line, as: UTF8.self)
    }

    /// Waits for something to do and does it.
    ///
    /// - Returns: a byte from the wake pipe; `nil` if the wait ended for another reason.
    mutating func move(until deadline: ContinuousClock.Instant?) -> UInt8? {
        var files = [
            pollfd(fd: wake.reading, events: Int16(POLLIN), revents: 0),
            pollfd(fd: input.writing, events: Int16(POLLOUT), revents: 0),
            pollfd(fd: errors.reading, events: Int16(POLLIN), revents: 0),
        ]
        guard poll(&files, 3, Self.milliseconds(until: deadline)) > 0 else { return nil }
        if files[1].revents != 0 { send() }
        if files[2].revents != 0, !receive() { errors.closeReading() }
        guard files[0].revents != 0 else { return nil }
        var byte: UInt8 = 0
        return read(wake.reading, &byte, 1) == 1 ? byte : nil
    }

    /// Takes what is already there, without waiting for more.
    mutating func drain() {
        while errors.reading >= 0, receive() {}
    }

    private mutating func send() {
        let count = bytes[sent...].withUnsafeBytes {
            write(input.writing, $0.baseAddress, $0.count)
        }
        if count > 0 { sent += count }
        // Done, or it does not want to read: neither is a failure.
        if sent == bytes.count || (count < 0 && errno != EAGAIN && errno != EINTR) {
            input.closeWriting()
        }
    }

    /// Reads a piece; false at the end or if nothing is there.
    private mutating func receive() -> Bool {
        var piece = [UInt8](repeating: 0, count: 4_096)
        let count = read(errors.reading, &piece, piece.count)
        guard count > 0 else { return count < 0 && errno == EINTR }
        received += piece.prefix(min(count, Self.longestComplaint - received.count))
        return true
    }

    private static func milliseconds(until deadline: ContinuousClock.Instant?) -> Int32 {
        guard let deadline else { return -1 }
        let left = max(.zero, deadline - .now).components
        let seconds = min(left.seconds, 86_400)
        return Int32(seconds * 1_000 + left.attoseconds / 1_000_000_000_000_000 + 1)
    }
}
