import Glibc

/// Walks through the JSON of one line and pulls the values that are asked for.
///
/// Works on the line's own bytes and copies nothing but texts that are kept. Every read is
/// preceded by a comparison with `end`.
struct LineCursor {
    private let base: UnsafePointer<UInt8>
    private let end: Int
    /// The next byte to look at.
    private(set) var position = 0

    private static let empty: StaticString = ""

    /// Starts at the first byte; `bytes` must outlive the cursor.
    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        base = bytes.baseAddress ?? Self.empty.utf8Start
        end = bytes.count
    }

    /// The next byte after blanks, or 0 at the end.
    @inline(__always)
    mutating func peek() -> UInt8 {
        while position < end {
            let byte = base[position]
            if byte > 0x20 { return byte }
            guard byte == 0x20 || byte == 0x09 || byte == 0x0D || byte == 0x0A else { return byte }
            position += 1
        }
        return 0
    }

    /// Takes `byte` if it comes next after blanks.
    @inline(__always)
    mutating func accept(_ byte: UInt8) -> Bool {
        guard peek() == byte, position < end else { return false }
        position += 1
        return true
    }

    /// Takes `byte` or throws.
    @inline(__always)
    mutating func expect(_ byte: UInt8, _ name: StaticString) throws(LineFault) {
        guard accept(byte) else { throw syntax("\(name)") }
    }

    /// Checks that nothing but blanks is left.
    mutating func finish() throws(LineFault) {
        _ = peek()
        guard position == end else { throw syntax("the end of the line") }
    }

    /// The fault that something else was due here.
    func syntax(_ expected: String) -> LineFault {
        LineFault(.syntax(expected: expected), at: position)
    }

    /// The column of a byte, from 1; `å` is one column.
    func column(of offset: Int) -> Int {
        var column = 1
        for index in 0..<min(offset, end) where base[index] & 0xC0 != 0x80 { column += 1 }
        return column
    }

    /// Calls `member` for each key of an object; it must take the value.
    @inline(__always)
    mutating func object(
        _ member: (inout LineCursor, LineToken) throws(LineFault) -> Void
    ) throws(LineFault) {
        try expect(UInt8(ascii: "{"), "'{'")
        if accept(UInt8(ascii: "}")) { return }
        while true {
            let key = try string("a key in quotes")
            try expect(UInt8(ascii: ":"), "':'")
            try member(&self, key)
            if accept(UInt8(ascii: ",")) { continue }
            return try expect(UInt8(ascii: "}"), "',' or '}'")
        }
    }

    /// Calls `element` for each element of an array; it must take the value.
    @inline(__always)
    mutating func array(
        _ element: (inout LineCursor) throws(LineFault) -> Void
    ) throws(LineFault) {
        try expect(UInt8(ascii: "["), "'['")
        if accept(UInt8(ascii: "]")) { return }
        while true {
            try element(&self)
            if accept(UInt8(ascii: ",")) { continue }
            return try expect(UInt8(ascii: "]"), "',' or ']'")
        }
    }

    /// Takes a quoted text without decoding it.
    @inline(__always)
    mutating func string(_ expected: StaticString = "a text") throws(LineFault) -> LineToken {
        guard accept(UInt8(ascii: "\"")) else { throw syntax("\(expected)") }
        let start = position
        var special: UInt8 = 0
        while position < end {
            let byte = base[position]
            if byte == UInt8(ascii: "\"") {
                let token = LineToken(start: start, end: position, isPlain: special & 0x80 == 0)
                position += 1
                return token
            }
            guard byte >= 0x20 else { break }
            special |= byte
            position += 1
            // The byte after a backslash is never the closing quote.
            if byte == UInt8(ascii: "\\") {
                special |= 0x80
                position = min(position + 1, end)
            }
        }
        throw syntax("'\"'")
    }

    /// Takes a number as JSON writes it.
    mutating func number() throws(LineFault) -> LineToken {
        _ = peek()
        let start = position
        while position < end, Self.isNumberByte(base[position]) { position += 1 }
        guard position > start else { throw syntax("a number") }
        return LineToken(start: start, end: position, isPlain: true)
    }

    /// Takes one of `null`, `true` and `false`.
    mutating func word(_ word: StaticString) -> Bool {
        _ = peek()
        let count = word.utf8CodeUnitCount
        guard end - position >= count, memcmp(base + position, word.utf8Start, count) == 0 else {
            return false
        }
        position += count
        return true
    }

    /// Takes `null` if it comes next.
    @inline(__always)
    mutating func null() -> Bool {
        peek() == UInt8(ascii: "n") && word("null")
    }

    /// Whether the bytes of a token are those of `text`.
    @inline(__always)
    func equals(_ token: LineToken, _ text: StaticString) -> Bool {
        token.count == text.utf8CodeUnitCount
            && memcmp(base + token.start, text.utf8Start, token.count) == 0
    }

    /// The bytes of a token.
    func bytes(_ token: LineToken) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(start: base + token.start, count: token.count)
    }

    private static func isNumberByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 48...57, 43, 45, 46, 69, 101: true
        default: false
        }
    }
}
