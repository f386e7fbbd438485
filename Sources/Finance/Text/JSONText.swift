/// Text as JSON writes it, for the small objects that commands print and cases are made of.
package enum JSONText: Sendable {
    /// The text in quotes, with everything escaped that JSON wants escaped.
    package static func string(_ text: String) -> String {
        JSONWriter.quoted(text)
    }

    /// The text, or `null`.
    package static func string(_ text: String?) -> String {
        text.map { string($0) } ?? "null"
    }

    /// An object with members in the given order; the values are JSON already.
    package static func object(_ members: [(String, String)]) -> String {
        "{" + members.map { "\(string($0)):\($1)" }.joined(separator: ",") + "}"
    }

    /// An array; the elements are JSON already.
    package static func array(_ elements: [String]) -> String {
        "[" + elements.joined(separator: ",") + "]"
    }
}

extension JSONWriter {
    /// The text of an object whose members `write` adds.
    package static func text(_ write: (inout JSONWriter) -> Void) -> String {
        String(decoding: object(write), as: UTF8.self)
    }

    /// Adds a member with a whole number; `null` for nothing.
    package mutating func add(_ name: StaticString, _ value: Int?) {
        add(name, json: value.map { String($0) })
    }

    /// Adds a member with an amount as decimal text; `null` for nothing.
    package mutating func add(_ name: StaticString, _ value: Money?) {
        add(name, value?.decimalText)
    }

    /// Adds a member with a list of strings.
    package mutating func add(_ name: StaticString, _ values: [String]) {
        add(name, json: JSONText.array(values.map { JSONText.string($0) }))
    }

    /// Adds a member whose value is JSON already; `null` for nothing.
    package mutating func add(_ name: StaticString, json: String?) {
        add(name, json: Array((json ?? "null").utf8))
    }
}
