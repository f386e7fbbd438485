/// A figure compared with a limit: `balance of 'Brukskonto' is under 100 NOK`.
public struct Level: Sendable, Hashable {
    /// What is measured.
    public let quantity: Quantity
    /// What it is compared with.
    public let comparison: Comparison
    /// Where it stands in the sentence.
    public let span: Range<Int>

    /// Makes a level.
    public init(quantity: Quantity, comparison: Comparison, span: Range<Int>) {
        self.quantity = quantity
        self.comparison = comparison
        self.span = span
    }
}
