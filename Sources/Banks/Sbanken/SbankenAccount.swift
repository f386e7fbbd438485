import Finance

/// One row of the accounts list.
///
/// `ownerCustomerId`, a national identity number, is not read.
enum SbankenAccount {
    /// The account with its figures, without transactions.
    static func observation(
        _ row: AnswerRow, source: String
    ) throws(BankError) -> AccountObservation {
        let id = try row.required(try row.words("accountId"), "accountId")
        let kind = try row.words("accountType")
        let number = try row.words("accountNumber").map { AccountNumber($0) }
        let fallback = [kind ?? "Account", number?.masked].compactMap { $0 }
        return AccountObservation(
            details: AccountDetails(
                displayName: try row.words("name") ?? fallback.joined(separator: " "),
                accountDescription: kind, institutionName: source, currency: .nok,
                accountNumber: number, bankAccountID: id),
            kind: isCredit(kind) ? .liability : .asset, booked: try row.amount("balance", in: .nok),
            available: try row.amount("available", in: .nok),
            creditLimit: try row.amount("creditLimit", in: .nok), isTransactionListComplete: false)
    }

    /// The type is free text; `Creditcard account` is the only known one for a liability.
    private static func isCredit(_ kind: String?) -> Bool {
        let folded = FoldedText(kind)
        return creditWords.contains { folded.contains($0) }
    }

    private static let creditWords = [
        "creditcard", "credit card", "kredittkort", "loan", "mortgage", "lån",
    ].map { FoldedText($0) }
}

/// One row of the cards list.
///
/// `customerId` and `accountOwner`, national identity numbers, are not read. Fields and words of
/// `status` are those of the bank's own iOS client and its interface descriptions (2019-2021).
enum SbankenCard {
    static func card(_ row: AnswerRow) throws(BankError) -> PaymentCard {
        PaymentCard(
            id: try row.required(try row.words("cardId"), "cardId"),
            number: try row.words("cardNumber"), scheme: try row.words("cardType"),
            product: try row.words("productCode"), status: status(try row.words("status")),
            accountNumber: try row.words("accountNumber").map { AccountNumber($0) },
            lastDay: try row.day("expiryDate").flatMap(lastDay))
    }

    private static func status(_ word: String?) -> PaymentCard.Status {
        word.flatMap { PaymentCard.Status(rawValue: $0.lowercased()) } ?? .unknown
    }

    /// The bank gives the first day of the month that is printed on the card, which works until
    /// the month's end.
    private static func lastDay(_ written: CalendarDay) -> CalendarDay? {
        guard written.components.day == 1 else { return written }
        return written.adding(months: 1).adding(days: -1)
    }
}
