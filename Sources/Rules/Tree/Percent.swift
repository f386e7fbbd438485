/// A percentage, kept exactly: `10%`, `2.5%`.
public struct Percent: Sendable, Hashable {
    /// The number in front of the sign.
    public let number: DecimalLiteral
    /// Where it stands in the sentence.
    public let span: Range<Int>

    /// Makes a percentage.
    public init(number: DecimalLiteral, span: Range<Int>) {
        self.number = number
        self.span = span
    }
}
