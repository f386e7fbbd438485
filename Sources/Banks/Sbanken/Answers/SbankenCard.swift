import Finance

/// One row of the cards list.
///
/// `customerId` and `accountOwner`, national identity numbers, are not read. Fields and words of
/// `status` are those of the bank's own iOS client and its interface descriptions (2019-2021).
enum SbankenCard {
    /// Reads a row.
    static func card(_ row: SbankenRow) throws(SbankenTrouble) -> PaymentCard {
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
