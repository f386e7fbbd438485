/// The properties of a row or a record that count as evidence of a booking: rows of one kind are
/// twins.
struct RowKind: Hashable {
    let amount: Money
    let day: CalendarDay
    /// The day of posting if it is all that is known, so that the day of purchase is unknown.
    let hasPostingDayOnly: Bool
    /// Whether it was posted later after its purchase than card purchases are.
    let isPostedLate: Bool
    /// Whether its text tells that it was posted on the day of purchase and names no card.
    ///
    /// Terminals that book at once do not reserve the amount on another day.
    let isBookedAtOnce: Bool
    let merchant: MerchantName
    /// The name in the text, where the bank also names the merchant separately.
    let textName: MerchantName
    /// The names that begin at a later word of a booking's text, where the bank puts words of its
    /// own before that of the reservation.
    let laterNames: Set<MerchantName>
    let isHidden: Bool
    /// Whether the bank names the merchant separately from the text.
    let isNamed: Bool
    private(set) var family: PaymentFamily
    let foreign: Money?
    let tolerance: AmountTolerance?
    /// Whether the record was taken for dropped.
    let isGone: Bool
    /// Whether the answer with the booking also lists the reservation.
    let isListed: Bool
    /// The booking that a person split from this reservation.
    let apart: Apart?

    /// The properties that distinguish a booking.
    struct Apart: Hashable {
        let amount: Money
        let day: CalendarDay

        init(_ row: TransactionObservation) {
            amount = row.amount
            day = RowKind.writtenDay(of: row) ?? row.date
        }
    }

    init(
        _ row: TransactionObservation, day: CalendarDay? = nil, isGone: Bool = false,
        isListed: Bool = false, apart: Apart? = nil, _ tolerances: IdentityTolerances = .standard
    ) {
        amount = row.amount
        let written = Self.writtenDay(of: row)
        self.day = day ?? written ?? row.date
        isBookedAtOnce =
            written != nil && written == row.posted
            && !MerchantName.beginsWithCard(FoldedText(row.text))
        hasPostingDayOnly =
            row.posted == row.date && !MerchantName.isWrappedAsCard(FoldedText(row.text))
        isPostedLate =
            row.posted.map { row.date.days(until: $0) > BookingEvidence.usualPosting } ?? false
        merchant = row.merchantKey
        textName = MerchantName(ofRow: row.text)
        laterNames =
            tolerances.replacesTexts && !row.status.isReservation
            ? MerchantName.later(in: row.text) : []
        isHidden = row.hidesMerchant
        isNamed = row.merchantName != nil
        family = PaymentFamily(row)
        foreign = row.foreign?.amount
        tolerance = row.status.isReservation ? nil : AmountTolerance(booked: row)
        self.isGone = isGone
        self.isListed = isListed
        self.apart = apart
    }

    /// The day of purchase in the text of a booking that the bank dates by its posting.
    private static func writtenDay(of row: TransactionObservation) -> CalendarDay? {
        guard !row.status.isReservation, row.posted == row.date,
            let written = MerchantName.writtenDay(in: FoldedText(row.text))
        else { return nil }
        let days = (0...AccountReconciliation.longestPosting).map { row.date.adding(days: -$0) }
        return days.first {
            let parts = $0.components
            return parts.day == written.day && parts.month == written.month
        }
    }

    /// The kind of a row that was paid in this way and is equal otherwise.
    func paid(_ family: PaymentFamily) -> RowKind {
        var kind = self
        kind.family = family
        return kind
    }

    /// Whether a person decided that this reservation does not belong to that booking.
    func isKeptApart(from booking: RowKind) -> Bool {
        guard let apart else { return false }
        return apart.amount == booking.amount && apart.day == booking.day
    }

    /// Whether any of the names agree; where the bank names both merchants, those two (D77).
    func namesAgree(with other: RowKind) -> Bool {
        if isNamed, other.isNamed { return merchant.agrees(with: other.merchant) }
        return merchant.agrees(with: other.merchant) || textName.agrees(with: other.textName)
            || merchant.agrees(with: other.textName) || textName.agrees(with: other.merchant)
            || other.laterNames.contains { $0.continues(textName) || $0.continues(merchant) }
    }

    /// Whether both were paid in known and different ways.
    func contradicts(_ other: RowKind) -> Bool {
        family != .other && other.family != .other && family != other.family
    }
}

/// How a row was paid, as far as text and type show it; even a text that hides the merchant reveals
/// it.
enum PaymentFamily: Hashable {
    case card
    /// Straight to a person, such as an instant transfer.
    case transfer
    /// A bill, a standing order, a direct debit.
    case bill
    case other

    /// Reads a row: the bank's wording first, because types come and go between answers.
    init(_ row: TransactionObservation) { self = Self.worded(row) ?? Self.typed(row.type) }

    private static func worded(_ row: TransactionObservation) -> PaymentFamily? {
        if row.merchantName != nil || row.merchantCategoryCode != nil || row.foreign != nil {
            return .card
        }
        let text = FoldedText(row.text)
        if MerchantName.isWrappedAsCard(text) { return .card }
        for (words, family) in wording where text.hasPrefix(words) { return family }
        return nil
    }

    /// Beginnings of a Norwegian bank's texts, as seen in public client code for Sbanken.
    private static let wording: [(FoldedText, PaymentFamily)] = [
        (FoldedText("visa"), .card), (FoldedText("varekj"), .card),
        (FoldedText("straksoverf"), .transfer), (FoldedText("til:"), .transfer),
        (FoldedText("fra:"), .transfer), (FoldedText("nettgiro"), .bill),
        (FoldedText("avtalegiro"), .bill), (FoldedText("efaktura"), .bill),
    ]

    private static func typed(_ type: TransactionType) -> PaymentFamily {
        switch type {
        case .pointOfSale, .atm, .refund, .withdrawal: .card
        case .transfer, .deposit, .directDeposit: .transfer
        case .billPayment, .standingOrder, .directDebit: .bill
        default: .other
        }
    }
}

/// Rows or records grouped by kind, each kind's members in the order given.
struct KindGroups<Kind: Hashable> {
    /// The kinds, in the order of their first member.
    private(set) var kinds: [Kind] = []
    private var members: [ArraySlice<Int>] = []

    /// Groups `indices` by their `kind`.
    init(_ indices: [Int], kind: (Int) -> Kind) {
        var number: [Kind: Int] = [:]
        for index in indices {
            let kind = kind(index)
            if let known = number[kind] {
                members[known].append(index)
            } else {
                number[kind] = kinds.count
                kinds.append(kind)
                members.append([index])
            }
        }
    }

    var counts: [Int] { members.map(\.count) }

    func first(_ kind: Int) -> Int? { members[kind].first }

    func all(_ kind: Int) -> [Int] { Array(members[kind]) }

    /// Takes the next member of a kind out; `nil` if there is none left.
    mutating func take(_ kind: Int) -> Int? { members[kind].popFirst() }
}
