import Finance
import Foundation
import GRDB

extension Transaction {
    /// The columns of a transaction in the order in which they are read and written.
    static let columns = """
        r.id, r.accountID, r.amountMinor, r.currency, r.direction, r.description,
        r.originalDescription, r.merchantName, r.merchantCategoryCode, r.type, r.status, r.day,
        r.postedDay, r.foreignMinor, r.foreignCurrency, r.foreignRate, r.hasCounterparty,
        r.counterpartyName, r.counterpartyNumber, r.isOwnTransfer, r.firstSeenMs,
        r.reservedMinor, r.reservedCurrency, r.bankTypeCode
        """

    static func read(_ reader: inout RowReader) throws -> Transaction {
        let id = try reader.next(UUID.self)
        let accountID = try reader.next(UUID.self)
        let amount = try reader.nextMoney()
        let direction = try reader.nextCase(CreditDebitIndicator.self)
        let description = try reader.next(String.self)
        let originalDescription = try reader.next(String.self)
        let merchantName = try reader.next(String?.self)
        let category = try reader.next(Int16?.self).flatMap(MerchantCategoryCode.init(rawValue:))
        let type = try reader.nextCase(TransactionType.self)
        let status = try reader.nextCase(TransactionStatus.self)
        let day = try reader.nextDay()
        let posted = try reader.nextOptionalDay()
        let foreign = try foreignAmount(&reader)
        let counterparty = try counterparty(&reader)
        let isOwnTransfer = try reader.next(Bool.self)
        let firstSeen = try reader.nextInstant()
        var transaction = Transaction(
            id: id, accountID: accountID,
            observed: TransactionObservation(
                bankAccountID: "", amount: amount, status: status, date: day, posted: posted,
                merchantName: merchantName, merchantCategoryCode: category, type: type,
                foreign: foreign, counterparty: counterparty, isOwnTransfer: isOwnTransfer),
            firstSeen: firstSeen)
        transaction.transactionAmount = amount
        transaction.creditDebitIndicator = direction
        transaction.transactionDescription = description
        transaction.originalTransactionDescription = originalDescription
        transaction.reservedAmount = try reader.nextOptionalMoney()
        transaction.bankTypeCode = try reader.next()
        return transaction
    }

    private static func foreignAmount(_ reader: inout RowReader) throws -> ForeignAmount? {
        let amount = try reader.nextOptionalMoney()
        let rate = try reader.next(String?.self)
        return amount.map { ForeignAmount(amount: $0, exchangeRate: rate) }
    }

    private static func counterparty(_ reader: inout RowReader) throws -> Counterparty? {
        let isKnown = try reader.next(Bool.self)
        let name = try reader.next(String?.self)
        let number = try reader.next(String?.self)
        guard isKnown else { return nil }
        return Counterparty(name: name, account: number.map(AccountNumber.init(_:)))
    }
}

/// Reads and writes transaction records with their identity evidence.
///
/// A record's newest bank row is nearly always implied by its transaction. Then it is not stored a
/// second time: ``impliedObservation(_:bankAccountID:bankTransactionID:)`` restores it. Otherwise
/// it is stored as JSON.
enum RecordRow {
    /// The columns of a record besides those of its transaction.
    private static let more = """
        r.bankTransactionID, r.observation, r.isBaseline, r.missedAnswers, r.missingSinceMs,
        r.isGone, r.evidenceTier, r.evidenceWords, r.evidenceText, r.evidenceMinor,
        r.evidenceCurrency, r.evidenceDay, r.isListedTwice
        """
    private static let upsert = upsert(rows: 1)
    /// Writes many rows at once.
    ///
    /// SQLite keeps what it might have to undo of a statement that has a trigger. For each row alone
    /// that takes longer than to write it.
    private static let upsertMany = upsert(rows: rowsAtOnce)
    private static let rowsAtOnce = 64

    private static func upsert(rows: Int) -> String {
        Database.upsert(Transaction.table, "\(Transaction.columns), \(more)", rows: rows)
    }

    /// Selects whole records; the caller adds `WHERE` and the rest.
    static let select = """
        SELECT \(Transaction.columns), a.bankAccountID, \(more)
        FROM transactionRecord r JOIN account a ON a.id = r.accountID
        """

    /// Writes records over their earlier states; `bankAccountIDs` are the accounts' ids at their
    /// banks.
    static func write(
        _ records: [TransactionRecord], bankAccountIDs: [UUID: String], to database: Database
    ) throws {
        var rest = records[...]
        while !rest.isEmpty {
            let part = rest.prefix(rest.count < rowsAtOnce ? 1 : rowsAtOnce)
            rest = rest.dropFirst(part.count)
            var values = StatementArguments()
            for record in part {
                let bankAccountID = bankAccountIDs[record.transaction.accountID] ?? ""
                values += arguments(record.transaction)
                values += try arguments(record, bankAccountID: bankAccountID)
            }
            let sql = part.count > 1 ? upsertMany : upsert
            try database.cachedStatement(sql: sql).execute(arguments: values)
        }
    }

