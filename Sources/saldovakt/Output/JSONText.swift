import Finance

/// Text as JSON writes it, for the few objects that the commands print.
enum JSONText: Sendable {
    /// The text in quotes, with everything escaped that JSON wants escaped.
    static func string(_ text: String) -> String {
        JSONWriter.quoted(text)
    }

    /// The text, or `null`.
    static func string(_ text: String?) -> String {
        text.map { string($0) } ?? "null"
    }

    /// An object with members in the given order; the values are JSON already.
    static func object(_ members: [(String, String)]) -> String {
        "{" + members.map { "\(string($0)):\($1)" }.joined(separator: ",") + "}"
    }

    /// An array; the elements are JSON already.
    static func array(_ elements: [String]) -> String {
        "[" + elements.joined(separator: ",") + "]"
    }
}
