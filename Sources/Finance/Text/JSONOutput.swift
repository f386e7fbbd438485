package import Foundation

/// A JSON value to be sent, written as a literal; keys keep their order.
///
/// Numbers are kept as text, so that an amount never passes through floating point.
///
/// ```swift
/// let body: JSONOutput = ["text": .string(text), "flags": 4, "parse": []]
/// ```
package indirect enum JSONOutput: Sendable {
    /// Members in the order of writing.
    case object([(String, JSONOutput)])
    case array([JSONOutput])
    case string(String)
    /// A number in the grammar of JSON, written as it is.
    case number(String)
    case bool(Bool)
    /// Text that is JSON already.
    case raw(String)
    case null

    /// A list of texts.
    package static func texts(_ texts: [String]) -> JSONOutput {
        .array(texts.map(JSONOutput.string))
    }

    /// An instant as ``InstantText`` writes it, or `null`.
    package static func instant(_ instant: Date?) -> JSONOutput {
        .text(instant.map(InstantText.text))
    }

    /// A text, or `null`.
    package static func text(_ text: String?) -> JSONOutput { text.map(JSONOutput.string) ?? .null }

    package static func whole(_ number: some BinaryInteger) -> JSONOutput {
        .number(String(number))
    }

    /// The text of the value without blanks.
    package var text: String {
        switch self {
        case .object(let members):
            "{" + members.map { "\(JSONWriter.quoted($0)):\($1.text)" }.joined(separator: ",") + "}"
        case .array(let elements): "[" + elements.map(\.text).joined(separator: ",") + "]"
        case .string(let text): JSONWriter.quoted(text)
        case .number(let text), .raw(let text): text
        case .bool(let flag): flag ? "true" : "false"
        case .null: "null"
        }
    }

    /// The same object without the members that are `null`.
    package var withoutNulls: JSONOutput {
        guard case .object(let members) = self else { return self }
        return .object(members.filter { if case .null = $0.1 { false } else { true } })
    }
}

extension JSONOutput: ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral,
    ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
    ExpressibleByNilLiteral
{
    package init(dictionaryLiteral elements: (String, JSONOutput)...) { self = .object(elements) }
    package init(arrayLiteral elements: JSONOutput...) { self = .array(elements) }
    package init(stringLiteral value: String) { self = .string(value) }
    package init(integerLiteral value: Int) { self = .whole(value) }
    package init(booleanLiteral value: Bool) { self = .bool(value) }
    package init(nilLiteral: ()) { self = .null }
}

extension JSONNode {
    /// The value as output, with numbers digit by digit.
    package var output: JSONOutput {
        switch value {
        case .object(let members): .object(members.map { ($0.key, $0.value.output) })
        case .array(let elements): .array(elements.map(\.output))
        case .string(let text): .string(text)
        case .number(let text): .number(text)
        case .boolean(let flag): .bool(flag)
        case .null: .null
        }
    }
}
