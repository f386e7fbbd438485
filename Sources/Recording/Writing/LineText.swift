/// Builds one JSON object in the order in which its members are given.
struct LineText {
    /// The bytes so far.
    private(set) var bytes: [UInt8] = []

    /// Opens an object or a list.
    mutating func open(_ bracket: UInt8) {
        separate()
        bytes.append(bracket)
    }

    /// Closes an object or a list.
    mutating func close(_ bracket: UInt8) {
        bytes.append(bracket)
    }

    /// Writes a key.
    mutating func key(_ key: StaticString) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        key.withUTF8Buffer { bytes.append(contentsOf: $0) }
        bytes.append(UInt8(ascii: "\""))
        bytes.append(UInt8(ascii: ":"))
    }

    /// Writes a key and a text, or `null`.
    mutating func member(_ key: StaticString, _ text: String?) {
        self.key(key)
        guard let text else { return bytes.append(contentsOf: "null".utf8) }
        bytes.append(UInt8(ascii: "\""))
        for byte in text.utf8 { append(byte) }
        bytes.append(UInt8(ascii: "\""))
    }

    /// Writes a key and a number of whole seconds, rounded up.
    mutating func member(_ key: StaticString, _ duration: Duration) {
        self.key(key)
        let (seconds, rest) = duration.components
        bytes.append(contentsOf: String(max(0, rest > 0 ? seconds + 1 : seconds)).utf8)
    }

    /// Writes a key and `true`.
    mutating func mark(_ key: StaticString) {
        self.key(key)
        bytes.append(contentsOf: "true".utf8)
    }

    /// A comma is due after a value, never after a colon or an opening bracket.
    private mutating func separate() {
        switch bytes.last {
        case nil, UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: ":"): return
        default: bytes.append(UInt8(ascii: ","))
        }
    }

    private mutating func append(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"):
            bytes.append(UInt8(ascii: "\\"))
            bytes.append(byte)
        case 0x0A: bytes.append(contentsOf: "\\n".utf8)
        case 0x0D: bytes.append(contentsOf: "\\r".utf8)
        case 0x09: bytes.append(contentsOf: "\\t".utf8)
        // DEL is allowed bare, but steers terminals as the others do.
        case 0..<0x20, 0x7F:
            let digits = String(byte, radix: 16)
            bytes.append(contentsOf: (digits.count == 1 ? "\\u000" : "\\u00").utf8)
            bytes.append(contentsOf: digits.utf8)
        default: bytes.append(byte)
        }
    }
}
