/// What of a row or a record the evidence of a booking can see: rows of one kind are twins.
struct RowKind: Hashable {
    let amount: Money
    let day: CalendarDay
    /// The day of posting if it is all that is known, so that the day of purchase is unknown.
    let hasPostingDayOnly: Bool
    /// Whether it was posted later after its purchase than card purchases are.
    let isPostedLate: Bool
    let merchant: MerchantName
    /// The name that the text gives, where the bank also names the merchant apart from it.
    let textName: MerchantName
    let isHidden: Bool
    let family: PaymentFamily
    let foreign: Money?
    let tolerance: AmountTolerance?
    /// Whether a record had been taken for dropped.
    let isGone: Bool
    /// Whether a reservation stands in the very answer that brings the booking.
    let isListed: Bool
    /// The booking that a person took from this reservation.
    let apart: Apart?

    /// What a booking is told apart by.
    struct Apart: Hashable {
        let amount: Money
        let day: CalendarDay

        /// Describes a booked row.
        init(_ row: TransactionObservation) {
            amount = row.amount
            day = row.date
        }
    }

    /// Describes a row, or the row of a record.
    init(
        _ row: TransactionObservation, isGone: Bool = false, isListed: Bool = false,
        apart: Apart? = nil
    ) {
        amount = row.amount
        day = row.date
        hasPostingDayOnly =
            row.posted == row.date
            && !MerchantName.isWrappedAsCard(FoldedText(row.text))
        isPostedLate =
            row.posted.map { row.date.days(until: $0) > BookingEvidence.usualPosting } ?? false
        merchant = row.merchantKey
        textName = MerchantName(row.text)
        isHidden = row.hidesMerchant
        family = PaymentFamily(row)
        foreign = row.foreign?.amount
        tolerance = row.status.isReservation ? nil : AmountTolerance(booked: row)
        self.isGone = isGone
        self.isListed = isListed
        self.apart = apart
    }

    /// Whether a person said that this reservation is not that booking's.
    func isKeptApart(from booking: RowKind) -> Bool {
        guard let apart else { return false }
        return apart.amount == booking.amount && apart.day == booking.day
    }

    /// Whether any of the names agree.
    func namesAgree(with other: RowKind) -> Bool {
        merchant.agrees(with: other.merchant) || textName.agrees(with: other.textName)
            || merchant.agrees(with: other.textName) || textName.agrees(with: other.merchant)
    }

    /// Whether a card purchase would have to be a transfer, and the like.
    func contradicts(_ other: RowKind) -> Bool {
        family != .other && other.family != .other && family != other.family
    }
}