    /// Reads the records that a statement selects with ``select``.
    static func fetch(
        _ sql: String, _ arguments: StatementArguments, from database: Database
    ) throws -> [TransactionRecord] {
        try UnreadableRows.all(sql, arguments, table: Transaction.table, from: database, record)
    }

    private static func record(_ reader: inout RowReader) throws -> TransactionRecord {
        let transaction = try Transaction.read(&reader)
        let bankAccountID = try reader.next(String.self)
        let bankTransactionID = try reader.next(String?.self)
        let observation =
            try reader.nextOptionalJSON(TransactionObservation.self)
            ?? impliedObservation(
                transaction, bankAccountID: bankAccountID, bankTransactionID: bankTransactionID)
        return TransactionRecord(
            transaction: transaction, observation: observation, isBaseline: try reader.next(),
            missedAnswers: try reader.next(), missingSince: try reader.nextOptionalInstant(),
            isGone: try reader.next(), evidence: try evidence(&reader))
    }

    private static func impliedObservation(
        _ transaction: Transaction, bankAccountID: String, bankTransactionID: String?
    ) -> TransactionObservation {
        let text = transaction.originalTransactionDescription
        var implied = TransactionObservation(
            bankAccountID: bankAccountID, bankTransactionID: bankTransactionID,
            amount: transaction.signedAmount, status: transaction.status,
            date: transaction.transactionDate, posted: transaction.postedDate,
            text: text.isEmpty ? nil : text, merchantName: transaction.merchantName,
            merchantCategoryCode: transaction.merchantCategoryCode,
            type: transaction.transactionType, foreign: transaction.foreignAmount,
            counterparty: transaction.counterparty, isOwnTransfer: transaction.isOwnTransfer)
        implied.bankTypeCode = transaction.bankTypeCode
        return implied
    }

    /// The values of a record besides those of its transaction.
    private static func arguments(
        _ record: TransactionRecord, bankAccountID: String
    ) throws -> StatementArguments {
        let row = record.observation
        let implied = impliedObservation(
            record.transaction, bankAccountID: bankAccountID,
            bankTransactionID: row.bankTransactionID)
        let evidence = record.evidence
        return [
            row.bankTransactionID, implied == row ? nil : try StoredJSON.encode(row),
            record.isBaseline, record.missedAnswers, record.missingSince?.milliseconds,
            record.isGone, evidence?.tier.rawValue, evidence?.words, evidence?.reservedText,
            evidence?.reservedAmount.minorUnits, evidence?.reservedAmount.currency.code,
            evidence?.reservedDay?.dayNumber, evidence?.isListedTwice,
        ]
    }

    /// The values of a transaction, in the order of its columns.
    private static func arguments(_ transaction: Transaction) -> StatementArguments {
        let foreign = transaction.foreignAmount
        return [
            transaction.id, transaction.accountID, transaction.transactionAmount.minorUnits,
            transaction.transactionAmount.currency.code, transaction.creditDebitIndicator.rawValue,
            transaction.transactionDescription, transaction.originalTransactionDescription,
            transaction.merchantName, transaction.merchantCategoryCode?.rawValue,
            transaction.transactionType.rawValue, transaction.status.rawValue,
            transaction.transactionDate.dayNumber, transaction.postedDate?.dayNumber,
            foreign?.amount.minorUnits, foreign?.amount.currency.code, foreign?.exchangeRate,
            transaction.counterparty != nil, transaction.counterparty?.name,
            transaction.counterparty?.account?.digits, transaction.isOwnTransfer,
            transaction.firstSeen.milliseconds, transaction.reservedAmount?.minorUnits,
            transaction.reservedAmount?.currency.code, transaction.bankTypeCode,
        ]
    }

    private static func evidence(_ reader: inout RowReader) throws -> MatchEvidence? {
        let tier = try reader.next(Int?.self).flatMap(MatchEvidence.Tier.init(rawValue:))
        let words = try reader.next(String?.self)
        let text = try reader.next(String?.self)
        let amount = try reader.nextOptionalMoney()
        let day = try reader.nextOptionalDay()
        let isListedTwice = try reader.next(Bool?.self) ?? false
        guard let tier, let words, let amount else { return nil }
        return MatchEvidence(
            tier: tier, words: words, reservedText: text, reservedAmount: amount,
            reservedDay: day, isListedTwice: isListedTwice)
    }
}
