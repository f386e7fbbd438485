/// A value in a JSON text with its position.
///
/// Numbers keep their text, so that an amount never passes through floating point.
package struct JSONNode: Sendable, Hashable {
    package indirect enum Value: Sendable, Hashable {
        case null
        case boolean(Bool)
        /// A number as it is written: `1e2`, `999.999`.
        case number(String)
        /// A text with its escapes resolved.
        case string(String)
        case array([JSONNode])
        /// The members in order; a repeated key is kept here once, its first time.
        case object([JSONMember])
    }

    package let value: Value
    /// Its range in bytes of the text, with quotes and brackets.
    package let range: Range<Int>

    package var string: String? {
        if case .string(let text) = value { text } else { nil }
    }

    package var number: String? {
        if case .number(let text) = value { text } else { nil }
    }

    package var boolean: Bool? {
        if case .boolean(let value) = value { value } else { nil }
    }

    package var elements: [JSONNode]? {
        if case .array(let elements) = value { elements } else { nil }
    }

    package var members: [JSONMember]? {
        if case .object(let members) = value { members } else { nil }
    }

    /// The kind of value in words, for messages: `a number`, `an object`.
    package var kindName: String {
        switch value {
        case .null: "null"
        case .boolean(let value): value ? "true" : "false"
        case .number: "a number"
        case .string: "a text"
        case .array: "a list"
        case .object: "an object"
        }
    }

    package subscript(key: String) -> JSONNode? { members?.first { $0.key == key }?.value }
}

/// One `"key": value` of a JSON object.
package struct JSONMember: Sendable, Hashable {
    /// The key with its escapes resolved.
    package let key: String
    /// The range of the key in bytes of the text, with the quotes.
    package let keyRange: Range<Int>
    package let value: JSONNode
}

/// A problem in a text that makes it invalid as JSON, or ambiguous.
package struct JSONProblem: Error, Sendable, Hashable {
    package enum Kind: Sendable, Hashable {
        /// Something else was expected here: `expected ',' or '}'`, found `'"'`.
        case unexpected(expected: String, found: String)
        /// The text ends although something is expected.
        case unexpectedEnd(expected: String)
        /// A quoted text is never closed.
        case unclosedString
        /// A backslash is followed by something that is no escape, or half a surrogate pair.
        case invalidEscape
        /// A quoted text contains an unescaped line break or another control character.
        case controlCharacter
        case invalidUTF8
        /// The text is UTF-16, as some editors on Windows save it.
        case utf16
        /// Not a number as JSON writes one, such as `01` or `1.`.
        case invalidNumber(String)
        /// A `/*` comment is never closed.
        case unclosedComment
        /// The brackets go deeper than the limit.
        case tooDeep(limit: Int)
        /// The key occurs twice in the same object; the range is that of the second one.
        case duplicateKey(String)
    }

    package let kind: Kind
    /// The range in bytes of the text.
    package let range: Range<Int>

    package init(_ kind: Kind, at range: Range<Int>) {
        self.kind = kind
        self.range = range
    }
}

extension JSONProblem: CustomStringConvertible {
    /// What is wrong, for people, without the position.
    package var description: String {
        switch kind {
        case .unexpected(let expected, let found): "expected \(expected), found \(found)"
        case .unexpectedEnd(let expected): "expected \(expected), found the end of the file"
        case .unclosedString: "this text is never closed with '\"'"
        case .invalidEscape: "this is no escape that JSON knows"
        case .controlCharacter: "a text has a line break or a control character in it"
        case .invalidUTF8: "these bytes are not UTF-8"
        case .utf16: "the file is saved as UTF-16; save it as UTF-8"
        case .invalidNumber(let text): "'\(text)' is not a number as JSON writes it"
        case .unclosedComment: "this comment is never closed with '*/'"
        case .tooDeep(let limit): "nested too deeply, more than \(limit) levels"
        case .duplicateKey(let key): "the key '\(key)' occurs twice in the same object"
        }
    }
}
