import Finance
import Foundation
import GRDB

/// A row of the table of accounts, with the newest figures.
struct AccountRow: PersistableRecord {
    static let databaseTableName = "account"
    /// The columns of an account and its figures, in the order in which they are read.
    static let columns = """
        r.id, r.source, r.bankAccountID, r.kind, r.displayName, r.accountDescription, r.currency,
        r.number, r.creditInformation, r.bookedMinor, r.bookedCurrency, r.availableMinor,
        r.availableCurrency, r.creditLimitMinor, r.creditLimitCurrency, r.freshAtMs,
        r.completeAtMs, r.firstSeenMs, r.coveredFromDay
        """
    static let selectOfSource = "SELECT \(columns) FROM account r WHERE r.source = ?"
    private static let selectOfOthers = "SELECT \(columns) FROM account r WHERE r.source <> ?"

    let facts: AccountFacts

    func encode(to row: inout PersistenceContainer) throws {
        let details = facts.account.details
        let credit = facts.account.liabilityAccount?.creditInformation
        row["id"] = details.id
        row["source"] = details.institutionName
        row["bankAccountID"] = details.bankAccountID
        row["kind"] = credit == nil ? "asset" : "liability"
        row["displayName"] = details.displayName
        row["accountDescription"] = details.accountDescription
        row["currency"] = details.currency.code
        row["number"] = details.accountNumber?.digits
        row["creditInformation"] = try credit.map { try StoredJSON.encode($0) }
        row["bookedMinor"] = facts.booked?.minorUnits
        row["bookedCurrency"] = facts.booked?.currency.code
        row["availableMinor"] = facts.available?.minorUnits
        row["availableCurrency"] = facts.available?.currency.code
        row["creditLimitMinor"] = facts.creditLimit?.minorUnits
        row["creditLimitCurrency"] = facts.creditLimit?.currency.code
        row["freshAtMs"] = facts.freshAt.milliseconds
        row["completeAtMs"] = facts.completeAt?.milliseconds
        row["firstSeenMs"] = facts.firstSeen.milliseconds
        row["coveredFromDay"] = facts.coveredFrom?.dayNumber
    }

    static func read(source: String, from database: Database) throws -> [AccountFacts] {
        try UnreadableRows.all(selectOfSource, [source], table: "account", from: database, facts)
    }

    /// The accounts of every source but one.
    static func read(otherThan source: String, from database: Database) throws -> [AccountFacts] {
        try UnreadableRows.all(selectOfOthers, [source], table: "account", from: database, facts)
    }

    /// All accounts, in the order in which people list them.
    static func readAll(from database: Database) throws -> [AccountFacts] {
        let select = """
            SELECT \(columns) FROM account r ORDER BY r.source, r.displayName, r.id
            """
        return try UnreadableRows.all(select, table: "account", from: database, facts)
    }

    private static func facts(_ reader: inout RowReader) throws -> AccountFacts {
        AccountFacts(
            account: try account(&reader), booked: try reader.nextOptionalMoney(),
            available: try reader.nextOptionalMoney(), creditLimit: try reader.nextOptionalMoney(),
            freshAt: try reader.nextInstant(), completeAt: try reader.nextOptionalInstant(),
            firstSeen: try reader.nextInstant(), coveredFrom: try reader.nextOptionalDay())
    }

    /// Reads the columns of an account, which come before those of its figures.
    static func account(_ reader: inout RowReader) throws -> Account {
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
            throw RowProblem(table: "account", problem: "an identifier that is not its account's")
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

/// A row of the table of balance records.
struct BalanceRow: PersistableRecord {
    static let databaseTableName = "accountBalance"
    /// Writing the same record again changes nothing.
    static let persistenceConflictPolicy = PersistenceConflictPolicy(insert: .replace)

    let balance: AccountBalance

    func encode(to row: inout PersistenceContainer) {
        let (available, booked) = (balance.available, balance.booked)
        row["accountID"] = balance.accountID
        row["asOfMs"] = balance.currentBalance.asOfDate.milliseconds
        row["day"] = balance.day.dayNumber
        row["availableMinor"] = available?.signedAmount.minorUnits
        row["availableCurrency"] = available?.amount.currency.code
        row["availableAsOfMs"] = available?.asOfDate.milliseconds
        row["bookedMinor"] = booked?.signedAmount.minorUnits
        row["bookedCurrency"] = booked?.amount.currency.code
        row["previousReadMs"] = balance.previousRead?.milliseconds
    }

    /// The columns of a record in the order in which ``balance(_:)`` reads them.
    static let columns = """
        r.accountID, r.asOfMs, r.day, r.availableMinor, r.availableCurrency, r.availableAsOfMs,
        r.bookedMinor, r.bookedCurrency, r.previousReadMs
        """
    /// The records of one account before an instant, newest first.
    static let selectNewest = """
        SELECT \(columns) FROM accountBalance r
        WHERE r.accountID = ? AND r.asOfMs < ?
        ORDER BY r.asOfMs DESC
        LIMIT ?
        """
    /// The records of one account from an instant on, oldest first.
    static let selectSince = """
        SELECT \(columns) FROM accountBalance r
        WHERE r.accountID = ? AND r.asOfMs >= ?
        ORDER BY r.asOfMs
        """

    /// Reads the records of one account before an instant, newest first.
    static func read(
        for id: UUID, beforeMs end: Int64, limit: Int, from database: Database
    ) throws -> [AccountBalance] {
        try read(selectNewest, [id, end, limit], from: database)
    }

    /// Reads the records of every account from an instant on, and the newest before it.
    static func read(sinceMs start: Int64, from database: Database) throws -> [AccountBalance] {
        let accounts = try UUID.fetchAll(database, sql: "SELECT id FROM account ORDER BY id")
        return try accounts.flatMap { id in
            try read(selectNewest, [id, start, 1], from: database)
                + read(selectSince, [id, start], from: database)
        }
    }

    private static func read(
        _ sql: String, _ arguments: StatementArguments, from database: Database
    ) throws -> [AccountBalance] {
        try UnreadableRows.all(sql, arguments, table: "accountBalance", from: database, balance)
    }

    static func balance(_ reader: inout RowReader) throws -> AccountBalance {
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
            throw RowProblem(table: "accountBalance", problem: "a record without a figure")
        }
        return AccountBalance(
            accountID: accountID, currentBalance: current, day: day, previousRead: previousRead)
    }
}
