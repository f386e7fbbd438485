/// The right side of a comparison.
public indirect enum Operand: Sendable, Hashable {
    /// An amount, or a count where the left side is one.
    case amount(Amount)
    /// A part of another quantity: `10% of its credit limit`
    case percent(Percent, of: Reference)
    /// Another quantity.
    case reference(Reference)

    /// Where it stands in the sentence.
    public var span: Range<Int> {
        switch self {
        case .amount(let amount): amount.span
        case .percent(let percent, let reference):
            percent.span.lowerBound..<reference.span.upperBound
        case .reference(let reference): reference.span
        }
    }
}
