import Finance

/// The texts that the bank puts on booked rows.
enum RowText {
    /// `*0000 06.03 NOK 187.00 FJORDBY TAXI AS Kurs: 1.0000`.
    static func visa(_ card: LedgerCard) -> String {
        visa(
            number: card.card.cardNumber, day: card.purchaseDate, price: card.price,
            merchant: card.card.merchant, rate: card.card.rate)
    }

    /// What a reservation says once it is booked.
    static func booked(
        _ row: LedgerRow, amount: Money, kind: SandboxRowKind, card: LedgerCard?
    ) -> String {
        if let card { return visa(card) }
        let text = row.text ?? ""
        switch kind {
        case .visa:
            return visa(
                number: "*0000", day: row.accountingDate, price: amount.withoutSign,
                merchant: text, rate: .one)
        case .bankAxept: return "\(dayAndMonth(row.accountingDate)) \(text)"
        case .vipps: return kind.usualText
        default: return text
        }
    }

    /// `06.03`.
    static func dayAndMonth(_ day: CalendarDay) -> String {
        let (_, month, day) = day.components
        return "\(day < 10 ? "0" : "")\(day).\(month < 10 ? "0" : "")\(month)"
    }

    private static func visa(
        number: String, day: CalendarDay, price: Money, merchant: String, rate: SandboxRate
    ) -> String {
        "\(number) \(dayAndMonth(day)) \(price.currency) \(price.decimalText) \(merchant) "
            + "Kurs: \(rate.text)"
    }
}
