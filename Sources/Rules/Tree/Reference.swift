/// A quantity on the right side of a comparison.
public enum Reference: Sendable, Hashable {
    /// A quantity in its own right: `available on 'Brukskonto'`
    case quantity(Quantity)
    /// Another figure of the account on the left side: `its credit limit`
    case its(Figure, span: Range<Int>)

    /// Where it stands in the sentence.
    public var span: Range<Int> {
        switch self {
        case .quantity(let quantity): quantity.span
        case .its(_, let span): span
        }
    }
}
