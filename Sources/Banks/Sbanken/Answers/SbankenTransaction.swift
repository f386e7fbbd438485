import Finance

/// One row of the transactions list, read into what the rest of the program knows.
///
/// The plain list gives no identifier that stays: `transactionId` comes and goes with the bank's
/// cache, so it is not read there. In the archive it stays.
struct SbankenTransaction: Sendable {
    /// The row with what it means.
    private(set) var observation: TransactionObservation

    /// Reads a row of the plain list of `account`.
    init(_ row: SbankenRow, account: SbankenAccount) throws(SbankenTrouble) {
        let isPending = try row.required(try row.flag("isReservation"), "isReservation")
        try self.init(row, account, isPending: isPending)
    }

    /// Reads a row of the archive of `account`, which is booked and has no field that says so.
    init(archived row: SbankenRow, account: SbankenAccount) throws(SbankenTrouble) {
        try self.init(row, account, isPending: false)
        observation.bankTransactionID = try row.required(
            try row.words("transactionId"), "transactionId")
    }

    private init(
        _ row: SbankenRow, _ account: SbankenAccount, isPending: Bool
    ) throws(SbankenTrouble) {
        let accounting = try row.required(try row.day("accountingDate"), "accountingDate")
        let amount = try row.required(try row.amount("amount"), "amount")
        let text = try row.text("text")
        let card = try row.row("cardDetails").map(SbankenCardDetails.init)
        let booked = isPending ? nil : text.map { BookedText($0) }
        var observation = TransactionObservation(
            bankAccountID: account.id, amount: amount, status: isPending ? .pending : .booked,
            date: isPending ? accounting : Self.day(card, booked, atOrBefore: accounting))
        observation.posted = isPending ? nil : accounting
        observation.text = text
        observation.merchantName = card?.merchantName
        observation.merchantCategoryCode = card?.category
        observation.foreign = card?.foreignAmount(rate: booked?.rate) ?? booked?.foreignAmount
        let signals = try Self.signals(row, observation, hasCard: card != nil)
        observation.type = signals.type
        observation.isOwnTransfer = signals.isOwnTransfer
        if signals.type == .unknown { observation.bankTypeCode = try Self.typeCode(row) }
        observation.counterparty = try Self.counterparty(row, observation, of: account)
        self.observation = observation
    }

    private static func day(
        _ card: SbankenCardDetails?, _ text: BookedText?, atOrBefore booked: CalendarDay
    ) -> CalendarDay {
        if let written = card?.purchaseDay,
            let day = PurchaseDay.mended(written, atOrBefore: booked)
        {
            return day
        }
        guard let dayOfMonth = text?.dayOfMonth, let month = text?.month else { return booked }
        return PurchaseDay.nearest(dayOfMonth: dayOfMonth, month: month, atOrBefore: booked)
            ?? booked
    }

    /// The bank's code and label as they stand there: `999 UKJENT`.
    private static func typeCode(_ row: SbankenRow) throws(SbankenTrouble) -> String? {
        let parts = [try row.digits("transactionTypeCode"), try row.words("transactionType")]
        let known = parts.compactMap { $0 }
        return known.isEmpty ? nil : known.joined(separator: " ")
    }

    private static func signals(
        _ row: SbankenRow, _ observation: TransactionObservation, hasCard: Bool
    ) throws(SbankenTrouble) -> TransactionSignals {
        let labels = [try row.text("transactionType"), try row.text("transactionTypeText")]
        return TransactionSignals(
            reservationType: try row.text("reservationType"),
            code: try row.whole("transactionTypeCode"),
            labels: labels.map { FoldedText($0) }.filter { !$0.isEmpty },
            text: FoldedText(observation.text), category: observation.merchantCategoryCode,
            hasCard: hasCard, isCredit: observation.amount.minorUnits > 0)
    }

    /// The other side from the details, else its name from the text.
    private static func counterparty(
        _ row: SbankenRow, _ observation: TransactionObservation, of account: SbankenAccount
    ) throws(SbankenTrouble) -> Counterparty? {
        let details = try row.row("transactionDetail")
        let isCredit = observation.amount.minorUnits > 0
        let receiver = try details?.words("receiverName")
        let payer = try details?.words("payerName")
        let given = isCredit ? payer : receiver
        let name = given ?? observation.text.flatMap { CounterpartyText.name(in: $0) }
        let numbers = [
            try row.words("otherAccountNumber"), try details?.words("formattedAccountNumber"),
        ]
        let own = account.observation.details.accountNumber?.digits
        let number = numbers.lazy.compactMap { $0.flatMap(accountDigits) }.first { $0 != own }
        guard name != nil || number != nil else { return nil }
        return Counterparty(name: name, account: number.map { AccountNumber($0) })
    }

    /// `9999.11.11121` → `99991111121`; `nil` for what is no Norwegian account number.
    private static func accountDigits(_ text: String) -> String? {
        let digits = text.filter { $0 != "." && $0 != " " }
        return digits.utf8.count == 11 && digits.utf8.allSatisfy { (48...57).contains($0) }
            ? digits : nil
    }
}
