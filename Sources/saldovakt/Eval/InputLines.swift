import Foundation

/// The lines of standard input, read in large blocks and handed out without copying.
///
/// Not `Sendable`: it is used up by one loop.
struct InputLines {
    private static let blockSize = 1 << 18

    /// Calls `body` with each line and its number from 1, without the line break.
    ///
    /// A last line without a break counts. Empty lines are passed over.
    func forEach(_ body: (UnsafeBufferPointer<UInt8>, Int) -> Void) {
        var pending: [UInt8] = []
        var number = 0
        while let block = Self.block() {
            pending.append(contentsOf: block)
            let used = Self.take(from: pending, &number, body)
            pending.removeFirst(used)
        }
        guard !pending.isEmpty else { return }
        number += 1
        pending.withUnsafeBufferPointer { body($0, number) }
    }

    private static func take(
        from bytes: [UInt8], _ number: inout Int, _ body: (UnsafeBufferPointer<UInt8>, Int) -> Void
    ) -> Int {
        bytes.withUnsafeBufferPointer { buffer in
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
    }

    /// The next bytes; `nil` at the end of the input.
    private static func block() -> [UInt8]? {
        let bytes = [UInt8](unsafeUninitializedCapacity: blockSize) { buffer, count in
            var got = 0
            repeat {
                got = read(STDIN_FILENO, buffer.baseAddress, blockSize)
            } while got < 0
                && errno == EINTR
            count = max(0, got)
        }
        return bytes.isEmpty ? nil : bytes
    }
}
