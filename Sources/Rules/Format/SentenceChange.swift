/// A sentence of a rules file that formatting writes in other words.
public struct SentenceChange: Sendable, Hashable {
    /// The rule's identifier.
    public let rule: String
    /// The line of the sentence in the file, from 1.
    public let line: Int
    /// The sentence as it stands there.
    public let before: String
    /// The sentence in canonical words.
    public let after: String

    /// Makes a change.
    public init(rule: String, line: Int, before: String, after: String) {
        self.rule = rule
        self.line = line
        self.before = before
        self.after = after
    }
}
