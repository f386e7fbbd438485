/// What of a row or a record the evidence of a booking can see: rows of one kind are twins.
struct RowKind: Hashable {
    let amount: Money
    let day: CalendarDay
    /// The day of posting if it is all that is known, so that the day of purchase is unknown.
    let hasPostingDayOnly: Bool
    let merchant: MerchantName
    /// The name that the text gives, where the bank also names the merchant apart from it.
    let textName: MerchantName
    let isHidden: Bool
    let family: Family
    let foreign: Money?
    let tolerance: AmountTolerance?
    /// Whether a record had been taken for dropped.
    let isGone: Bool

    /// What the kinds of transactions have in common as far as a hidden text can be trusted.
    enum Family: Hashable {
        case card, transfer, other
    }

    /// Describes a row, or the row of a record.
    init(_ row: TransactionObservation, isGone: Bool = false) {
        amount = row.amount
        day = row.date
        hasPostingDayOnly = row.posted == row.date
        merchant = row.merchantKey
        textName = MerchantName(row.text)
        isHidden = row.hidesMerchant
        family = Self.family(of: row.type)
        foreign = row.foreign?.amount
        tolerance = row.status.isReservation ? nil : AmountTolerance(booked: row)
        self.isGone = isGone
    }

    /// Whether any of the names agree.
    func namesAgree(with other: RowKind) -> Bool {
        merchant.agrees(with: other.merchant) || textName.agrees(with: other.textName)
            || merchant.agrees(with: other.textName) || textName.agrees(with: other.merchant)
    }

    /// Whether a card purchase would have to be a transfer, or the other way round.
    func contradicts(_ other: RowKind) -> Bool {
        switch (family, other.family) {
        case (.card, .transfer), (.transfer, .card): true
        default: false
        }
    }

    private static func family(of type: TransactionType) -> Family {
        switch type {
        case .pointOfSale, .atm, .refund, .withdrawal: .card
        case .transfer, .standingOrder, .directDeposit, .billPayment, .deposit: .transfer
        default: .other
        }
    }
}
