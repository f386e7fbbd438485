import Finance

/// Reads one row of the transactions list.
///
/// The plain list gives no stable identifier: `transactionId` comes and goes with the bank's cache,
/// so it is not read there. In the archive it is stable.
enum SbankenTransaction {
    static func observation(
        _ row: AnswerRow, of account: AccountObservation
    ) throws(BankError) -> TransactionObservation {
        let isPending = try row.required(try row.flag("isReservation"), "isReservation")
        return try observation(row, account, isPending: isPending)
    }

    /// Reads a row of the archive, which is booked and has no field that says so.
    static func archived(
        _ row: AnswerRow, of account: AccountObservation
    ) throws(BankError) -> TransactionObservation {
        var observation = try observation(row, account, isPending: false)
        observation.bankTransactionID = try row.required(
            try row.words("transactionId"), "transactionId")
        return observation
    }

    private static func observation(
        _ row: AnswerRow, _ account: AccountObservation, isPending: Bool
    ) throws(BankError) -> TransactionObservation {
        let accounting = try row.required(try row.day("accountingDate"), "accountingDate")
        let amount = try row.required(try row.amount("amount", in: .nok), "amount")
        let text = try row.text("text")
        let card = try row.row("cardDetails").map(SbankenCardDetails.init)
        let booked = isPending ? nil : text.map { BookedText($0) }
        var observation = TransactionObservation(
            bankAccountID: account.id, amount: amount, status: isPending ? .pending : .booked,
            date: isPending ? accounting : day(card, booked, atOrBefore: accounting))
        observation.posted = isPending ? nil : accounting
        observation.text = text
        observation.merchantName = card?.merchantName
        observation.merchantCategoryCode = card?.category
        // The rate as printed in the text takes precedence: a JSON number has lost its last zeros.
        observation.foreign =
            ForeignAmount(card?.price, besides: .nok, rate: booked?.rate ?? card?.rate)
            ?? ForeignAmount(booked?.amount, besides: .nok, rate: booked?.rate)
        let signals = try signals(row, observation, hasCard: card != nil)
        observation.type = signals.type
        observation.isOwnTransfer = signals.isOwnTransfer
        if signals.type == .unknown { observation.bankTypeCode = try typeCode(row) }
        observation.counterparty = try counterparty(row, observation, of: account)
        return observation
    }

    private static func day(
        _ card: SbankenCardDetails?, _ text: BookedText?, atOrBefore booked: CalendarDay
    ) -> CalendarDay {
        if let written = card?.purchaseDay,
            let day = PurchaseDay.corrected(written, atOrBefore: booked)
        {
            return day
        }
        return text?.day(atOrBefore: booked) ?? booked
    }

    /// The bank's code and label as written: `999 UKJENT`.
    private static func typeCode(_ row: AnswerRow) throws(BankError) -> String? {
        let parts = [try row.digits("transactionTypeCode"), try row.words("transactionType")]
        let known = parts.compactMap { $0 }
        return known.isEmpty ? nil : known.joined(separator: " ")
    }

    private static func signals(
        _ row: AnswerRow, _ observation: TransactionObservation, hasCard: Bool
    ) throws(BankError) -> TransactionSignals {
        let labels = [try row.text("transactionType"), try row.text("transactionTypeText")]
        return TransactionSignals(
            reservationType: try row.text("reservationType"),
            code: try row.whole("transactionTypeCode"),
            labels: labels.map { FoldedText($0) }.filter { !$0.isEmpty },
            text: FoldedText(observation.text), category: observation.merchantCategoryCode,
            hasCard: hasCard, isCredit: observation.amount.minorUnits > 0)
    }

    /// The counterparty from the details, else its name from the text.
    private static func counterparty(
        _ row: AnswerRow, _ observation: TransactionObservation, of account: AccountObservation
    ) throws(BankError) -> Counterparty? {
        let details = try row.row("transactionDetail")
        let isCredit = observation.amount.minorUnits > 0
        let receiver = try details?.words("receiverName")
        let payer = try details?.words("payerName")
        let given = isCredit ? payer : receiver
        let name = given ?? observation.text.flatMap { CounterpartyText.name(in: $0) }
        let numbers = [
            try row.words("otherAccountNumber"), try details?.words("formattedAccountNumber"),
        ]
        let own = account.details.accountNumber?.digits
        let number = numbers.lazy.compactMap { $0.flatMap(accountDigits) }.first { $0 != own }
        guard name != nil || number != nil else { return nil }
        return Counterparty(name: name, account: number.map { AccountNumber($0) })
    }

    /// `9999.11.11121` → `99991111121`; `nil` for anything but a Norwegian account number.
    private static func accountDigits(_ text: String) -> String? {
        let digits = text.filter { $0 != "." && $0 != " " }
        return digits.utf8.count == 11 && digits.utf8.allSatisfy { (48...57).contains($0) }
            ? digits : nil
    }
}

/// The bank's details of a card purchase once it is booked.
struct SbankenCardDetails: Sendable {
    let merchantName: String?
    let category: MerchantCategoryCode?
    /// The day of purchase as written; its year is sometimes wrong.
    let purchaseDay: WrittenDay?

    /// The amount in the currency of the purchase, and its rate in kroner.
    let price: Money?
    let rate: String?

    /// Reads the object; missing and meaningless values stay unknown.
    init(_ row: AnswerRow) throws(BankError) {
        merchantName = try row.words("merchantName")
        category = try row.words("merchantCategoryCode").flatMap { MerchantCategoryCode($0) }
        purchaseDay = try row.text("purchaseDate").flatMap { WrittenDay($0) }
        let code = try row.words("originalCurrencyCode")
        let digits = try row.digits("currencyAmount")
        price = code.flatMap { Currency(code: $0.uppercased()) }.flatMap { currency in
            digits.flatMap { try? Money(parsing: $0, currency: currency) }
        }
        rate = try row.digits("currencyRate")
    }
}

/// Finds the counterparty's name in a text such as `Nettgiro til: Fjordby Kraft Betalt: 05.03.26`.
enum CounterpartyText {
    /// The name after `Til:` or `Fra:`, which may follow one other word; `nil` without one.
    static func name(in text: String) -> String? {
        let words = text.split(separator: " ")
        guard let mark = words.prefix(2).firstIndex(where: { isMark($0) }) else { return nil }
        var name = words[(mark + 1)...]
        if let paid = name.firstIndex(where: { $0.lowercased() == "betalt:" }) {
            name = name[..<paid]
        } else if let last = name.last, isDay(last) {
            name = name.dropLast()
        }
        return name.isEmpty ? nil : name.joined(separator: " ")
    }

    private static func isMark(_ word: Substring) -> Bool {
        let folded = word.lowercased()
        return folded == "til:" || folded == "fra:"
    }

    /// Whether the word is a day such as `05.03.26`.
    private static func isDay(_ word: Substring) -> Bool {
        let parts = word.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 3
            && parts.allSatisfy { $0.utf8.count == 2 && Digits.number(Array($0.utf8)) != nil }
    }
}

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
