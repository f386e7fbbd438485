import Glibc

/// What a program writes to one of its files, up to a limit.
///
/// The rest is read and dropped, so that the program never waits for a reader.
struct ChildOutput {
    /// What was kept.
    private(set) var bytes: [UInt8] = []
    /// Whether there was more than the limit.
    private(set) var isCut = false
    private let limit: Int

    /// Keeps at most `limit` bytes.
    init(limit: Int) {
        self.limit = limit
    }

    /// Reads a piece from a pipe that is ready; closes it at its end.
    mutating func take(from pipe: PipeEnds) {
        if !receive(pipe.reading) { pipe.closeReading() }
    }

    /// Reads what is there, without waiting for more.
    mutating func drain(_ pipe: PipeEnds) {
        while pipe.reading >= 0, receive(pipe.reading) {}
    }

    /// Reads a piece; false at the end or if nothing is there.
    private mutating func receive(_ file: Int32) -> Bool {
        var piece = [UInt8](repeating: 0, count: 65_536)
        let count = read(file, &piece, piece.count)
        guard count > 0 else { return count < 0 && errno == EINTR }
        let room = limit - bytes.count
        if count > room { isCut = true }
        bytes += piece.prefix(min(count, room))
        return true
    }
}
