import Recording
import Testing

@Suite("Cutting a stream into lines")
struct LineSplitterTests {
    /// Feeds `text` in pieces of `size` bytes and gives `number:line` of everything that came out.
    private func lines(_ text: String, size: Int, longest: Int = 1_000) -> [String] {
        var splitter = LineSplitter(longestLine: longest)
        var lines: [String] = []
        func take(_ line: Result<UnsafeBufferPointer<UInt8>, RecordingError>, _ number: Int) {
            switch line {
            case .success(let bytes):
                lines.append("\(number):" + String(decoding: bytes, as: UTF8.self))
            case .failure(let error): lines.append("\(number):\(error.fault.code)")
            }
        }
        let bytes = Array(text.utf8)
        for start in stride(from: 0, to: bytes.count, by: size) {
            let piece = Array(bytes[start..<min(start + size, bytes.count)])
            piece.withUnsafeBufferPointer { splitter.take($0) { take($0, $1) } }
        }
        splitter.finish { take($0, $1) }
        return lines
    }

    @Test("gives the same lines for every size of piece", arguments: 1...30)
    func pieces(size: Int) {
        let text = "{\"a\":1}\n\nblåbær\r\n   \nlast"
        #expect(lines(text, size: size) == ["1:{\"a\":1}", "3:blåbær\r", "5:last"])
    }

    @Test("gives the last line once, with or without a break behind it")
    func lastLine() {
        #expect(lines("a\nb\n", size: 3) == ["1:a", "2:b"])
        #expect(lines("", size: 3).isEmpty)
    }

    @Test("passes over the byte order mark that begins a file, and no other", arguments: 1...8)
    func byteOrderMark(size: Int) {
        let text = "\u{FEFF}{}\n\u{FEFF}b\n"
        #expect(lines(text, size: size) == ["1:{}", "2:\u{FEFF}b"])
        #expect(lines("\u{FEFF}", size: size).isEmpty)
    }

    @Test("names a line that is too long once and goes on behind it", arguments: 1...40)
    func tooLong(size: Int) {
        let text = "short\n0123456789ABCDEF\n1234567890\nend"
        let expected = ["1:short", "2:too-long", "3:1234567890", "4:end"]
        #expect(lines(text, size: size, longest: 10) == expected)
    }
}
