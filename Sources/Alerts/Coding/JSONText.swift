/// Writes JSON on one line with the members in the order in which they are added.
///
/// Foundation's encoder cannot keep an order on Linux; the published form of a notice has one, and
/// equal notices must give equal bytes.
struct JSONText: Sendable {
    /// What has been written.
    private(set) var text = ""
    private var needsComma = false

    /// An object whose members `write` adds.
    static func object(_ write: (inout JSONText) -> Void) -> String {
        var json = JSONText()
        json.text = "{"
        write(&json)
        return json.text + "}"
    }

    /// An array of texts that are JSON already.
    static func array(_ elements: [String]) -> String {
        "[" + elements.joined(separator: ",") + "]"
    }

    /// A quoted string; only what JSON demands is escaped (RFC 8259, section 7).
    static func quoted(_ string: String) -> String {
        var text = "\""
        for scalar in string.unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            case "\n": text += "\\n"
            case "\r": text += "\\r"
            case "\t": text += "\\t"
            case let control where control.value < 0x20:
                let digits = String(control.value, radix: 16)
                text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text + "\""
    }

    /// Adds a member whose value is JSON already; `null` for nothing.
    mutating func add(_ name: String, raw value: String?) {
        if needsComma { text += "," }
        needsComma = true
        text += "\"\(name)\":" + (value ?? "null")
    }

    /// Adds a member with a string; `null` for nothing.
    mutating func add(_ name: String, _ value: String?) {
        add(name, raw: value.map(Self.quoted))
    }

    /// Adds a member with true or false.
    mutating func add(_ name: String, _ value: Bool) {
        add(name, raw: value ? "true" : "false")
    }

    /// Adds a member only if there is a value, which is JSON already.
    mutating func addIfPresent(_ name: String, raw value: String?) {
        if let value { add(name, raw: value) }
    }
}
