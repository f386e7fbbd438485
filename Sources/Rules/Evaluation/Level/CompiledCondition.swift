import Finance

/// A condition with its names folded and its windows looked up, ready to be evaluated again and again.
indirect enum CompiledCondition: Sendable {
    /// All of them.
    case all([CompiledCondition])
    /// At least one of them.
    case any([CompiledCondition])
    /// A figure compared with a limit.
    case level(CompiledLevel)

    /// The levels in it, from left to right.
    var levels: [CompiledLevel] {
        switch self {
        case .all(let parts), .any(let parts): parts.flatMap(\.levels)
        case .level(let level): [level]
        }
    }
}

/// A compiled figure with its limit.
struct CompiledLevel: Sendable {
    /// The left side.
    let quantity: CompiledQuantity
    /// The right side.
    let comparison: CompiledComparison

    /// Both sides' quantities.
    var quantities: [CompiledQuantity] { [quantity] + comparison.quantities }
}

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

/// A compiled right side.
enum CompiledOperand: Sendable {
    /// An amount or a count.
    case amount(Amount)
    /// So many hundredths of a percent of a quantity.
    case share(Int64, of: CompiledQuantity)
    /// A quantity.
    case quantity(CompiledQuantity)
}

/// A compiled quantity.
enum CompiledQuantity: Sendable {
    /// A figure of the chosen accounts.
    case figure(Figure, isTotal: Bool, AccountSelector)
    /// The window with that index.
    case window(Int, AccountSelector)

    /// The accounts it speaks of.
    var selector: AccountSelector {
        switch self {
        case .figure(_, _, let selector), .window(_, let selector): selector
        }
    }

    /// Whether it has another value for every account, so that the rule speaks of each by itself.
    var isPerAccount: Bool {
        switch self {
        case .figure(_, let isTotal, let selector): !isTotal && selector.isVariable
        case .window(_, let selector): selector.reach == .each
        }
    }
}
