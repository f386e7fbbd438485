import Finance
import Glibc

/// A JSON reader for streams: walks through one line and reads the requested values.
///
/// It works on the line's own bytes and copies only the texts that are kept. Every read is preceded
/// by a comparison with `end`. Files that people write use a reader that keeps positions,
/// ``PositionedJSON``.
struct LineCursor {
    /// A text or number that has not been decoded yet.
    struct Token {
        /// The first byte, after the quote of a text.
        let start: Int
        /// The byte after the last one.
        let end: Int
        /// Whether the bytes are ASCII without escapes, so that they are the text itself.
        var isPlain = true
    }

    private let base: UnsafePointer<UInt8>
    private let end: Int
    /// The next byte to look at.
    private(set) var position = 0
    /// The key of the member that is read.
    private(set) var key = Token(start: 0, end: 0)

    private static let empty: StaticString = ""
    /// How deep brackets may be nested inside a member that is skipped.
    private static let depthLimit = 64

    /// Starts at the first byte; `bytes` must outlive the cursor.
    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        base = bytes.baseAddress ?? Self.empty.utf8Start
        end = bytes.count
    }

    /// The next byte after blanks, or 0 at the end.
    @inline(__always) mutating func peek() -> UInt8 {
        while position < end {
            let byte = base[position]
            if byte > 0x20 { return byte }
            guard byte == 0x20 || byte == 0x09 || byte == 0x0D || byte == 0x0A else { return byte }
            position += 1
        }
        return 0
    }

    /// Takes `byte` if it comes next after blanks.
    @inline(__always) mutating func accept(_ byte: UInt8) -> Bool {
        guard peek() == byte, position < end else { return false }
        position += 1
        return true
    }

    @inline(__always)
    private mutating func expect(_ byte: UInt8, _ name: StaticString) throws(LineFault) {
        guard accept(byte) else { throw syntax("\(name)") }
    }

    /// Checks that only spaces are left.
    mutating func finish() throws(LineFault) {
        _ = peek()
        guard position == end else { throw syntax("the end of the line") }
    }

    private func syntax(_ expected: String) -> LineFault {
        LineFault(.syntax(expected: expected), at: position)
    }

    /// The column of a byte, from 1; `å` is one column.
    func column(of offset: Int) -> Int {
        1 + UnsafeBufferPointer(start: base, count: min(offset, end)).count { $0 & 0xC0 != 0x80 }
    }

    /// Calls `member` for each key of an object that is one of `keys`; it must take the value.
    ///
    /// Other members are skipped; a key that occurs twice is a fault.
    @inline(__always) mutating func object<Key>(
        _ keys: LineWords<Key>, _ member: (inout LineCursor, Key) throws(LineFault) -> Void
    ) throws(LineFault) {
        var seen: UInt64 = 0
        try members { (cursor) throws(LineFault) in
            guard let place = keys.place(of: cursor.bytes(cursor.key)) else {
                try cursor.check(cursor.key)
                return try cursor.skip()
            }
            guard seen & (1 << UInt64(place)) == 0 else {
                throw LineFault(.repeated(key: cursor.plainText(cursor.key)), at: cursor.key.start)
            }
            seen |= 1 << UInt64(place)
            try member(&cursor, keys.all[place])
        }
    }

    /// The first key of the object that is one of `keys`, without moving on; `nil` if none is.
    func firstKey<Key>(_ keys: LineWords<Key>) throws(LineFault) -> Key? {
        var cursor = self
        try cursor.expect(UInt8(ascii: "{"), "'{'")
        guard !cursor.accept(UInt8(ascii: "}")) else { return nil }
        repeat {
            cursor.key = try cursor.string("a key in quotes")
            if let place = keys.place(of: bytes(cursor.key)) { return keys.all[place] }
            try cursor.expect(UInt8(ascii: ":"), "':'")
            try cursor.skip()
        } while cursor.accept(UInt8(ascii: ","))
        return nil
    }

    @inline(__always) private mutating func members(
        _ member: (inout LineCursor) throws(LineFault) -> Void
    ) throws(LineFault) {
        try expect(UInt8(ascii: "{"), "'{'")
        if accept(UInt8(ascii: "}")) { return }
        while true {
            key = try string("a key in quotes")
            try expect(UInt8(ascii: ":"), "':'")
            try member(&self)
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
    mutating func string(_ expected: StaticString = "a text") throws(LineFault) -> Token {
        guard accept(UInt8(ascii: "\"")) else { throw syntax("\(expected)") }
        let start = position
        var special: UInt8 = 0
        while position < end {
            let byte = base[position]
            if byte == UInt8(ascii: "\"") {
                let token = Token(start: start, end: position, isPlain: special & 0x80 == 0)
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

    mutating func number() throws(LineFault) -> Token {
        _ = peek()
        let start = position
        while position < end, Self.isNumberByte(base[position]) { position += 1 }
        guard position > start else { throw syntax("a number") }
        return Token(start: start, end: position)
    }

    private static func isNumberByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 48...57, 43, 45, 46, 69, 101: true
        default: false
        }
    }

    /// Takes one of `null`, `true` and `false`.
    mutating func literal(_ word: StaticString) -> Bool {
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
    mutating func null() -> Bool { peek() == UInt8(ascii: "n") && literal("null") }

    /// Takes a value of any kind without looking at it.
    mutating func skip(depth: Int = 0) throws(LineFault) {
        guard depth < Self.depthLimit else { throw LineFault(.tooDeep, at: position) }
        switch peek() {
        case UInt8(ascii: "{"):
            try members { (cursor) throws(LineFault) in try cursor.skip(depth: depth + 1) }
        case UInt8(ascii: "["):
            try array { (cursor) throws(LineFault) in try cursor.skip(depth: depth + 1) }
        case UInt8(ascii: "\""): try check(string())
        case UInt8(ascii: "-"), 48...57:
            let token = try number()
            guard DecimalNumber.isWellFormed(json: bytes(token).span) else {
                throw LineFault(.syntax(expected: "a number"), at: token.start)
            }
        default:
            guard literal("null") || literal("true") || literal("false") else {
                throw syntax("a value")
            }
        }
    }

    @inline(__always) func bytes(_ token: Token) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(start: base + token.start, count: token.end - token.start)
    }

    /// Throws if a text that is not read further is not UTF-8.
    private func check(_ token: Token) throws(LineFault) {
        if !token.isPlain, String(validating: bytes(token), as: UTF8.self) == nil {
            throw LineFault(.invalidUTF8, at: token.start)
        }
    }

    /// The text of a token that has no escapes, such as a number.
    func plainText(_ token: Token) -> String { String(decoding: bytes(token), as: UTF8.self) }
}

/// The words allowed in one place of a line, found by their bytes.
struct LineWords<Word: CaseIterable & RawRepresentable<String> & Sendable>: Sendable {
    let all: [Word]
    private let patterns: [UInt128]

    /// Prepares the words, each of at most sixteen bytes.
    init(_ type: Word.Type = Word.self) {
        all = Array(Word.allCases)
        patterns = all.map { word in Array(word.rawValue.utf8).withUnsafeBufferPointer(Self.pattern)
        }
    }

    /// The place of a word among all; `nil` for any other bytes.
    func place(of bytes: UnsafeBufferPointer<UInt8>) -> Int? {
        guard bytes.count <= 16 else { return nil }
        let pattern = Self.pattern(bytes)
        return patterns.firstIndex { $0 == pattern }
    }

    /// The bytes as a number; no word and no text of a line contains a zero byte.
    private static func pattern(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt128 {
        bytes.reduce(0) { $0 << 8 | UInt128($1) }
    }
}
