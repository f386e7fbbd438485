import Finance

/// A comparison with the previous transaction: `over 5% above the previous one`.
enum PreviousTest: Sendable {
    /// So many percent above it.
    case percent(DecimalNumber)
    /// So much above it.
    case amount(Amount)

    /// Reads a filter; `nil` for one of another kind.
    init?(_ filter: Filter) {
        switch filter.kind {
        case .percentAbovePrevious(let percent): self = .percent(percent.number)
        case .amountAbovePrevious(let amount): self = .amount(amount)
        default: return nil
        }
    }

    /// Whether an amount is so far above an earlier one in the same currency; both without sign.
    func holds(_ amount: Money, after previous: Money) -> Bool {
        guard amount.currency == previous.currency else { return false }
        switch self {
        case .percent(let percent):
            return PercentMove(percent).compare(amount, with: previous, upwards: true) > 0
        case .amount(let step):
            guard step.currency ?? amount.currency == amount.currency,
                let least = step.number.scaled(to: 3)
            else { return false }
            let difference =
                Int128(MatchProgram.thousandths(amount))
                - Int128(MatchProgram.thousandths(previous))
            return difference > Int128(least)
        }
    }
}
