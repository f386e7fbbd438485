import Finance

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
