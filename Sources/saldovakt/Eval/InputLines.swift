import Glibc

/// The lines of standard input, read in large blocks and handed out without copying.
///
/// Not `Sendable`: it is used up by one loop.
struct InputLines {
    private static let blockSize = 1 << 18

    /// Calls `body` with each line and its number from 1, without the line break.
    ///
    /// A last line without a break counts. Empty lines are passed over.
    func forEach(_ body: (UnsafeBufferPointer<UInt8>, Int) -> Void) {
        // One block for the whole input: a new one each time would cost more than reading it.
        var block = [UInt8](repeating: 0, count: Self.blockSize)
        var filled = 0
        var number = 0
        while let got = Self.read(into: &block, from: filled) {
            filled += got
            let used = block.withUnsafeBufferPointer { buffer in
                Self.take(from: UnsafeBufferPointer(rebasing: buffer[..<filled]), &number, body)
            }
            Self.move(used..<filled, toStartOf: &block)
            filled -= used
            if filled == block.count { block += [UInt8](repeating: 0, count: filled) }
        }
        guard filled > 0 else { return }
        number += 1
        block.withUnsafeBufferPointer {
            body(UnsafeBufferPointer(rebasing: $0[..<filled]), number)
        }
    }

    private static func take(
        from buffer: UnsafeBufferPointer<UInt8>, _ number: inout Int,
        _ body: (UnsafeBufferPointer<UInt8>, Int) -> Void
    ) -> Int {
        var start = 0
        while let base = buffer.baseAddress, start < buffer.count,
            let end = memchr(base + start, 10, buffer.count - start)
        {
            let length = UnsafeRawPointer(end) - UnsafeRawPointer(base + start)
            number += 1
            if length > 0 {
                body(UnsafeBufferPointer(start: base + start, count: length), number)
            }
            start += length + 1
        }
        return start
    }

    private static func move(_ range: Range<Int>, toStartOf block: inout [UInt8]) {
        guard !range.isEmpty, range.lowerBound > 0 else { return }
        block.withUnsafeMutableBytes { bytes in
            guard let base = bytes.baseAddress else { return }
            _ = memmove(base, base + range.lowerBound, range.count)
        }
    }

    /// Reads more bytes behind the first `filled`; `nil` at the end of the input.
    private static func read(into block: inout [UInt8], from filled: Int) -> Int? {
        block.withUnsafeMutableBytes { bytes in
            guard let base = bytes.baseAddress else { return nil }
            var got = 0
            repeat {
                got = Glibc.read(STDIN_FILENO, base + filled, bytes.count - filled)
            } while got < 0 && errno == EINTR
            return got > 0 ? got : nil
        }
    }
}
