/// A relation and its right side: `under 100 NOK`, `at least 10% of its credit limit`.
public struct Comparison: Sendable, Hashable {
    /// How the two sides relate.
    public let relation: Relation
    /// The right side.
    public let operand: Operand
    /// Where it stands in the sentence.
    public let span: Range<Int>

    /// Makes a comparison.
    public init(relation: Relation, operand: Operand, span: Range<Int>) {
        self.relation = relation
        self.operand = operand
        self.span = span
    }
}
