package import Foundation

/// Writes JSON on one line with the members in the order in which they are added; `nil` is `null`.
///
/// Foundation's encoder cannot keep an order on Linux. The public form of a notification has one,
/// and equal values must give equal bytes. Everything is written into one buffer.
///
/// ```swift
/// JSONWriter.object { $0.add("currency", "NOK"); $0.add("count", 3) }   // {"currency":"NOK","count":3}
/// ```
package struct JSONWriter: Sendable {
    /// The output so far, in UTF-8.
    package private(set) var bytes: [UInt8] = []

    /// The bytes of an object whose members `write` adds.
    package static func object(_ write: (inout JSONWriter) -> Void) -> [UInt8] {
        var json = JSONWriter()
        json.bytes.reserveCapacity(1_024)
        json.object(write)
        return json.bytes
    }

    package static func quoted(_ text: String) -> String {
        var json = JSONWriter()
        json.quote(text)
        return String(decoding: json.bytes, as: UTF8.self)
    }

    package mutating func object(_ write: (inout JSONWriter) -> Void) {
        open("{")
        write(&self)
        plain("}")
    }

    @inlinable package mutating func add<Value>(
        _ name: StaticString, _ value: Value?, _ write: (inout JSONWriter, Value) -> Void
    ) {
        key(name)
        if let value { write(&self, value) } else { plain("null") }
    }

    @inlinable package mutating func add<Element>(
        _ name: StaticString, list: [Element], _ write: (inout JSONWriter, Element) -> Void
    ) {
        key(name)
        open("[")
        for element in list { write(&self, element) }
        plain("]")
    }

    package mutating func add(_ name: StaticString, _ value: String?) {
        key(name)
        if let value { quote(value) } else { plain("null") }
    }

    package mutating func add(_ name: StaticString, _ value: Bool) {
        key(name)
        plain(value ? "true" : "false")
    }

    package mutating func add(_ name: StaticString, _ value: Int) {
        key(name)
        bytes.append(contentsOf: String(value).utf8)
    }

    /// Adds a member with an instant as ``InstantText`` writes it; `null` for nothing.
    package mutating func add(_ name: StaticString, _ value: Date?) {
        key(name)
        guard let value else { return plain("null") }
        plain("\"")
        InstantText.write(value, to: &bytes)
        plain("\"")
    }

    /// Adds a member whose value is JSON already.
    package mutating func add(_ name: StaticString, json: [UInt8]) {
        key(name)
        bytes += json
    }

    /// Writes what needs no escape.
    @usableFromInline package mutating func plain(_ text: StaticString) {
        text.withUTF8Buffer { bytes.append(contentsOf: $0) }
    }

    @usableFromInline package mutating func open(_ bracket: StaticString) {
        separate()
        plain(bracket)
    }

    @usableFromInline package mutating func key(_ name: StaticString) {
        separate()
        plain("\"")
        plain(name)
        plain("\":")
    }

    /// Writes a comma after a value, but not after a colon or an opening bracket.
    private mutating func separate() {
        switch bytes.last {
        case nil, UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: ":"): return
        default: bytes.append(UInt8(ascii: ","))
        }
    }

    /// Writes a string in quotes, with the escapes that JSON requires (RFC 8259, section 7) and
    /// those for characters that control a terminal.
    private mutating func quote(_ text: String) {
        plain("\"")
        if VisibleText.isSuspicious(text) || text.utf8.contains(where: Self.isEscaped) {
            for scalar in text.unicodeScalars { append(scalar) }
        } else {
            bytes.append(contentsOf: text.utf8)
        }
        plain("\"")
    }

    private mutating func append(_ scalar: Unicode.Scalar) {
        if scalar.isASCII {
            append(UInt8(truncatingIfNeeded: scalar.value))
        } else if VisibleText.isControl(scalar) || VisibleText.turnsWriting(scalar) {
            let digits = String(scalar.value, radix: 16).zeroPadded(to: 4)
            bytes.append(contentsOf: ("\\u" + digits).utf8)
        } else {
            bytes.append(contentsOf: UTF8.encode(scalar)?.map { $0 } ?? [])
        }
    }

    /// Whether a backslash goes before the character.
    private static func isEscaped(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
    }

    private mutating func append(_ byte: UInt8) {
        switch byte {
        case _ where Self.isEscaped(byte):
            bytes.append(UInt8(ascii: "\\"))
            bytes.append(byte)
        case 0x0A: plain("\\n")
        case 0x0D: plain("\\r")
        case 0x09: plain("\\t")
        // DEL is allowed unescaped, but controls terminals as the others do.
        case 0..<0x20, 0x7F:
            plain(byte < 0x10 ? "\\u000" : "\\u00")
            bytes.append(contentsOf: String(byte, radix: 16).utf8)
        default: bytes.append(byte)
        }
    }
}
