import Finance
import Foundation
import GRDB

/// Transactions as readers see them, from their table.
enum TransactionRow {
    /// The columns of a transaction in the order in which ``transaction(_:)`` reads them.
    static let columns = """
        r.id, r.accountID, r.amountMinor, r.currency, r.direction, r.description,
        r.originalDescription, r.merchantName, r.merchantCategoryCode, r.type, r.status, r.day,
        r.postedDay, r.foreignMinor, r.foreignCurrency, r.foreignRate, r.hasCounterparty,
        r.counterpartyName, r.counterpartyNumber, r.isOwnTransfer, r.firstSeenMs,
        r.reservedMinor, r.reservedCurrency, r.bankTypeCode
        """

    /// Reads the columns of a transaction.
    static func transaction(_ reader: inout RowReader) throws -> Transaction {
        let id = try reader.next(UUID.self)
        let accountID = try reader.next(UUID.self)
        let amount = try reader.nextMoney()
        let direction = try reader.nextCase(CreditDebitIndicator.self)
        let texts = try TransactionTexts(&reader)
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
                merchantName: texts.merchantName,
                merchantCategoryCode: texts.merchantCategoryCode, type: type, foreign: foreign,
                counterparty: counterparty, isOwnTransfer: isOwnTransfer),
            firstSeen: firstSeen)
        transaction.transactionAmount = amount
        transaction.creditDebitIndicator = direction
        transaction.transactionDescription = texts.description
        transaction.originalTransactionDescription = texts.originalDescription
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

/// The words of a transaction, which lie side by side in its row.
private struct TransactionTexts {
    let description: String
    let originalDescription: String
    let merchantName: String?
    let merchantCategoryCode: MerchantCategoryCode?

    init(_ reader: inout RowReader) throws {
        description = try reader.next()
        originalDescription = try reader.next()
        merchantName = try reader.next()
        merchantCategoryCode = try reader.next(Int16?.self)
            .flatMap(MerchantCategoryCode.init(rawValue:))
    }
}
