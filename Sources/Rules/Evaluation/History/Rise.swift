import Finance

/// A rise above an earlier amount: `over 5% above the previous one`, `by over 5%`.
struct Rise: Sendable {
    let relation: Relation
    let size: Change.Size

    /// Whether an amount is far enough above an earlier one in the same currency.
    ///
    /// Both amounts are without sign.
    func holds(_ amount: Money, after previous: Money) -> Bool {
        guard amount.currency == previous.currency, amount.minorUnits > previous.minorUnits else {
            return false
        }
        switch size {
        case .percent(let percent):
            let side = PercentMove(percent.number).compare(amount, with: previous, upwards: true)
            return relation.holds(side, 0)
        case .amount(let step):
            guard step.currency ?? amount.currency == amount.currency,
                let least = step.number.scaled(to: 3)
            else { return false }
            let difference =
                Int128(MatchProgram.thousandths(amount))
                - Int128(MatchProgram.thousandths(previous))
            return relation.holds(difference, Int128(least))
        }
    }
}

extension Event.Settlement {
    /// Whether a booked amount differs enough from the reserved one; both are without sign (D28).
    func holds(_ booked: Money, reserved: Money) -> Bool {
        guard booked.currency == reserved.currency, booked != reserved else { return false }
        return switch self {
        case .different: true
        case .above(let percent):
            PercentMove(percent.number).compare(booked, with: reserved, upwards: true) >= 0
        case .below(let percent):
            PercentMove(percent.number).compare(booked, with: reserved, upwards: false) <= 0
        }
    }
}

/// An exact percentage by which an amount moves: 2.5 % is 25 of 1,000.
struct PercentMove: Sendable {
    let share: Int128
    let whole: Int128

    init(_ percent: DecimalNumber) {
        share = Int128(percent.digits)
        whole = (0..<percent.decimals).reduce(Int128(100)) { whole, _ in whole * 10 }
    }

    /// Compares an amount with the base moved by the percentage: −1 below, 0 equal, 1 above.
    func compare(_ amount: Money, with base: Money, upwards: Bool) -> Int {
        let moved = Int128(base.minorUnits) * (upwards ? whole + share : whole - share)
        return Int((Int128(amount.minorUnits) * whole - moved).signum())
    }
}
