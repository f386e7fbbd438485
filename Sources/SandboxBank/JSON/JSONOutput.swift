/// A JSON value to be sent; keys are written in the order in which they stand.
///
/// Numbers are kept as text, so that an amount never passes through floating point.
indirect enum JSONOutput: Sendable {
    /// Members in the order of writing.
    case object([(String, JSONOutput)])
    /// Elements in order.
    case array([JSONOutput])
    /// A text, escaped when written.
    case string(String)
    /// A number in the grammar of JSON, written as it is.
    case number(String)
    /// `true` or `false`.
    case bool(Bool)
    /// `null`.
    case null

    /// A text, or `null`.
    static func text(_ text: String?) -> JSONOutput {
        text.map(JSONOutput.string) ?? .null
    }

    /// A whole number.
    static func whole(_ number: some BinaryInteger) -> JSONOutput {
        .number(String(number))
    }

    /// The text of the value without blanks, as UTF-8.
    var bytes: [UInt8] {
        var bytes: [UInt8] = []
        append(to: &bytes)
        return bytes
    }

    private func append(to bytes: inout [UInt8]) {
        switch self {
        case .object(let members): Self.append(members, to: &bytes)
        case .array(let elements): Self.append(elements, to: &bytes)
        case .string(let text): Self.append(quoted: text, to: &bytes)
        case .number(let text): bytes.append(contentsOf: text.utf8)
        case .bool(let flag): bytes.append(contentsOf: (flag ? "true" : "false").utf8)
        case .null: bytes.append(contentsOf: "null".utf8)
        }
    }

    private static func append(_ members: [(String, JSONOutput)], to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "{"))
        for (index, member) in members.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            append(quoted: member.0, to: &bytes)
            bytes.append(UInt8(ascii: ":"))
            member.1.append(to: &bytes)
        }
        bytes.append(UInt8(ascii: "}"))
    }

    private static func append(_ elements: [JSONOutput], to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "["))
        for (index, element) in elements.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            element.append(to: &bytes)
        }
        bytes.append(UInt8(ascii: "]"))
    }

    private static func append(quoted text: String, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes.append(contentsOf: [0x5C, byte])
            case 0x0A: bytes.append(contentsOf: "\\n".utf8)
            case 0..<0x20:
                let hex = String(byte, radix: 16)
                bytes.append(contentsOf: "\\u00\(hex.count == 1 ? "0" : "")\(hex)".utf8)
            default: bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }
}
