/// A text that the person wrote, in quotes or as one capitalised word.
public struct TextLiteral: Sendable, Hashable {
    /// The text without its quotes.
    public let text: String
    /// Where it stands in the sentence, with its quotes.
    public let span: Range<Int>

    /// Makes a literal.
    public init(text: String, span: Range<Int>) {
        self.text = text
        self.span = span
    }
}
