/// How far the rows of one movement may lie apart at a bank: data of a bank's dialect.
///
/// What is so at every bank, such as pumps that hold more than is filled (D23), is in
/// ``AmountTolerance``. A recording does not carry it: it is reconciled with ``standard``.
public struct IdentityTolerances: Sendable, Hashable {
    /// How many days after a reservation its booking may be dated, where amount and merchant agree.
    public var daysToBooking: Int
    /// By how many minor units a booking may differ from its reservation, where the merchant agrees.
    public var rounding: Int64
    /// How many days the date of a reservation may move from answer to answer, its text and amount
    /// being the same.
    public var reservationShift: Int
    /// Whether the text of a booked row may be replaced by any other.
    public var replacesTexts: Bool

    public static let standard = IdentityTolerances()

    public init(
        daysToBooking: Int = 1, rounding: Int64 = 0, reservationShift: Int = 0,
        replacesTexts: Bool = false
    ) {
        self.daysToBooking = daysToBooking
        self.rounding = rounding
        self.reservationShift = reservationShift
        self.replacesTexts = replacesTexts
    }

    /// Whether two amounts are different and may be those of one movement.
    func allowsRounding(_ reserved: Money, _ booked: Money) -> Bool {
        guard rounding > 0, reserved.currency == booked.currency,
            reserved.minorUnits.signum() == booked.minorUnits.signum()
        else { return false }
        let gap = reserved.minorUnits.subtractingReportingOverflow(booked.minorUnits)
        return !gap.overflow && gap.partialValue.magnitude <= rounding.magnitude
    }
}
