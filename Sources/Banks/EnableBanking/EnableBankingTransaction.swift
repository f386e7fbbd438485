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
            let entry = try EnableBankingEntry(row, of: account)
            guard entry.isOwnCurrency, entry.hasDay || Self.reservations.contains(status) else {
                remarks.insert(EnableBankingProblems.omittedRows)
                continue
            }
            if status == "SCHD" {
                add(entry.scheduled(of: account))
                continue
            }
            if !Self.statuses.contains(status) {
                remarks.insert(EnableBankingProblems.unclearStatus)
            }
            var row = entry.transaction(of: account, isBooked: status == "BOOK", today: today)
            guard row.posted ?? row.date >= start else { continue }
            if row.status == .booked { row.bankTransactionID = entry.reference(in: references) }
            transactions.append(row)
        }
    }

    /// The statuses with a meaning beside those that are handled by name.
    private static let statuses = reservations.union(["BOOK"])
    private static let reservations: Set = ["PDNG", "HOLD"]

    /// How often each reference occurs: a repeated one identifies nothing.
    private static func references(_ rows: [AnswerRow]) throws(BankError) -> [String: Int] {
        var counts: [String: Int] = [:]
        for row in rows {
            if let text = try row.words("entry_reference") { counts[text, default: 0] += 1 }
        }
        return counts
    }

    /// Adds an item; equal ones get different ids.
    private mutating func add(_ item: ScheduledItem) {
        let parts = ["\(item.due)", "\(item.amount)", item.text ?? ""]
        let equal = equalItems[parts, default: 0]
        equalItems[parts] = equal + 1
        let id = StableHash(parts: parts + ["\(equal)"]).hex
        scheduled.append(
            ScheduledItem(
                bankAccountID: item.bankAccountID, id: id, amount: item.amount, due: item.due,
                text: item.text, kind: item.kind))
    }
}

/// One row, whatever its status.
private struct EnableBankingEntry {
    private let amount: Money
    private let reference: String?
    /// The days of booking, value and purchase.
    private let booked: CalendarDay?
    private let value: CalendarDay?
    private let purchase: CalendarDay?
    private let text: String?
    private let counterparty: Counterparty?
    private let category: MerchantCategoryCode?
    private let typeCode: String?
    private let foreign: ForeignAmount?
    let isOwnCurrency: Bool

    var hasDay: Bool { (booked ?? value ?? purchase) != nil }

    init(_ row: AnswerRow, of account: EnableBankingAccount) throws(BankError) {
        let money = try row.required(try row.money("transaction_amount"), "transaction_amount")
        let isCredit = try Self.isCredit(row)
        // The amount has no sign, by habit; where it has one the indicator still decides.
        let magnitude = try row.required(try? money.magnitude(), "transaction_amount")
        amount = isCredit ? magnitude : try row.required(try? magnitude.negated(), "amount")
        reference = try row.words("entry_reference")
        booked = try row.day("booking_date")
        value = try row.day("value_date")
        purchase = try row.day("transaction_date")
        let code = try row.row("bank_transaction_code")
        let codes = [try code?.words("description"), try code?.words("code")].compactMap(\.self)
        typeCode = codes.isEmpty ? nil : codes.joined(separator: " ")
        counterparty = try Self.counterparty(row, isCredit: isCredit)
        let lines = try row.texts("remittance_information").filter { !$0.isEmpty }
        text = lines.isEmpty ? counterparty?.name ?? codes.first : lines.joined(separator: " ")
        category = try row.words("merchant_category_code").flatMap { MerchantCategoryCode($0) }
        foreign = try Self.foreign(row, currency: account.currency)
        isOwnCurrency = money.currency == account.currency
    }

    /// The reference, unless it is `0` or repeated.
    func reference(in counts: [String: Int]) -> String? {
        reference.flatMap { $0 != "0" && counts[$0] == 1 ? $0 : nil }
    }

    /// - Parameter today: the day of a reservation for which the bank gives none.
    func transaction(
        of account: EnableBankingAccount, isBooked: Bool, today: CalendarDay
    ) -> TransactionObservation {
        let posted = isBooked ? booked ?? value ?? purchase : nil
        var row = TransactionObservation(
            bankAccountID: account.id, amount: amount, status: isBooked ? .booked : .pending,
            date: hasDay ? day(postedOn: posted) : today, posted: posted, text: text,
            merchantName: category != nil && amount.minorUnits < 0 ? counterparty?.name : nil,
            merchantCategoryCode: category, type: type, foreign: foreign,
            counterparty: counterparty)
        row.isUndated = !hasDay
        if row.type == .unknown { row.bankTypeCode = typeCode }
        return row
    }

    func scheduled(of account: EnableBankingAccount) -> ScheduledItem {
        ScheduledItem(
            bankAccountID: account.id, id: "", amount: amount, due: day(postedOn: nil),
            text: text, kind: .payment)
    }

    /// The day of the purchase, which the text may contain if the field is empty.
    private func day(postedOn posted: CalendarDay?) -> CalendarDay {
        guard let posted else { return purchase ?? booked ?? value ?? CalendarDay(dayNumber: 0) }
        return purchase.map { min($0, posted) } ?? text.flatMap {
            BookedText($0).day(atOrBefore: posted)
        } ?? posted
    }

    private var type: TransactionType {
        if let category {
            return category.isCash
                ? .atm : .pointOfSale.directed(isCredit: amount.minorUnits > 0)
        }
        let known = [typeCode, text].lazy.compactMap { BankWording.type(of: FoldedText($0)) }.first
        return (known ?? .unknown).directed(isCredit: amount.minorUnits > 0)
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
