import Finance

/// The wording that Norwegian banks share for rows of any kind.
enum BankWording {
    /// The kind that a text or label begins with; `nil` if none of the words is known.
    static func type(of text: FoldedText) -> TransactionType? {
        beginnings.first { text.hasPrefix($0.text) }?.type
    }

    /// How a text begins, folded → kind; the first that fits.
    private static let beginnings: [(text: FoldedText, type: TransactionType)] = [
        ("overføring mellom egne kontoer", TransactionType.transfer),
        ("straksoverføring", .transfer), ("nettgiro fra", .deposit), ("nettgiro", .billPayment),
        ("avtalegiro", .directDebit), ("lønn", .directDeposit), ("kreditrente", .interest),
        ("debetrente", .interest), ("gebyr", .fee), ("korreksjon", .adjustment),
        ("varekjøp", .pointOfSale), ("minibank", .atm),
    ].map { (FoldedText($0.0), $0.1) }

    /// Cash machines and cash at a counter (ISO 18245).
    static let cashCategories: Set<Int16> = [6_010, 6_011]
}

extension TransactionType {
    /// The kind for the direction of the money: money back from a shop, a giro received.
    func directed(isCredit: Bool) -> TransactionType {
        switch (self, isCredit) {
        case (.pointOfSale, true): .refund
        case (.billPayment, true): .deposit
        default: self
        }
    }
}
