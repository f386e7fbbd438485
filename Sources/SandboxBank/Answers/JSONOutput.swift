import Finance

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
    static func text(_ text: String?) -> JSONOutput { text.map(JSONOutput.string) ?? .null }

    /// A whole number.
    static func whole(_ number: some BinaryInteger) -> JSONOutput { .number(String(number)) }

    /// An amount in the shortest form that keeps one decimal: `-49.0`, `-10.21`, `12043.21`.
    static func shortest(_ amount: Money) -> JSONOutput { shortest(amount.decimalText) }

    /// A rate in the shortest form that keeps one decimal: `10.625`, `1.0`.
    static func shortest(_ rate: SandboxRate) -> JSONOutput { shortest(rate.text) }

    private static func shortest(_ text: String) -> JSONOutput {
        guard text.contains(".") else { return .number(text + ".0") }
        var digits = Substring(text)
        while digits.hasSuffix("0"), !digits.hasSuffix(".0") { digits.removeLast() }
        return .number(String(digits))
    }

    /// The text of the value without blanks.
    var text: String {
        switch self {
        case .object(let members):
            "{" + members.map { "\(JSONWriter.quoted($0)):\($1.text)" }.joined(separator: ",") + "}"
        case .array(let elements): "[" + elements.map(\.text).joined(separator: ",") + "]"
        case .string(let text): JSONWriter.quoted(text)
        case .number(let text): text
        case .bool(let flag): flag ? "true" : "false"
        case .null: "null"
        }
    }
}

extension JSONNode {
    /// The same value to be sent on, numbers digit by digit.
    var output: JSONOutput {
        switch value {
        case .object(let members): .object(members.map { ($0.key, $0.value.output) })
        case .array(let elements): .array(elements.map(\.output))
        case .string(let text): .string(text)
        case .number(let text): .number(text)
        case .boolean(let flag): .bool(flag)
        case .null: .null
        }
    }

    /// Whether the value is `null`.
    var isNull: Bool { value == .null }
}
