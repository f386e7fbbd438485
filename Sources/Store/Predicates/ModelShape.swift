import Finance
import Foundation
import GRDB

/// Maps a model's properties to columns.
///
/// It is made for every translation: key paths are not `Sendable`, and it takes microseconds.
enum ModelShape {
    struct Member {
        /// The key path from its owner.
        let path: AnyKeyPath
        let node: PredicateOperand
    }

    struct Group {
        /// A condition that the group is not null; `nil` if it never is.
        var presence: SQL?
        let members: [Member]
        /// The properties that make two of them equal; `nil` if they can't be compared by columns.
        var identity: [AnyKeyPath]?
    }
}

extension [ModelShape.Member] {
    func node(_ path: AnyKeyPath) -> PredicateOperand? { first { $0.path == path }?.node }
}

extension ModelShape.Member {
    /// A property that is one column or expression.
    static func scalar(
        _ path: AnyKeyPath, _ sql: String, _ kind: SQLScalar.Kind = .plain,
        _ members: [ModelShape.Member] = []
    ) -> ModelShape.Member {
        .init(
            path: path, node: .scalar(SQLScalar(sql: SQL(sql: sql), kind: kind, members: members)))
    }

    /// A property that has parts; `presence` is a condition that it is not null.
    static func group(
        _ path: AnyKeyPath, presence: String? = nil, identity: [AnyKeyPath]? = nil,
        _ members: [ModelShape.Member]
    ) -> ModelShape.Member {
        let presence = presence.map { SQL(sql: $0) }
        return .init(
            path: path,
            node: .group(.init(presence: presence, members: members, identity: identity)))
    }
}

extension ModelShape.Member {
    /// An amount of two columns.
    static func money(
        _ path: AnyKeyPath, _ minor: String, _ currency: String, isOptional: Bool = false
    ) -> ModelShape.Member {
        .group(
            path, presence: isOptional ? "\(minor) IS NOT NULL" : nil,
            identity: [\Money.minorUnits, \Money.currency],
            [
                .scalar(\Money.minorUnits, minor),
                .currency(\Money.currency, currency),
            ])
    }

    static func currency(_ path: AnyKeyPath, _ column: String) -> ModelShape.Member {
        .scalar(path, column, .plain, [.scalar(\Currency.code, column, .text)])
    }

    static func accountNumber(_ path: AnyKeyPath, _ column: String) -> ModelShape.Member {
        .scalar(path, column, .text, [.scalar(\AccountNumber.digits, column, .text)])
    }

    /// An enumeration that is stored by its raw value.
    ///
    /// The path of the raw value is a parameter, because generic code would make a different one.
    static func word(
        _ path: AnyKeyPath, _ column: String, rawValue: AnyKeyPath,
        _ members: [ModelShape.Member] = []
    ) -> ModelShape.Member {
        .scalar(path, column, .plain, [.scalar(rawValue, column, .text)] + members)
    }

    /// A figure of a balance record, stored signed in one column.
    static func figure(
        _ path: AnyKeyPath, _ minor: String, _ currency: String, asOf: String
    ) -> ModelShape.Member {
        let presence = "\(minor) IS NOT NULL"
        return .group(
            path, presence: presence,
            [
                .money(\Balance.amount, "abs(\(minor))", currency),
                .money(\Balance.signedAmount, minor, currency),
                .word(
                    \Balance.creditDebitIndicator,
                    "(CASE WHEN \(minor) < 0 THEN 'debit' ELSE 'credit' END)",
                    rawValue: \CreditDebitIndicator.rawValue),
                .scalar(\Balance.asOfDate, asOf, .instant),
            ])
    }
}

extension ModelShape {
    /// Accounts, as columns of `account r`.
    static var accounts: Group {
        Group(members: [
            .scalar(\Account.id, "r.id"),
            .scalar(\Account.displayName, "r.displayName", .text),
            .scalar(\Account.accountDescription, "r.accountDescription", .text),
            .scalar(\Account.institutionName, "r.source", .text),
            .currency(\Account.currency, "r.currency"),
            .scalar(\Account.currencyCode, "r.currency", .text),
            .accountNumber(\Account.accountNumber, "r.number"),
            .scalar(\Account.bankAccountID, "r.bankAccountID", .text),
            .group(\Account.assetAccount, presence: "r.kind = 'asset'", []),
            .group(\Account.liabilityAccount, presence: "r.kind = 'liability'", []),
        ])
    }

    /// Balance records, as columns of `accountBalance r`.
    static var accountBalances: Group {
        Group(members: [
            .scalar(\AccountBalance.accountID, "r.accountID"),
            .scalar(\AccountBalance.asOfDate, newestFigure, .instant),
            .scalar(\AccountBalance.day, "r.day", .plain, dayMembers("r.day")),
            .scalar(\AccountBalance.previousRead, "r.previousReadMs", .instant),
            .scalar(
                \AccountBalance.currencyCode, "ifnull(r.bookedCurrency, r.availableCurrency)", .text
            ),
            available(\AccountBalance.available), booked(\AccountBalance.booked),
            .group(
                \AccountBalance.currentBalance,
                [
                    .scalar(\CurrentBalance.asOfDate, bookedFirst, .instant),
                    available(\CurrentBalance.available), booked(\CurrentBalance.booked),
                ]),
        ])
    }

    private static func available(_ path: AnyKeyPath) -> Member {
        .figure(path, "r.availableMinor", "r.availableCurrency", asOf: availableAsOf)
    }

    private static func booked(_ path: AnyKeyPath) -> Member {
        .figure(path, "r.bookedMinor", "r.bookedCurrency", asOf: "r.asOfMs")
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
    static var transactions: Group { Group(members: whatHappened + whoAndWhere) }

    private static var whatHappened: [Member] {
        [
            .scalar(\Transaction.id, "r.id"),
            .scalar(\Transaction.accountID, "r.accountID"),
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
                        \TransactionStatus.isReservation, "(r.status IN ('authorized', 'pending'))",
                        .boolean)
                ]), .scalar(\Transaction.transactionDate, "r.day", .plain, dayMembers("r.day")),
            .scalar(\Transaction.postedDate, "r.postedDay", .plain, dayMembers("r.postedDay")),
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
                \Transaction.merchantCategoryCode, "r.merchantCategoryCode", .plain,
                [.scalar(\MerchantCategoryCode.rawValue, "r.merchantCategoryCode")]),
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
        [.scalar(\CalendarDay.dayNumber, column)]
    }
}
