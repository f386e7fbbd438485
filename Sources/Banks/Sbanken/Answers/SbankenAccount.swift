import Finance

/// One row of the accounts list, read into what the rest of the program knows.
///
/// `ownerCustomerId`, a national identity number, is not read.
struct SbankenAccount: Sendable {
    /// The account with its figures, without anything said of its transactions.
    let observation: AccountObservation

    /// The bank's identifier.
    var id: String { observation.details.bankAccountID }

    /// Reads a row of the source called `source`.
    init(_ row: SbankenRow, source: String) throws(SbankenTrouble) {
        let id = try row.required(try row.words("accountId"), "accountId")
        let kind = try row.words("accountType")
        let number = try row.words("accountNumber").map { AccountNumber($0) }
        let fallback = [kind ?? "Account", number?.masked].compactMap { $0 }
        let details = AccountDetails(
            displayName: try row.words("name") ?? fallback.joined(separator: " "),
            accountDescription: kind, institutionName: source, currency: .nok,
            accountNumber: number, bankAccountID: id)
        observation = AccountObservation(
            details: details, kind: Self.isCredit(kind) ? .liability : .asset,
            booked: try row.amount("balance"), available: try row.amount("available"),
            creditLimit: try row.amount("creditLimit"), isTransactionListComplete: false)
    }

    /// The type is free text; `Creditcard account` is the one seen for money that is owed.
    private static func isCredit(_ kind: String?) -> Bool {
        let folded = FoldedText(kind)
        return creditWords.contains { folded.contains($0) }
    }

    private static let creditWords = [
        "creditcard", "credit card", "kredittkort", "loan", "mortgage", "lån",
    ].map { FoldedText($0) }
}
