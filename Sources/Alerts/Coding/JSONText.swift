/// Writes JSON on one line with the members in the order in which they are added.
///
/// Foundation's encoder cannot keep an order on Linux; the published form of a notice has one, and
/// equal notices must give equal bytes. Everything goes into one buffer.
struct JSONText: Sendable {
    /// What has been written, in UTF-8.
    private(set) var bytes: [UInt8] = []
    private var needsComma = false

    /// The bytes of an object whose members `write` adds.
    static func object(_ write: (inout JSONText) -> Void) -> [UInt8] {
        var json = JSONText()
        json.bytes.reserveCapacity(1_024)
        json.object(write)
        return json.bytes
    }

    /// Writes an object whose members `write` adds.
    mutating func object(_ write: (inout JSONText) -> Void) {
        bytes.append(UInt8(ascii: "{"))
        needsComma = false
        write(&self)
        bytes.append(UInt8(ascii: "}"))
        needsComma = true
    }

    /// Adds a member whose value `write` writes; `null` for nothing.
    mutating func add<Value>(
        _ name: StaticString, _ value: Value?, _ write: (inout JSONText, Value) -> Void
    ) {
        key(name)
        if let value { write(&self, value) } else { bytes.append(contentsOf: "null".utf8) }
        needsComma = true
    }

    /// Adds a member with a string; `null` for nothing.
    mutating func add(_ name: StaticString, _ value: String?) {
        add(name, value) { $0.quote($1) }
    }

    /// Adds a member with true or false.
    mutating func add(_ name: StaticString, _ value: Bool) {
        add(name, value) { $0.bytes.append(contentsOf: ($1 ? "true" : "false").utf8) }
    }

    /// Adds a member with a whole number.
    mutating func add(_ name: StaticString, _ value: Int) {
        add(name, value) { $0.bytes.append(contentsOf: String($1).utf8) }
    }

    /// Adds a member with a list whose elements `write` writes.
    mutating func add<Element>(
        _ name: StaticString, list: [Element], _ write: (inout JSONText, Element) -> Void
    ) {
        key(name)
        bytes.append(UInt8(ascii: "["))
        for (index, element) in list.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            write(&self, element)
        }
        bytes.append(UInt8(ascii: "]"))
        needsComma = true
    }

    private mutating func key(_ name: StaticString) {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
        bytes.append(UInt8(ascii: "\""))
        name.withUTF8Buffer { bytes.append(contentsOf: $0) }
        bytes.append(UInt8(ascii: "\""))
        bytes.append(UInt8(ascii: ":"))
    }

    /// Writes a quoted string; only what JSON demands is escaped (RFC 8259, section 7).
    private mutating func quote(_ string: String) {
        bytes.append(UInt8(ascii: "\""))
        for byte in string.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
            case UInt8(ascii: "\n"): bytes.append(contentsOf: "\\n".utf8)
            case UInt8(ascii: "\r"): bytes.append(contentsOf: "\\r".utf8)
            case UInt8(ascii: "\t"): bytes.append(contentsOf: "\\t".utf8)
            case ..<0x20: bytes.append(contentsOf: Self.escaped(byte).utf8)
            default: bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private static func escaped(_ control: UInt8) -> String {
        let digits = String(control, radix: 16)
        return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }
}
