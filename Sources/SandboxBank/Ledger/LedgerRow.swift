import Finance

/// A row on an account: a reservation or a booked transaction.
struct LedgerRow: Sendable, Equatable {
    /// What makes a row a reservation.
    struct Reservation: Sendable, Equatable {
        /// The name by which the scenario calls it.
        let id: String
        /// How it was reserved.
        let kind: ReservationKind
        /// The step at which it is first listed.
        let listedFrom: Int
    }

    /// Counts the rows of the bank; newer rows have higher numbers.
    let number: Int
    /// The id of the account.
    let account: String
    /// Set while the row is a reservation.
    var reservation: Reservation?
    /// The day of booking; of a reservation the day of the purchase.
    let accountingDate: CalendarDay
    /// The value date.
    let interestDate: CalendarDay
    /// Negative is money out.
    var amount: Money
    /// What the row says, or nothing.
    var text: String?
    /// Type and code.
    let kind: SandboxRowKind
    /// The details of a card purchase, once booked, with nothing left open.
    var card: SandboxCard?
    /// The details of a payment, with nothing left open.
    var detail: SandboxDetail?
}

/// What the books need to know of the circumstances of a change.
struct LedgerMoment: Sendable {
    /// The bank day.
    let day: CalendarDay
    /// The number of the step.
    let step: Int
    /// How many steps later a reservation is listed.
    var reservationDelay = 0
    /// How many steps a reservation stays listed beside its booking.
    var reservationLinger = 0
    /// Whether a reservation keeps its text when it is booked.
    var keepsText = false
}

/// The texts that the bank puts on booked rows.
enum RowText {
    /// What a reservation says once it is booked.
    static func booked(
        _ row: LedgerRow, amount: Money, kind: SandboxRowKind, card: SandboxCard?
    ) -> String {
        if let card { return visa(card, amount: amount, day: row.accountingDate) }
        let text = row.text ?? ""
        switch kind {
        case .visa:
            let card = SandboxCard(merchant: text, city: "", categoryCode: "", category: "")
            return visa(card, amount: amount, day: row.accountingDate)
        case .bankAxept: return "\(dayAndMonth(row.accountingDate)) \(text)"
        case .vipps: return kind.usualText
        default: return text
        }
    }

    /// `*0000 06.03 NOK 187.00 FJORDBY TAXI AS Kurs: 1.0000`.
    static func visa(_ card: SandboxCard, amount: Money, day: CalendarDay) -> String {
        let price = card.price ?? amount.withoutSign
        let purchase = card.purchaseDate?.resolved(on: day) ?? day
        return "\(card.cardNumber) \(dayAndMonth(purchase)) \(price.currency) \(price.decimalText) "
            + "\(card.merchant) Kurs: \(card.rate.text)"
    }

    private static func dayAndMonth(_ day: CalendarDay) -> String {
        let (_, month, day) = day.components
        return "\(day.padded(to: 2)).\(month.padded(to: 2))"
    }
}

extension Money {
    /// The size of the amount; the one value without a positive twin becomes the largest.
    var withoutSign: Money {
        Money(minorUnits: Int64(clamping: minorUnits.magnitude), currency: currency)
    }
}

extension BinaryInteger {
    /// The number with zeros before it.
    func padded(to width: Int) -> String {
        let digits = String(self)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}
