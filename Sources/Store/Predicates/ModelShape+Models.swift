import Finance
import Foundation

extension ModelShape {
    /// Accounts, as columns of `account r`.
    static var accounts: ModelShape {
        let shared: [Member] = [
            .scalar(\Account.id, "r.id", .identifier),
            .scalar(\Account.displayName, "r.displayName", .text),
            .scalar(\Account.accountDescription, "r.accountDescription", .text),
            .scalar(\Account.institutionName, "r.source", .text),
            .currency(\Account.currency, "r.currency"),
            .scalar(\Account.currencyCode, "r.currency", .text),
            .accountNumber(\Account.accountNumber, "r.number"),
            .scalar(\Account.bankAccountID, "r.bankAccountID", .text),
            .group(\Account.assetAccount, presence: "r.kind = 'asset'", []),
            .group(\Account.liabilityAccount, presence: "r.kind = 'liability'", []),
        ]
        return ModelShape(root: Group(members: shared))
    }

    /// Balance records, as columns of `accountBalance r`.
    static var accountBalances: ModelShape {
        let currency = "ifnull(r.bookedCurrency, r.availableCurrency)"
        return ModelShape(
            root: Group(members: [
                .scalar(\AccountBalance.accountID, "r.accountID", .identifier),
                .scalar(\AccountBalance.asOfDate, newestFigure, .instant),
                .scalar(\AccountBalance.currencyCode, currency, .text),
                .figure(
                    \AccountBalance.available, "r.availableMinor", "r.availableCurrency",
                    asOf: availableAsOf),
                .figure(
                    \AccountBalance.booked, "r.bookedMinor", "r.bookedCurrency", asOf: "r.asOfMs"),
            ]))
    }

    /// When the newest figure of a balance record was read.
    static var newestFigure: String {
        """
        (CASE WHEN r.availableMinor IS NULL THEN r.asOfMs
            WHEN r.bookedMinor IS NULL THEN \(availableAsOf)
            ELSE max(r.asOfMs, \(availableAsOf)) END)
        """
    }

    /// When the booked figure of a balance record was read, else the available one.
    static var bookedFirst: String {
        "(CASE WHEN r.bookedMinor IS NULL THEN \(availableAsOf) ELSE r.asOfMs END)"
    }

    /// The amount of a transaction, signed from the holder's side.
    static let signedAmount =
        "(CASE r.direction WHEN 'debit' THEN -r.amountMinor ELSE r.amountMinor END)"

    private static let availableAsOf = "ifnull(r.availableAsOfMs, r.asOfMs)"

    /// Transactions, as columns of `transactionRecord r`.
    static var transactions: ModelShape {
        ModelShape(root: Group(members: whatHappened + whoAndWhere))
    }

    private static var whatHappened: [Member] {
        [
            .scalar(\Transaction.id, "r.id", .identifier),
            .scalar(\Transaction.accountID, "r.accountID", .identifier),
            .money(\Transaction.transactionAmount, "r.amountMinor", "r.currency"),
            .money(\Transaction.signedAmount, signedAmount, "r.currency"),
            .word(
                \Transaction.creditDebitIndicator, "r.direction",
                rawValue: \CreditDebitIndicator.rawValue),
            .word(\Transaction.transactionType, "r.type", rawValue: \TransactionType.rawValue),
            .word(
                \Transaction.status, "r.status", rawValue: \TransactionStatus.rawValue,
                [
                    .scalar(
                        \TransactionStatus.isReservation,
                        "(r.status IN ('authorized', 'pending'))", .boolean)
                ]),
            .scalar(\Transaction.transactionDate, "r.day", .day, dayMembers("r.day")),
            .scalar(\Transaction.postedDate, "r.postedDay", .day, dayMembers("r.postedDay")),
            .scalar(\Transaction.firstSeen, "r.firstSeenMs", .instant),
            .scalar(\Transaction.isOwnTransfer, "r.isOwnTransfer", .boolean),
            .money(
                \Transaction.reservedAmount, "r.reservedMinor", "r.reservedCurrency",
                isOptional: true),
        ]
    }

    private static var whoAndWhere: [Member] {
        [
            .scalar(\Transaction.transactionDescription, "r.description", .text),
            .scalar(\Transaction.originalTransactionDescription, "r.originalDescription", .text),
            .scalar(\Transaction.merchantName, "r.merchantName", .text),
            .scalar(
                \Transaction.merchantCategoryCode, "r.merchantCategoryCode", .category,
                [.scalar(\MerchantCategoryCode.rawValue, "r.merchantCategoryCode", .integer)]),
            .group(
                \Transaction.foreignAmount, presence: "r.foreignMinor IS NOT NULL",
                [
                    .money(\ForeignAmount.amount, "r.foreignMinor", "r.foreignCurrency"),
                    .scalar(\ForeignAmount.exchangeRate, "r.foreignRate", .text),
                ]),
            .group(
                \Transaction.counterparty, presence: "r.hasCounterparty = 1",
                [
                    .scalar(\Counterparty.name, "r.counterpartyName", .text),
                    .accountNumber(\Counterparty.account, "r.counterpartyNumber"),
                ]),
        ]
    }

    private static func dayMembers(_ column: String) -> [Member] {
        [.scalar(\CalendarDay.dayNumber, column, .integer)]
    }
}
