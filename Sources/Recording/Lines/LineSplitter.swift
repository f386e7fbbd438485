import Glibc

/// Splits a stream of bytes into lines, without copying those that are complete in one piece.
public struct LineSplitter: Sendable {
    /// How many lines were passed on.
    public private(set) var lineCount = 0
    /// Receives a line without its break, valid during the call only, or an error, with its number.
    public typealias Body = (Result<UnsafeBufferPointer<UInt8>, RecordingError>, Int) -> Void

    private var carried: [UInt8] = []
    private var isSkipping = false
    private let longestLine: Int

    /// The default for the longest line, in bytes.
    public static let standardLongestLine = 64 << 20

    public init(longestLine: Int = LineSplitter.standardLongestLine) {
        self.longestLine = longestLine
    }

    /// Takes the next piece of the stream and passes on every line that ends in it.
    ///
    /// Empty lines are counted but not passed on. A line over the limit is passed on once, as an
    /// error, and the rest of it is skipped.
    public mutating func take(_ piece: UnsafeBufferPointer<UInt8>, _ body: Body) {
        var rest = piece[...]
        while let end = Self.lineBreak(in: rest) {
            let line = UnsafeBufferPointer(rebasing: rest[..<end])
            rest = rest[(end + 1)...]
            complete(line, body)
        }
        guard !rest.isEmpty, !isSkipping else { return }
        guard carried.count + rest.count <= longestLine else { return refuse(body) }
        carried.append(contentsOf: rest)
    }

    /// Passes on the last line if the stream does not end with a line break.
    public mutating func finish(_ body: Body) {
        guard !carried.isEmpty else { return }
        complete(UnsafeBufferPointer(start: nil, count: 0), body)
    }

    private mutating func complete(_ end: UnsafeBufferPointer<UInt8>, _ body: Body) {
        guard !isSkipping else {
            isSkipping = false
            return
        }
        guard carried.count + end.count <= longestLine else {
            refuse(body)
            isSkipping = false
            return
        }
        lineCount += 1
        guard !carried.isEmpty else { return give(end, body) }
        var whole: [UInt8] = []
        swap(&whole, &carried)
        whole.append(contentsOf: end)
        whole.withUnsafeBufferPointer { give($0, body) }
    }

    private func give(_ line: UnsafeBufferPointer<UInt8>, _ body: Body) {
        // Editors of other systems mark the beginning of a file.
        let isMarked = lineCount == 1 && line.starts(with: [0xEF, 0xBB, 0xBF])
        let line = isMarked ? UnsafeBufferPointer(rebasing: line.dropFirst(3)) : line
        let isBlank = line.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }
        if !isBlank { body(.success(line), lineCount) }
    }

    /// Passes on the error for a line that is too long, and drops its bytes.
    private mutating func refuse(_ body: Body) {
        lineCount += 1
        carried = []
        isSkipping = true
        let error = RecordingError(line: lineCount, fault: .tooLong(limit: longestLine))
        body(.failure(error), lineCount)
    }

    private static func lineBreak(in bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Int? {
        guard let base = bytes.base.baseAddress, !bytes.isEmpty else { return nil }
        let start = base + bytes.startIndex
        guard let found = memchr(start, 0x0A, bytes.count) else { return nil }
        return bytes.startIndex + (UnsafeRawPointer(found) - UnsafeRawPointer(start))
    }
}
