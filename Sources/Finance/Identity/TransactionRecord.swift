public import Foundation

/// A stored transaction with the data needed to recognise it in the next answer.
public struct TransactionRecord: Sendable, Hashable {
    /// The transaction as readers see it.
    public var transaction: Transaction
    /// The newest row that was recognised as this transaction, with the details of older ones
    /// that it no longer has.
    public var observation: TransactionObservation
    /// Whether it belongs to the silent first poll of its account.
    public var isBaseline: Bool
    /// How many complete answers in a row lacked it; counted to two, more change nothing.
    public var missedAnswers: Int
    /// The first of those answers; `nil` while the bank lists it.
    public var missingSince: Date?
    /// Whether it was dropped or removed; kept so that a return gets its old identity (D11).
    public var isGone: Bool
    /// Why the reservation behind it was matched, if it had one.
    public var evidence: MatchEvidence?

    public init(
        transaction: Transaction, observation: TransactionObservation, isBaseline: Bool,
        missedAnswers: Int = 0, missingSince: Date? = nil, isGone: Bool = false,
        evidence: MatchEvidence? = nil
    ) {
        self.transaction = transaction
        self.observation = observation
        self.isBaseline = isBaseline
        self.missedAnswers = missedAnswers
        self.missingSince = missingSince
        self.isGone = isGone
        self.evidence = evidence
    }
}

extension TransactionRecord: Codable {
    private enum CodingKeys: CodingKey {
        case id, accountID, firstSeen, reservedAmount, transaction, observation
        case isBaseline, missedAnswers, missingSince, isGone, evidence
    }

    /// Omits the transaction if its newest row implies it, which is nearly always so, and values
    /// that are false or zero.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        var implied = transaction.shown(by: observation)
        implied.reservedAmount = transaction.reservedAmount
        if implied == transaction {
            try container.encode(transaction.id, forKey: .id)
            try container.encode(transaction.accountID, forKey: .accountID)
            try container.encode(transaction.firstSeen, forKey: .firstSeen)
            try container.encodeIfPresent(transaction.reservedAmount, forKey: .reservedAmount)
        } else {
            try container.encode(transaction, forKey: .transaction)
        }
        try container.encode(observation, forKey: .observation)
        if isBaseline { try container.encode(true, forKey: .isBaseline) }
        if missedAnswers > 0 { try container.encode(missedAnswers, forKey: .missedAnswers) }
        try container.encodeIfPresent(missingSince, forKey: .missingSince)
        if isGone { try container.encode(true, forKey: .isGone) }
        try container.encodeIfPresent(evidence, forKey: .evidence)
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        observation = try container.decode(TransactionObservation.self, forKey: .observation)
        if container.contains(.transaction) {
            transaction = try container.decode(Transaction.self, forKey: .transaction)
        } else {
            transaction = Transaction(
                id: try container.decode(UUID.self, forKey: .id),
                accountID: try container.decode(UUID.self, forKey: .accountID),
                observed: observation,
                firstSeen: try container.decode(Date.self, forKey: .firstSeen))
            transaction.reservedAmount = try container.decodeIfPresent(
                Money.self, forKey: .reservedAmount)
        }
        isBaseline = try container.decodeIfPresent(Bool.self, forKey: .isBaseline) ?? false
        missedAnswers = try container.decodeIfPresent(Int.self, forKey: .missedAnswers) ?? 0
        missingSince = try container.decodeIfPresent(Date.self, forKey: .missingSince)
        isGone = try container.decodeIfPresent(Bool.self, forKey: .isGone) ?? false
        evidence = try container.decodeIfPresent(MatchEvidence.self, forKey: .evidence)
    }
}

/// A stored transaction with the parts of its past that evaluation needs.
public struct StoredTransaction: Sendable, Hashable {
    public let transaction: Transaction
    /// Whether it belongs to the silent first poll of its account.
    public let isBaseline: Bool
    /// Whether it was dropped or removed.
    public let isGone: Bool

    public init(_ transaction: Transaction, isBaseline: Bool = false, isGone: Bool = false) {
        self.transaction = transaction
        self.isBaseline = isBaseline
        self.isGone = isGone
    }
}

