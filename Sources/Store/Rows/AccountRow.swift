import Finance
import Foundation
import GRDB

extension Account {
    /// The columns of an account and its figures, in the order in which they are read and written.
    static let columns = """
        r.id, r.source, r.bankAccountID, r.kind, r.displayName, r.accountDescription, r.currency,
        r.number, r.creditInformation, r.bookedMinor, r.bookedCurrency, r.availableMinor,
        r.availableCurrency, r.creditLimitMinor, r.creditLimitCurrency, r.freshAtMs,
        r.completeAtMs, r.firstSeenMs, r.coveredFromDay
        """

    /// Reads the columns of an account, which come before those of its figures.
    static func read(_ reader: inout RowReader) throws -> Account {
        let id = try reader.next(UUID.self)
        let source = try reader.next(String.self)
        let bankAccountID = try reader.next(String.self)
        let kind = try reader.nextCase(AccountObservation.Kind.self)
        let details = AccountDetails(
            displayName: try reader.next(), accountDescription: try reader.next(),
            institutionName: source, currency: try reader.nextCurrency(),
            accountNumber: try reader.next(String?.self).map(AccountNumber.init(_:)),
            bankAccountID: bankAccountID)
        let credit = try reader.nextOptionalJSON(AccountCreditInformation.self)
        guard details.id == id else {
            throw RowProblem(table: table, problem: "an identifier that is not its account's")
        }
        switch kind {
        case .asset: return .asset(AssetAccount(details: details))
        case .liability:
            return .liability(
                LiabilityAccount(
                    details: details, creditInformation: credit ?? AccountCreditInformation()))
        }
    }
}

/// Reads and writes accounts with their newest figures.
enum AccountRow {
    static let selectOfSource = "\(select) WHERE r.source = ?"
    /// The accounts of every source but one.
    static let selectOfOthers = "\(select) WHERE r.source <> ?"
    /// All accounts, in the order in which people list them.
    static let selectAll = "\(select) ORDER BY r.source, r.displayName, r.id"
    private static let select = "SELECT \(Account.columns) FROM account r"
    private static let upsert = Database.upsert(Account.table, Account.columns)

    /// Writes an account over its earlier state.
    static func write(_ facts: AccountFacts, to database: Database) throws {
        let details = facts.account.details
        let credit = facts.account.liabilityAccount?.creditInformation
        try database.run(
            upsert,
            [
                details.id, details.institutionName, details.bankAccountID,
                credit == nil ? "asset" : "liability", details.displayName,
                details.accountDescription, details.currency.code, details.accountNumber?.digits,
                credit.map { try StoredJSON.encode($0) }, facts.booked?.minorUnits,
                facts.booked?.currency.code, facts.available?.minorUnits,
                facts.available?.currency.code, facts.creditLimit?.minorUnits,
                facts.creditLimit?.currency.code, facts.freshAt.milliseconds,
                facts.completeAt?.milliseconds, facts.firstSeen.milliseconds,
                facts.coveredFrom?.dayNumber,
            ])
    }

    static func fetch(
        _ sql: String, _ arguments: StatementArguments = [], from database: Database
    ) throws -> [AccountFacts] {
        try UnreadableRows.all(sql, arguments, table: Account.table, from: database) { reader in
            AccountFacts(
                account: try .read(&reader), booked: try reader.nextOptionalMoney(),
                available: try reader.nextOptionalMoney(),
                creditLimit: try reader.nextOptionalMoney(), freshAt: try reader.nextInstant(),
                completeAt: try reader.nextOptionalInstant(), firstSeen: try reader.nextInstant(),
                coveredFrom: try reader.nextOptionalDay())
        }
    }
}

extension AccountBalance {
    /// The columns of a record in the order in which they are read.
    static let columns = """
        r.accountID, r.asOfMs, r.day, r.availableMinor, r.availableCurrency, r.availableAsOfMs,
        r.bookedMinor, r.bookedCurrency, r.previousReadMs
        """

    static func read(_ reader: inout RowReader) throws -> AccountBalance {
        let accountID = try reader.next(UUID.self)
        let asOf = try reader.nextInstant()
        let day = try reader.nextDay()
        let availableAmount = try reader.nextOptionalMoney()
        let availableAsOf = try reader.nextOptionalInstant() ?? asOf
        let bookedAmount = try reader.nextOptionalMoney()
        let previousRead = try reader.nextOptionalInstant()
        let available = try availableAmount.map { try Balance(signed: $0, asOf: availableAsOf) }
        let booked = try bookedAmount.map { try Balance(signed: $0, asOf: asOf) }
        guard let current = CurrentBalance(available: available, booked: booked) else {
            throw RowProblem(table: table, problem: "a record without a figure")
        }
        return AccountBalance(
            accountID: accountID, currentBalance: current, day: day, previousRead: previousRead)
    }
}

/// Reads and writes balance records.
enum BalanceRow {
    /// The records of one account before an instant, newest first.
    static let selectNewest = """
        SELECT \(AccountBalance.columns) FROM accountBalance r
        WHERE r.accountID = ? AND r.asOfMs < ?
        ORDER BY r.asOfMs DESC
        LIMIT ?
        """
    /// The records of one account from an instant on, oldest first.
    static let selectSince = """
        SELECT \(AccountBalance.columns) FROM accountBalance r
        WHERE r.accountID = ? AND r.asOfMs >= ?
        ORDER BY r.asOfMs
        """
    private static let insert = """
        INSERT OR REPLACE INTO accountBalance (
            accountID, asOfMs, day, availableMinor, availableCurrency, availableAsOfMs,
            bookedMinor, bookedCurrency, previousReadMs)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
        """

    /// Writes a record; writing the same one again changes nothing.
    static func write(_ balance: AccountBalance, to database: Database) throws {
        let (available, booked) = (balance.available, balance.booked)
        try database.run(
            insert,
            [
                balance.accountID, balance.currentBalance.asOfDate.milliseconds,
                balance.day.dayNumber, available?.signedAmount.minorUnits,
                available?.amount.currency.code, available?.asOfDate.milliseconds,
                booked?.signedAmount.minorUnits, booked?.amount.currency.code,
                balance.previousRead?.milliseconds,
            ])
    }

    /// Reads the records of every account from an instant on, and the newest before it.
    static func read(sinceMs start: Int64, from database: Database) throws -> [AccountBalance] {
        let accounts = try UUID.fetchAll(database, sql: "SELECT id FROM account ORDER BY id")
        return try accounts.flatMap { id in
            try fetch(selectNewest, [id, start, 1], from: database)
                + fetch(selectSince, [id, start], from: database)
        }
    }

    static func fetch(
        _ sql: String, _ arguments: StatementArguments, from database: Database
    ) throws -> [AccountBalance] {
        try UnreadableRows.all(
            sql, arguments, table: AccountBalance.table, from: database, AccountBalance.read)
    }
}
