import Finance

/// A condition prepared for every poll: its names are folded and its windows looked up.
indirect enum CompiledCondition: Sendable {
    /// Conditions that must all be true.
    ///
    /// With `isOfTroubledBank`, figures count however old they are, because one part says that the
    /// bank does not answer.
    case all([CompiledCondition], isOfTroubledBank: Bool)
    /// Conditions of which at least one must be true.
    case any([CompiledCondition])
    /// A figure compared with a limit.
    case level(CompiledLevel)
    /// A figure that moved.
    case change(CompiledChange)
    /// A projected figure compared with a limit.
    case forecast(CompiledForecast)
    /// The state of the program or of a bank connection.
    case health(CompiledHealth)
    /// A reservation that is older than a length of time.
    case reservationAge(CompiledReservationAge)

    /// The parts that are not `and` or `or` themselves, from left to right.
    var leaves: [CompiledCondition] {
        switch self {
        case .all(let parts, _), .any(let parts): parts.flatMap(\.leaves)
        case .level, .change, .forecast, .health, .reservationAge: [self]
        }
    }

    /// The accounts that the parts read, from left to right.
    var reaches: [CompiledReach] { leaves.flatMap(\.ownReaches) }

    /// Whether the condition is only about a bank that does not answer or was not read for long.
    var isOfTroubledBank: Bool {
        leaves.allSatisfy { leaf in
            if case .health(let health) = leaf { health.isOfTroubledBank } else { false }
        }
    }

    private var ownReaches: [CompiledReach] {
        switch self {
        case .all, .any: []
        case .level(let level): level.quantities.map { CompiledReach($0) }
        case .change(let change): [CompiledReach(change.quantity)]
        case .forecast(let forecast):
            ([forecast.quantity] + forecast.comparison.quantities).map { CompiledReach($0) }
        case .health(.accountOlder(_, let selector)): [CompiledReach(selector)]
        case .health: []
        case .reservationAge(let age): [CompiledReach(age.selector)]
        }
    }
}

/// A compiled figure with its limit.
struct CompiledLevel: Sendable {
    /// The left side.
    let quantity: CompiledQuantity
    /// The right side.
    let comparison: CompiledComparison

    /// The quantities on both sides.
    var quantities: [CompiledQuantity] { [quantity] + comparison.quantities }
}

/// A compiled relation with its right side.
struct CompiledComparison: Sendable {
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
    /// A share of a quantity, in hundredths of a percent.
    case share(Int64, of: CompiledQuantity)
    case quantity(CompiledQuantity)
}

/// A quantity whose accounts, filters and currency are resolved once, when rules are loaded.
enum CompiledQuantity: Sendable, Hashable {
    /// A figure of the selected accounts.
    case figure(Figure, isTotal: Bool, AccountSelector)
    /// The window with an index in ``RuleCompiler/windows``.
    case window(Int, AccountSelector)
    /// The upcoming payments from the selected accounts.
    case upcoming(Ahead, AccountSelector)
    /// A figure of the selected accounts at the end of a former day.
    case former(FormerFigure, isTotal: Bool, AccountSelector)
    /// A sum projected to the end of its period.
    case pace(PaceWindows, AccountSelector)

    /// The accounts that the quantity is read from.
    var selector: AccountSelector {
        switch self {
        case .figure(_, _, let selector), .window(_, let selector), .upcoming(_, let selector),
            .former(_, _, let selector), .pace(_, let selector):
            selector
        }
    }
}

/// The accounts that a part of a condition reads, and whether each is evaluated separately.
struct CompiledReach: Sendable {
    let selector: AccountSelector
    /// Whether the part makes the rule evaluate each account separately.
    let isPerAccount: Bool
    /// Whether the part has one value over all its accounts.
    let isWhole: Bool

    init(_ quantity: CompiledQuantity) {
        selector = quantity.selector
        switch quantity {
        case .figure(_, let isTotal, _), .former(_, let isTotal, _):
            isPerAccount = !isTotal && selector.isVariable
            isWhole = isTotal
        case .window, .upcoming, .pace:
            isPerAccount = selector.reach == .each
            isWhole = true
        }
    }

    /// The reach of a state that each account of a selector is in or not.
    init(_ selector: AccountSelector) {
        self.selector = selector
        isPerAccount = selector.isVariable
        isWhole = selector.reach == .all
    }
}

extension Condition {
    /// The condition that is false exactly when the limit of `until` is met.
    ///
    /// `nil` for a condition that can have no such limit. A limit without a currency is in that of
    /// the condition, which alone says what a total adds (D16).
    func unmet(_ recovery: Comparison) -> Condition? {
        var operand = recovery.operand
        if case .amount(let amount) = operand, amount.currency == nil {
            operand = .amount(
                Amount(
                    number: amount.number, currency: comparison?.amount?.currency,
                    span: amount.span))
        }
        let opposite = Comparison(
            relation: recovery.relation.opposite, operand: operand, span: recovery.span)
        switch self {
        case .level(let level):
            return .level(Level(quantity: level.quantity, comparison: opposite, span: level.span))
        case .forecast(let forecast):
            return .forecast(
                Forecast(
                    figure: forecast.figure, scope: forecast.scope, comparison: opposite,
                    within: forecast.within, span: forecast.span))
        case .all, .any, .reservationAge, .change, .health: return nil
        }
    }
}

extension Relation {
    /// The relation that is true exactly when this one is false.
    fileprivate var opposite: Relation {
        switch self {
        case .under: .atLeast
        case .over: .atMost
        case .atLeast: .under
        case .atMost: .over
        }
    }
}
