/// Something in a text that keeps it from being JSON, or from meaning one thing.
public struct JSONProblem: Error, Sendable, Hashable {
    /// What is wrong.
    public enum Kind: Sendable, Hashable {
        /// Another thing was due here: `expected ',' or '}'`, found `'"'`.
        case unexpected(expected: String, found: String)
        /// The text ends although something is due.
        case unexpectedEnd(expected: String)
        /// A quoted text is never closed.
        case unclosedString
        /// A backslash is followed by something that is no escape, or half a surrogate pair.
        case invalidEscape
        /// A line break or another control character stands bare in a quoted text.
        case controlCharacter
        /// The bytes are not UTF-8.
        case invalidUTF8
        /// Not a number as JSON writes one, such as `01` or `1.`.
        case invalidNumber(String)
        /// A `/*` comment is never closed.
        case unclosedComment
        /// The brackets go deeper than the limit.
        case tooDeep(limit: Int)
        /// The key occurs twice in the same object; the range is that of the second one.
        case duplicateKey(String)
    }

    /// What is wrong.
    public let kind: Kind
    /// Where, in bytes of the text.
    public let range: Range<Int>

    /// Makes a problem.
    public init(_ kind: Kind, at range: Range<Int>) {
        self.kind = kind
        self.range = range
    }
}

extension JSONProblem: CustomStringConvertible {
    /// What is wrong, for people, without the position.
    public var description: String {
        switch kind {
        case .unexpected(let expected, let found): "expected \(expected), found \(found)"
        case .unexpectedEnd(let expected): "expected \(expected), found the end of the file"
        case .unclosedString: "this text is never closed with '\"'"
        case .invalidEscape: "this is no escape that JSON knows"
        case .controlCharacter: "a line break or control character stands in a text"
        case .invalidUTF8: "these bytes are not UTF-8"
        case .invalidNumber(let text): "'\(text)' is not a number as JSON writes it"
        case .unclosedComment: "this comment is never closed with '*/'"
        case .tooDeep(let limit): "nested too deeply, more than \(limit) levels"
        case .duplicateKey(let key): "the key '\(key)' occurs twice in the same object"
        }
    }
}
