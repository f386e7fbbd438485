/// How far the amount of a booking may be from that of its reservation (D23).
///
/// The category is the booked row's; code ranges are those of ISO 18245.
struct AmountTolerance: Sendable, Hashable {
    /// How much less than reserved may be booked, in percent.
    let percentBelow: Int64
    /// How much more than reserved may be booked, in percent.
    let percentAbove: Int64

    /// The tolerance of a booked row beyond equal amounts; `nil` if there is none.
    init?(booked row: TransactionObservation) {
        if let foreign = row.foreign, foreign.amount.currency != row.amount.currency {
            self.init(below: 10, above: 10)
            return
        }
        guard let code = row.merchantCategoryCode?.rawValue else { return nil }
        switch code {
        case 5541, 5542, 5552: self.init(below: 100, above: 50)
        case 3351...3441, 3500...3999, 7011, 7512: self.init(below: 0, above: 30)
        case 5811, 5812, 5814: self.init(below: 0, above: 25)
        default: return nil
        }
    }

    /// The tolerance of a reservation that was made in another currency than the account's.
    init?(reservedAbroad foreign: Money, in currency: Currency) {
        guard foreign.currency != currency else { return nil }
        self.init(below: 10, above: 10)
    }

    /// Whether a reservation's amount may become this one before it is booked: a round hold, as
    /// pumps make, any lower one; another a rate's ten percent less or a deposit's thirty more.
    static func allowsChange(from old: Money, to new: Money) -> Bool {
        let isHold = old.isMultiple(of: 100)
        return AmountTolerance(below: isHold ? 100 : 10, above: 30)
            .allows(reserved: old, booked: new)
    }

    private init(below: Int64, above: Int64) {
        percentBelow = below
        percentAbove = above
    }

    /// Whether it is that of a pump, which holds much and settles what was filled.
    var isPump: Bool { percentBelow == 100 }

    /// Whether an amount is one that pumps hold before they know what is filled.
    func isHold(_ reserved: Money) -> Bool { isPump && reserved.isMultiple(of: 50) }

    /// Whether `booked` may settle `reserved`: same side of zero, within the percentages.
    func allows(reserved: Money, booked: Money) -> Bool {
        guard reserved.currency == booked.currency, reserved.minorUnits != 0,
            booked.minorUnits.signum() == reserved.minorUnits.signum()
        else { return false }
        let held = Int128(reserved.minorUnits.magnitude) * 100
        let settled = Int128(booked.minorUnits.magnitude) * 100
        let unit = Int128(reserved.minorUnits.magnitude)
        // A pump fills less than it holds; more than it holds only of a round amount (D77).
        if isPump, settled > held, !isHold(reserved) { return false }
        return settled >= held - unit * Int128(percentBelow)
            && settled <= held + unit * Int128(percentAbove)
    }

    /// How far `booked` is from `reserved`, in thousandths of the reserved amount, at most 10,000.
    static func distance(reserved: Money, booked: Money) -> Int {
        let base = max(1, Int128(reserved.minorUnits.magnitude))
        let gap = Int128(booked.minorUnits) - Int128(reserved.minorUnits)
        return Int(min(10_000, Int128(gap.magnitude) * 1_000 / base))
    }
}

extension Money {
    /// Whether it is a whole number of so many kroner, yen or dinars (D77).
    fileprivate func isMultiple(of units: Int64) -> Bool {
        let scaled = DecimalNumber(digits: units).scaled(to: currency.minorUnitDigits)
        return scaled.map { minorUnits.isMultiple(of: $0) } ?? false
    }
}
