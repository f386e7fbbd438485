import Glibc

/// Moves bytes to a program and from it while it runs.
struct ChildStreams {
    private let pipes: ChildPipes
    private let wake: PipeEnds
    private let bytes: [UInt8]
    private var sent = 0
    private var complaints: ChildOutput
    /// What the program has written to standard output.
    private(set) var output: ChildOutput

    /// How much of a complaint is kept.
    private static let longestComplaint = 4_096

    /// Prepares to send `bytes`; the wake pipe ends a wait.
    ///
    /// - Parameter longestOutput: how many bytes of output are kept.
    init(_ pipes: ChildPipes, wake: PipeEnds, bytes: [UInt8], longestOutput: Int) {
        self.pipes = pipes
        self.wake = wake
        self.bytes = bytes
        complaints = ChildOutput(limit: Self.longestComplaint)
        output = ChildOutput(limit: longestOutput)
        for end in [pipes.input.writing, pipes.output?.reading ?? -1, pipes.errors.reading]
        where end >= 0 {
            _ = fcntl(end, F_SETFL, fcntl(end, F_GETFL, 0) | O_NONBLOCK)
        }
        if bytes.isEmpty { pipes.input.closeWriting() }
    }

    /// The first line that was written to standard error.
    var complaint: String {
        let line = complaints.bytes.split(separator: 0x0A, maxSplits: 1).first ?? []
        return String(decoding: line, as: UTF8.self)
    }

    /// Waits for something to do and does it.
    ///
    /// - Returns: a byte from the wake pipe; `nil` if the wait ended for another reason.
    mutating func move(until deadline: ContinuousClock.Instant?) -> UInt8? {
        var files = [
            pollfd(fd: wake.reading, events: Int16(POLLIN), revents: 0),
            pollfd(fd: pipes.input.writing, events: Int16(POLLOUT), revents: 0),
            pollfd(fd: pipes.errors.reading, events: Int16(POLLIN), revents: 0),
            pollfd(fd: pipes.output?.reading ?? -1, events: Int16(POLLIN), revents: 0),
        ]
        guard poll(&files, nfds_t(files.count), Self.milliseconds(until: deadline)) > 0 else {
            return nil
        }
        if files[1].revents != 0 { send() }
        if files[2].revents != 0 { complaints.take(from: pipes.errors) }
        if files[3].revents != 0, let end = pipes.output { output.take(from: end) }
        guard files[0].revents != 0 else { return nil }
        var byte: UInt8 = 0
        return read(wake.reading, &byte, 1) == 1 ? byte : nil
    }

    /// Takes what is already there, without waiting for more.
    mutating func drain() {
        complaints.drain(pipes.errors)
        if let end = pipes.output { output.drain(end) }
    }

    private mutating func send() {
        let count = bytes[sent...].withUnsafeBytes {
            write(pipes.input.writing, $0.baseAddress, $0.count)
        }
        if count > 0 { sent += count }
        // Done, or it does not want to read: neither is a failure.
        if sent == bytes.count || (count < 0 && errno != EAGAIN && errno != EINTR) {
            pipes.input.closeWriting()
        }
    }

    private static func milliseconds(until deadline: ContinuousClock.Instant?) -> Int32 {
        guard let deadline else { return -1 }
        let left = max(.zero, deadline - .now).components
        let seconds = min(left.seconds, 86_400)
        return Int32(seconds * 1_000 + left.attoseconds / 1_000_000_000_000_000 + 1)
    }
}
