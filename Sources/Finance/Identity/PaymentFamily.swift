/// How a row was paid, as far as text and type tell: what a hidden text still gives away.
enum PaymentFamily: Hashable {
    /// A card or terminal.
    case card
    /// Straight to a person, such as an instant transfer.
    case transfer
    /// A bill, a standing order, a direct debit.
    case bill
    /// Nothing that tells.
    case other

    /// Reads a row: the bank's wording first, because types come and go between answers.
    init(_ row: TransactionObservation) {
        self = Self.worded(row) ?? Self.typed(row.type)
    }

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