/// The content of a row that stays the same when a bank lists it again: its identity (D46).
///
/// The bank's ids, sources and detail fields come and go between answers and are not part of it.
struct RowContent: Hashable {
    let amount: Money
    let isReservation: Bool
    let date: CalendarDay
    let posted: CalendarDay?
    let text: String?

    init(_ row: borrowing TransactionObservation) {
        amount = row.amount
        isReservation = row.status.isReservation
        date = row.date
        posted = row.posted
        text = row.text
    }

    /// Hashes what distinguishes nearly all rows.
    func hash(into hasher: inout Hasher) {
        hasher.combine(amount.minorUnits)
        hasher.combine(date)
        hasher.combine(text)
    }

    /// The parts from which the identifier of a new transaction is derived.
    var parts: [String] {
        [
            String(amount.minorUnits), amount.currency.code,
            isReservation ? "reservation" : "posted", String(date.dayNumber),
            posted.map { String($0.dayNumber) } ?? "", text ?? "",
        ]
    }
}

extension TransactionObservation {
    /// The bank's id if it can identify a row; banks write `0` where they have none.
    var usableBankID: String? {
        guard let bankTransactionID, !bankTransactionID.isEmpty, bankTransactionID != "0" else {
            return nil
        }
        return bankTransactionID
    }

    /// All of the row in one text, by which rows in any order are sorted.
    var orderKey: String {
        let parts: [String?] = [
            date.description, posted?.description, amount.description, text, bankTransactionID,
            status.rawValue, type.rawValue, merchantName, merchantCategoryCode?.description,
            foreign?.amount.description, foreign?.exchangeRate, counterparty?.name,
            counterparty?.account?.digits, isOwnTransfer ? "own" : nil, statement?.description,
        ]
        return parts.map { $0 ?? "" }.joined(separator: "\u{1}")
    }

    /// The row with the details that only the older answer has.
    func keepingDetails(of older: TransactionObservation) -> TransactionObservation {
        var row = self
        row.bankTransactionID = usableBankID ?? older.usableBankID
        row.merchantName = merchantName ?? older.merchantName
        row.merchantCategoryCode = merchantCategoryCode ?? older.merchantCategoryCode
        row.type = type == .unknown ? older.type : type
        row.bankTypeCode = row.type == .unknown ? bankTypeCode ?? older.bankTypeCode : nil
        row.foreign = foreign ?? older.foreign
        row.counterparty = counterparty ?? older.counterparty
        row.isOwnTransfer = isOwnTransfer || older.isOwnTransfer
        row.statement = statement ?? older.statement
        return row
    }

    /// Whether the details beside the content are those of `other`, the bank's id aside.
    func hasDetails(of other: borrowing TransactionObservation) -> Bool {
        type == other.type && merchantName == other.merchantName
            && merchantCategoryCode == other.merchantCategoryCode && status == other.status
            && foreign == other.foreign && counterparty == other.counterparty
            && isOwnTransfer == other.isOwnTransfer && bankTypeCode == other.bankTypeCode
    }

    /// Whether the bank books both in different statements, without an own reference that makes
    /// them one.
    func isCountedApart(from other: TransactionObservation) -> Bool {
        guard let statement, let number = other.statement, statement != number else { return false }
        return usableBankID == nil || usableBankID != other.usableBankID
    }

    /// The day by which a bank's window lists the row.
    var listingDay: CalendarDay { posted ?? date }

    /// The name by which the merchant is recognised.
    var merchantKey: MerchantName { MerchantName(merchant: merchantName, text: text) }

    /// Whether neither text nor merchant names who is paid.
    var hidesMerchant: Bool { merchantName == nil && MerchantName.isHidden(in: text) }

    /// Whether the bank names the merchants of both rows, and differently: never one purchase (D77).
    func isNamedApart(from other: TransactionObservation) -> Bool {
        guard let merchantName, let otherName = other.merchantName else { return false }
        return !MerchantName(ofRow: merchantName).agrees(with: MerchantName(ofRow: otherName))
    }
}

extension TransactionRecord {
    /// Whether the row has nothing that is new to the record.
    func isUnchanged(by row: borrowing TransactionObservation) -> Bool {
        missedAnswers == 0 && missingSince == nil && !isGone && row.hasDetails(of: observation)
            && (row.bankTransactionID == nil || observation.bankTransactionID != nil)
            && (row.statement == nil || row.statement == observation.statement)
    }
}
