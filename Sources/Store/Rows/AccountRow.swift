import Finance
import Foundation
import GRDB

/// Accounts with their newest figures to and from their table.
enum AccountRow {
    /// The columns of an account and its figures, in the order in which they are read.
    static let columns = """
        id, source, bankAccountID, kind, displayName, accountDescription, currency, number,
        creditInformation, bookedMinor, bookedCurrency, availableMinor, availableCurrency,
        creditLimitMinor, creditLimitCurrency, freshAtMs, completeAtMs, firstSeenMs,
        coveredFromDay
        """
    private static let upsert = """
        INSERT INTO account (\(columns))
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (id) DO UPDATE SET
            source = excluded.source, bankAccountID = excluded.bankAccountID,
            kind = excluded.kind, displayName = excluded.displayName,
            accountDescription = excluded.accountDescription, currency = excluded.currency,
            number = excluded.number, creditInformation = excluded.creditInformation,
            bookedMinor = excluded.bookedMinor, bookedCurrency = excluded.bookedCurrency,
            availableMinor = excluded.availableMinor,
            availableCurrency = excluded.availableCurrency,
            creditLimitMinor = excluded.creditLimitMinor,
            creditLimitCurrency = excluded.creditLimitCurrency, freshAtMs = excluded.freshAtMs,
            completeAtMs = excluded.completeAtMs, firstSeenMs = excluded.firstSeenMs,
            coveredFromDay = excluded.coveredFromDay
        """
    /// All accounts, in the order in which people list them.
    static let selectAll = """
        SELECT \(columns) FROM account ORDER BY source, displayName, id
        """
    /// The accounts of one source.
    static let selectOfSource = "SELECT \(columns) FROM account WHERE source = ?"

    /// Writes one account over its former state.
    static func write(_ facts: AccountFacts, to database: Database) throws {
        let details = facts.account.details
        let credit = try facts.account.liabilityAccount.map {
            try StoredJSON.encode($0.creditInformation)
        }
        try database.cachedStatement(sql: upsert).execute(arguments: [
            details.id, details.institutionName, details.bankAccountID,
            credit == nil ? "asset" : "liability", details.displayName,
            details.accountDescription, details.currency.code, details.accountNumber?.digits,
            credit, facts.booked?.minorUnits, facts.booked?.currency.code,
            facts.available?.minorUnits, facts.available?.currency.code,
            facts.creditLimit?.minorUnits, facts.creditLimit?.currency.code,
            StoredInstant.milliseconds(facts.freshAt),
            facts.completeAt.map(StoredInstant.milliseconds),
            StoredInstant.milliseconds(facts.firstSeen), facts.coveredFrom?.dayNumber,
        ])
    }

    /// Reads the accounts that a statement of this type selects, with the dates that they share.
    static func read(
        _ sql: String, _ arguments: StatementArguments = [], from database: Database
    ) throws -> [AccountFacts] {
        let statement = try database.cachedStatement(sql: sql)
        let rows = try Row.fetchCursor(statement, arguments: arguments)
        var accounts: [AccountFacts] = []
        while let row = try rows.next() { accounts.append(try facts(row)) }
        let dates = try SharedDates.readAll(from: database)
        guard !dates.isEmpty else { return accounts }
        return accounts.map { dates[$0.account.institutionName]?.applied(to: $0) ?? $0 }
    }

    private static func facts(_ row: Row) throws -> AccountFacts {
        var reader = RowReader(row, table: "account")
        let account = try account(&reader)
        return AccountFacts(
            account: account, booked: try reader.nextOptionalMoney(),
            available: try reader.nextOptionalMoney(),
            creditLimit: try reader.nextOptionalMoney(), freshAt: try reader.nextInstant(),
            completeAt: try reader.nextOptionalInstant(), firstSeen: try reader.nextInstant(),
            coveredFrom: try reader.nextOptionalDay())
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
