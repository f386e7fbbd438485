import Finance
import Foundation
import GRDB

/// Transaction records, with what recognises them, to and from their tables.
///
/// A record's newest bank row nearly always says what its transaction says, and then it is not
/// stored a second time: ``impliedObservation(_:bankAccountID:bankTransactionID:)`` gives it back.
/// Where it differs, it is kept as JSON.
enum RecordRow {
    private static let names = """
        id, accountID, amountMinor, currency, direction, description,
        originalDescription, merchantName, merchantCategoryCode, type, status, day,
        postedDay, foreignMinor, foreignCurrency, foreignRate, hasCounterparty,
        counterpartyName, counterpartyNumber, isOwnTransfer, firstSeenMs,
        reservedMinor, reservedCurrency, bankTransactionID, observation, isBaseline,
        missedAnswers, missingSinceMs, isGone, bankTypeCode
        """
    private static let upsert: String = {
        let columns = names.split(separator: ",").map { $0.filter { !$0.isWhitespace } }
        let marks = columns.map { _ in "?" }.joined(separator: ", ")
        let changes = columns.dropFirst().map { "\($0) = excluded.\($0)" }
        return """
            INSERT INTO transactionRecord (\(names)) VALUES (\(marks))
            ON CONFLICT (id) DO UPDATE SET \(changes.joined(separator: ", "))
            """
    }()
    private static let upsertEvidence = """
        INSERT OR REPLACE INTO matchEvidence (
            transactionID, tier, words, reservedText, reservedMinor, reservedCurrency,
            reservedDay, isListedTwice)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?)
        """
    private static let deleteEvidence = "DELETE FROM matchEvidence WHERE transactionID = ?"

    /// Selects whole records; `WHERE` and what follows are the caller's.
    static let select = """
        SELECT \(TransactionRow.columns), a.bankAccountID, r.bankTransactionID, r.observation,
            r.isBaseline, r.missedAnswers, r.missingSinceMs, r.isGone,
            e.tier, e.words, e.reservedText, e.reservedMinor, e.reservedCurrency,
            e.reservedDay, e.isListedTwice
        FROM transactionRecord r
        JOIN account a ON a.id = r.accountID
        LEFT JOIN matchEvidence e ON e.transactionID = r.id
        """

    /// Writes records over their former states; `bankAccountIDs` are the accounts' names for them.
    static func write(
        _ records: [TransactionRecord], bankAccountIDs: [UUID: String], to database: Database
    ) throws {
        guard !records.isEmpty else { return }
        let statement = try database.cachedStatement(sql: upsert)
        for record in records {
            let bankAccountID = bankAccountIDs[record.transaction.accountID]
            try statement.execute(
                arguments: arguments(record.transaction)
                    + arguments(record, bankAccountID: bankAccountID ?? ""))
            try writeEvidence(record, to: database)
        }
    }

    /// Reads the records that a statement selects with ``select``.
    static func fetch(
        _ sql: String, _ arguments: StatementArguments, from database: Database
    ) throws -> [TransactionRecord] {
        try UnreadableRows.all(sql, arguments, from: database, record)
    }

    private static func record(_ row: Row) throws -> TransactionRecord {
        var reader = RowReader(row, table: "transactionRecord")
        let transaction = try TransactionRow.transaction(&reader)
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

    /// What a record has besides its transaction, in the order of ``names``.
    private static func arguments(
        _ record: TransactionRecord, bankAccountID: String
    ) throws -> StatementArguments {
        let implied = impliedObservation(
            record.transaction, bankAccountID: bankAccountID,
            bankTransactionID: record.observation.bankTransactionID)
        let isImplied = implied == record.observation
        return [
            record.observation.bankTransactionID,
            isImplied ? nil : try StoredJSON.encode(record.observation), record.isBaseline,
            record.missedAnswers, record.missingSince.map(StoredInstant.milliseconds),
            record.isGone, record.transaction.bankTypeCode,
        ]
    }

    /// A transaction, in the order of ``names``.
    private static func arguments(_ transaction: Transaction) -> StatementArguments {
        let foreign = transaction.foreignAmount
        return [
            transaction.id, transaction.accountID, transaction.transactionAmount.minorUnits,
            transaction.transactionAmount.currency.code,
            transaction.creditDebitIndicator.rawValue, transaction.transactionDescription,
            transaction.originalTransactionDescription, transaction.merchantName,
            transaction.merchantCategoryCode?.rawValue, transaction.transactionType.rawValue,
            transaction.status.rawValue, transaction.transactionDate.dayNumber,
            transaction.postedDate?.dayNumber, foreign?.amount.minorUnits,
            foreign?.amount.currency.code, foreign?.exchangeRate,
            transaction.counterparty != nil, transaction.counterparty?.name,
            transaction.counterparty?.account?.digits, transaction.isOwnTransfer,
            StoredInstant.milliseconds(transaction.firstSeen),
            transaction.reservedAmount?.minorUnits, transaction.reservedAmount?.currency.code,
        ]
    }
}

extension RecordRow {
    private static func writeEvidence(
        _ record: TransactionRecord, to database: Database
    ) throws {
        guard let evidence = record.evidence else {
            return try database.cachedStatement(sql: deleteEvidence)
                .execute(arguments: [record.transaction.id])
        }
        try database.cachedStatement(sql: upsertEvidence).execute(arguments: [
            record.transaction.id, evidence.tier.rawValue, evidence.words, evidence.reservedText,
            evidence.reservedAmount.minorUnits, evidence.reservedAmount.currency.code,
            evidence.reservedDay?.dayNumber, evidence.isListedTwice,
        ])
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
