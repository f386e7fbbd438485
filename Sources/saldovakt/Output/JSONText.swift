/// Text as JSON writes it, for the few objects that the commands print.
enum JSONText: Sendable {
    /// The text in quotes, with everything escaped that JSON wants escaped (RFC 8259, section 7).
    static func string(_ text: String) -> String {
        if isPlain(text) { return "\"" + text + "\"" }
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            case _ where scalar.value < 0x20:
                let digits = String(scalar.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }

    /// Whether nothing in the text has to be escaped.
    private static func isPlain(_ text: String) -> Bool {
        text.utf8.allSatisfy { $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }
    }

    /// The text, or `null`.
    static func string(_ text: String?) -> String {
        text.map { string($0) } ?? "null"
    }

    /// An object with members in the given order; the values are JSON already.
    static func object(_ members: [(String, String)]) -> String {
        var text = ""
        for (name, value) in members {
            text += text.isEmpty ? "{" : ","
            text += string(name)
            text += ":"
            text += value
        }
        return text.isEmpty ? "{}" : text + "}"
    }

    /// An array; the elements are JSON already.
    static func array(_ elements: [String]) -> String {
        "[" + elements.joined(separator: ",") + "]"
    }
}
