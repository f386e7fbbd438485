import Finance
import Foundation

/// Reads one row of the accounts list.
///
/// The bank documents none of its fields, so each may be absent. `owner`, which contains a name and
/// a national identity number, is not read.
enum SpareBank1Account {
    /// - Throws: an error about an account that can't be told from others.
    static func observation(
        _ row: AnswerRow, source: String
    ) throws(BankError) -> AccountObservation {
        let key = try row.required(try row.words("key"), "key")
        let code = try row.words("currencyCode")
        let currency = try row.required(Currency(code: code ?? "NOK"), "currencyCode")
        let type = try row.words("type")
        let number = try row.words("accountNumber").map { AccountNumber($0) }
        let description = try row.words("description")
        let fallback = [description ?? type ?? "Account", number?.masked].compactMap { $0 }
        let isDebt = ["CREDIT", "LOAN"].contains { type?.uppercased().contains($0) == true }
        return AccountObservation(
            details: AccountDetails(
                displayName: try row.words("name") ?? fallback.joined(separator: " "),
                accountDescription: description ?? type, institutionName: source,
                currency: currency, accountNumber: number, bankAccountID: key),
            kind: isDebt ? .liability : .asset, booked: nil, available: nil,
            isTransactionListComplete: false)
    }

    /// Adds the figures, all or none: one that can't be read would make the others misleading.
    static func addFigures(
        _ row: AnswerRow, to account: inout AccountObservation
    ) throws(BankError) {
        let currency = account.details.currency
        let booked = try row.amount("balance", in: currency)
        let available = try row.amount("availableBalance", in: currency)
        account.creditLimit = try row.amount("creditCardCreditLimit", in: currency)
        account.booked = booked
        account.available = available
        guard booked == nil, available == nil else { return }
        throw row.malformed("there are no figures")
    }
}

/// Reads one row of the transactions list.
///
/// `id` changes with every answer, so it is not read. `nonUniqueId` is stable once a row is booked,
/// but the bank says that it identifies nothing by itself. Of a row that the bank marks as
/// confidential, nothing that names the counterparty is kept.
enum SpareBank1Row {
    static func observation(
        _ row: AnswerRow, of account: AccountObservation, in zone: TimeZone
    ) throws(BankError) -> TransactionObservation {
        let details = account.details
        let listed = try row.required(try day(row, in: zone), "date")
        let isPending = try isPending(row)
        let text = try row.text("description")
        var observation = TransactionObservation(
            bankAccountID: details.bankAccountID,
            amount: try row.required(try row.amount("amount", in: details.currency), "amount"),
            status: isPending ? .pending : .booked, date: purchaseDay(text, listed: listed))
        observation.posted = isPending ? nil : listed
        observation.text = text
        observation.merchantCategoryCode = try row.words("mcc").flatMap { MerchantCategoryCode($0) }
        try addType(row, to: &observation)
        if observation.type == .pointOfSale, !isPending {
            let merchant = try row.row("merchant")?.words("name")
            let cleaned = try row.words("cleanedDescription")
            observation.merchantName = merchant ?? cleaned
        }
        observation.foreign = try foreign(row, details.currency)
        observation.counterparty = try counterparty(row)
        observation.bankTransactionID = isPending ? nil : try hint(row, listed)
        // Documented under the second name, answered under the first.
        if [try row.flag("isConfidential"), try row.flag("confidential")].contains(true) {
            observation.text = nil
            observation.merchantName = nil
            observation.merchantCategoryCode = nil
            observation.counterparty = nil
        }
        return observation
    }

    /// The day under which the bank lists the row.
    ///
    /// It is given as midnight in Oslo in milliseconds since 1970, which is the day before in UTC.
    static func day(_ row: AnswerRow, in zone: TimeZone) throws(BankError) -> CalendarDay? {
        try row.instant("date", perSecond: 1_000).map { CalendarDay(of: $0, in: zone) }
    }

    private static func isPending(_ row: AnswerRow) throws(BankError) -> Bool {
        let word = try row.words("bookingStatus")
        let known = ["PENDING": true, "BOOKED": false]
        return try row.required(word.flatMap { known[$0] }, "bookingStatus")
    }

    /// The day in a text such as `24.03 BAKERI`; the listed day moves by up to a week between
    /// reservation and booking.
    private static func purchaseDay(_ text: String?, listed: CalendarDay) -> CalendarDay {
        text.flatMap { BookedText($0).day(atOrBefore: listed) } ?? listed
    }

    /// Codes seen in public clients; the set is open.
    private static let codes: [String: TransactionType] = [
        "R_156": .pointOfSale, "R_710": .pointOfSale, "R_714": .pointOfSale,
        "R_260": .transfer, "R_914": .transfer, "PAYCTDOMOUPKID": .billPayment,
    ]
    private static let ownTransfers: Set = ["R_260", "R_914"]

    private static func addType(
        _ row: AnswerRow, to observation: inout TransactionObservation
    ) throws(BankError) {
        let code = try row.words("typeCode")
        let label = try row.words("typeText")
        let known =
            code.flatMap { codes[$0] } ?? BankWording.type(of: FoldedText(label))
            ?? BankWording.type(of: FoldedText(observation.text))
        let isCash = observation.merchantCategoryCode?.isCash == true
        let type = isCash ? .atm : known ?? .unknown
        observation.type = type.directed(isCredit: observation.amount.minorUnits > 0)
        observation.isOwnTransfer = code.map { ownTransfers.contains($0) } ?? false
        if type == .unknown {
            let words = [code, label].compactMap { $0 }.joined(separator: " ")
            observation.bankTypeCode = words.isEmpty ? nil : words
        }
    }

    private static func foreign(
        _ row: AnswerRow, _ own: Currency
    ) throws(BankError) -> ForeignAmount? {
        guard let currency = try row.words("currencyCode").flatMap({ Currency(code: $0) }),
            currency != own
        else { return nil }
        return ForeignAmount(try row.amount("currencyAmount", in: currency), besides: own)
    }

    private static func counterparty(_ row: AnswerRow) throws(BankError) -> Counterparty? {
        let name = try row.words("remoteAccountName")
        let number = try row.words("remoteAccountNumber").map { AccountNumber($0) }
        return name == nil && number == nil ? nil : Counterparty(name: name, account: number)
    }

    /// The bank's number with its month; zeros stand for none.
    private static func hint(_ row: AnswerRow, _ day: CalendarDay) throws(BankError) -> String? {
        guard let number = try row.words("nonUniqueId"), number.contains(where: { $0 != "0" })
        else { return nil }
        return "\(day.description.prefix(7)) \(number)"
    }
}
