import Finance

/// The rows in a list of transactions of one account.
struct EnableBankingRows: Sendable {
    private(set) var transactions: [TransactionObservation] = []
    private(set) var scheduled: [ScheduledItem] = []
    private var equalItems: [[String]: Int] = [:]
    /// Remarks for the person on a list that is complete nevertheless.
    private(set) var remarks: Set<SourceFailure> = []

    /// Reads the rows of the days from `start` on; some banks send older ones too.
    init(
        _ rows: [AnswerRow], of account: EnableBankingAccount, from start: CalendarDay,
        today: CalendarDay
    ) throws(BankError) {
        let references = try Self.references(rows)
        for row in rows {
            let status = try row.required(try row.words("status"), "status")
            guard status != "CNCL", status != "RJCT" else { continue }
            let isBooked = status == "BOOK"
            var found = try Self.observation(row, of: account, isBooked: isBooked, today: today)
            guard found.amount.currency == account.currency,
                !found.isUndated || Self.reservations.contains(status)
            else {
                remarks.insert(EnableBankingProblems.omittedRows)
                continue
            }
            if status == "SCHD" {
                schedule(found)
                continue
            }
            if !Self.statuses.contains(status) {
                remarks.insert(EnableBankingProblems.unclearStatus)
            }
            guard found.posted ?? found.date >= start else { continue }
            // A reference that is `0` or repeated identifies nothing.
            if isBooked, let reference = try row.words("entry_reference"), reference != "0",
                references[reference] == 1
            {
                found.bankTransactionID = reference
            }
            transactions.append(found)
        }
    }

    /// The statuses with a meaning beside those that are handled by name.
    private static let statuses = reservations.union(["BOOK"])
    private static let reservations: Set = ["PDNG", "HOLD"]

    /// How often each reference occurs.
    private static func references(_ rows: [AnswerRow]) throws(BankError) -> [String: Int] {
        var counts: [String: Int] = [:]
        for row in rows {
            if let text = try row.words("entry_reference") { counts[text, default: 0] += 1 }
        }
        return counts
    }

    /// Adds a scheduled payment; equal ones get different ids.
    private mutating func schedule(_ row: TransactionObservation) {
        let parts = ["\(row.date)", "\(row.amount)", row.text ?? ""]
        let equal = equalItems[parts, default: 0]
        equalItems[parts] = equal + 1
        let id = StableHash(parts: parts + ["\(equal)"]).hex
        scheduled.append(
            ScheduledItem(
                bankAccountID: row.bankAccountID, id: id, amount: row.amount, due: row.date,
                text: row.text, kind: .payment))
    }
}

extension EnableBankingRows {
    /// Reads one row, whatever its status and its currency.
    ///
    /// - Parameter today: the day of a row for which the bank gives none.
    private static func observation(
        _ row: AnswerRow, of account: EnableBankingAccount, isBooked: Bool, today: CalendarDay
    ) throws(BankError) -> TransactionObservation {
        let money = try row.required(try row.money("transaction_amount"), "transaction_amount")
        let isCredit = try isCredit(row)
        // The amount has no sign, by habit; where it has one the indicator still decides.
        let magnitude = try row.required(try? money.magnitude(), "transaction_amount")
        let amount = isCredit ? magnitude : try row.required(try? magnitude.negated(), "amount")
        let booked = try row.day("booking_date")
        let value = try row.day("value_date")
        let purchase = try row.day("transaction_date")
        let day = purchase ?? booked ?? value
        var found = TransactionObservation(
            bankAccountID: account.id, amount: amount, status: isBooked ? .booked : .pending,
            date: day ?? today, posted: isBooked ? booked ?? value ?? purchase : nil)
        found.isUndated = day == nil
        let code = try row.row("bank_transaction_code")
        let codes = [try code?.words("description"), try code?.words("code")].compactMap(\.self)
        found.counterparty = try counterparty(row, isCredit: isCredit)
        let lines = try row.texts("remittance_information").filter { !$0.isEmpty }
        found.text =
            lines.isEmpty ? found.counterparty?.name ?? codes.first : lines.joined(separator: " ")
        if let posted = found.posted {
            // The text may contain the day of the purchase if the field is empty.
            let written = found.text.flatMap { BookedText($0).day(atOrBefore: posted) }
            found.date = purchase.map { min($0, posted) } ?? written ?? posted
        }
        found.merchantCategoryCode = try row.words("merchant_category_code").flatMap {
            MerchantCategoryCode($0)
        }
        if found.merchantCategoryCode != nil, amount.minorUnits < 0 {
            found.merchantName = found.counterparty?.name
        }
        let typeCode = codes.isEmpty ? nil : codes.joined(separator: " ")
        found.type = type(of: found, typeCode)
        if found.type == .unknown { found.bankTypeCode = typeCode }
        found.foreign = try foreign(row, currency: account.currency)
        return found
    }

    private static func type(
        of row: TransactionObservation, _ typeCode: String?
    ) -> TransactionType {
        if row.merchantCategoryCode?.isCash == true { return .atm }
        let known = [typeCode, row.text].lazy.compactMap { BankWording.type(of: FoldedText($0)) }
        let type = row.merchantCategoryCode == nil ? known.first ?? .unknown : .pointOfSale
        return type.directed(isCredit: row.amount.minorUnits > 0)
    }

    private static func isCredit(_ row: AnswerRow) throws(BankError) -> Bool {
        let word = try row.words("credit_debit_indicator")
        return try row.required(
            word == "CRDT" ? true : word == "DBIT" ? false : nil, "credit_debit_indicator")
    }

    private static func counterparty(
        _ row: AnswerRow, isCredit: Bool
    ) throws(BankError) -> Counterparty? {
        let side = isCredit ? "debtor" : "creditor"
        let name = try row.row(side)?.words("name")
        let account = try row.row(side + "_account")
        let number = EnableBankingAccount.number(
            iban: try account?.words("iban"),
            other: try account?.row("other")?.words("identification"))
        guard name != nil || number != nil else { return nil }
        return Counterparty(name: name, account: number.map { AccountNumber($0) })
    }

    private static func foreign(
        _ row: AnswerRow, currency: Currency
    ) throws(BankError) -> ForeignAmount? {
        guard let rate = try row.row("exchange_rate"),
            let foreign = ForeignAmount(try? rate.money("instructed_amount"), besides: currency)
        else { return nil }
        // The text may be anything, but a recording needs a number.
        let number = try rate.words("exchange_rate").flatMap { text in
            DecimalNumber.isWellFormed(json: Array(text.utf8).span) ? text : nil
        }
        return ForeignAmount(amount: foreign.amount, exchangeRate: number)
    }
}
