import Finance

/// A compiled relation with its right side.
struct CompiledComparison: Sendable {
    /// How the sides relate.
    let relation: Relation
    /// The right side.
    let operand: CompiledOperand

    /// The quantity on the right side, if there is one.
    var quantities: [CompiledQuantity] {
        switch operand {
        case .amount: []
        case .share(_, let quantity), .quantity(let quantity): [quantity]
        }
    }

    /// The currency that the right side names, if it is an amount.
    var currency: Currency? {
        if case .amount(let amount) = operand { amount.currency } else { nil }
    }
}
