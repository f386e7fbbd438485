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
