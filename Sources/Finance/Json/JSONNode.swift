/// A value in a JSON text that knows where it stands.
///
/// Numbers keep their text, so that an amount never passes through floating point.
public struct JSONNode: Sendable, Hashable {
    /// The kinds of value.
    public indirect enum Value: Sendable, Hashable {
        /// `null`
        case null
        /// `true` or `false`
        case boolean(Bool)
        /// A number as it is written: `1e2`, `999.999`.
        case number(String)
        /// A text with its escapes resolved.
        case string(String)
        /// The elements in order.
        case array([JSONNode])
        /// The members in order; a repeated key is kept here once, its first time.
        case object([JSONMember])
    }

    /// What stands there.
    public let value: Value
    /// Where it stands, in bytes of the text; includes quotes and brackets.
    public let range: Range<Int>

    /// Makes a node.
    public init(value: Value, range: Range<Int>) {
        self.value = value
        self.range = range
    }

    /// The text of a string node; `nil` for any other.
    public var string: String? {
        if case .string(let text) = value { text } else { nil }
    }

    /// The digits of a number node as written; `nil` for any other.
    public var number: String? {
        if case .number(let text) = value { text } else { nil }
    }

    /// The elements of an array node; `nil` for any other.
    public var elements: [JSONNode]? {
        if case .array(let elements) = value { elements } else { nil }
    }

    /// The members of an object node; `nil` for any other.
    public var members: [JSONMember]? {
        if case .object(let members) = value { members } else { nil }
    }

    /// What stands there in words, for messages: `a number`, `an object`.
    public var kindName: String {
        switch value {
        case .null: "null"
        case .boolean(let value): value ? "true" : "false"
        case .number: "a number"
        case .string: "a text"
        case .array: "a list"
        case .object: "an object"
        }
    }

    /// The value of the member called `key`, if this is an object that has one.
    public subscript(key: String) -> JSONNode? {
        members?.first { $0.key == key }?.value
    }
}

/// One `"key": value` of a JSON object.
public struct JSONMember: Sendable, Hashable {
    /// The key with its escapes resolved.
    public let key: String
    /// Where the key stands, in bytes of the text; includes the quotes.
    public let keyRange: Range<Int>
    /// What the key leads to.
    public let value: JSONNode

    /// Makes a member.
    public init(key: String, keyRange: Range<Int>, value: JSONNode) {
        self.key = key
        self.keyRange = keyRange
        self.value = value
    }
}
