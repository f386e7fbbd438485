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

/// How a booked amount has to differ from the reserved one.
struct SettlementTest: Sendable {
    private enum Kind {
        case different
        case moved(PercentMove, upwards: Bool)
    }

    private let kind: Kind

    /// Compiles the words of a sentence.
    init(_ settlement: Event.Settlement) {
        switch settlement {
        case .different: kind = .different
        case .above(let percent): kind = .moved(PercentMove(percent.number), upwards: true)
        case .below(let percent): kind = .moved(PercentMove(percent.number), upwards: false)
        }
    }

    /// Whether a booked amount differs so from the reserved one; both without sign (D28).
    func holds(_ booked: Money, reserved: Money) -> Bool {
        guard booked.currency == reserved.currency, booked != reserved else { return false }
        guard case .moved(let move, let upwards) = kind else { return true }
        let side = move.compare(booked, with: reserved, upwards: upwards)
        return upwards ? side >= 0 : side <= 0
    }
}

/// A share by which an amount moves, kept exactly: 2.5 % is 25 of 1,000.
struct PercentMove: Sendable {
    private let share: Int128
    private let whole: Int128

    /// Takes the number before the percent sign.
    init(_ percent: DecimalNumber) {
        share = Int128(percent.digits)
        whole = (0..<percent.decimals).reduce(Int128(100)) { whole, _ in whole * 10 }
    }

    /// How an amount stands to the base moved by the share: −1 below, 0 at it, 1 above.
    func compare(_ amount: Money, with base: Money, upwards: Bool) -> Int {
        let moved = Int128(base.minorUnits) * (upwards ? whole + share : whole - share)
        return (Int128(amount.minorUnits) * whole - moved).signum().asInt
    }
}

extension Int128 {
    /// The sign as a plain number.
    fileprivate var asInt: Int { self < 0 ? -1 : self > 0 ? 1 : 0 }
}
