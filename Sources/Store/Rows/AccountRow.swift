import Finance
import Foundation
import GRDB

/// An account with its newest figures, as its table has it.
struct AccountRow: FetchableRecord, PersistableRecord {
    static let databaseTableName = "account"
    /// The columns of an account and its figures, in the order in which they are read.
    static let columns = """
        id, source, bankAccountID, kind, displayName, accountDescription, currency, number,
        creditInformation, bookedMinor, bookedCurrency, availableMinor, availableCurrency,
        creditLimitMinor, creditLimitCurrency, freshAtMs, completeAtMs, firstSeenMs,
        coveredFromDay
        """
    /// All accounts, in the order in which people list them.
    static let selectAll = """
        SELECT \(columns) FROM account ORDER BY source, displayName, id
        """
    /// The accounts of one source.
    static let selectOfSource = "SELECT \(columns) FROM account WHERE source = ?"

    /// The account.
    let facts: AccountFacts

    /// Takes an account to write it.
    init(_ facts: AccountFacts) { self.facts = facts }

    init(row: Row) throws {
        var reader = RowReader(row, table: "account")
        let account = try Self.account(&reader)
        facts = AccountFacts(
            account: account, booked: try reader.nextOptionalMoney(),
            available: try reader.nextOptionalMoney(),
            creditLimit: try reader.nextOptionalMoney(), freshAt: try reader.nextInstant(),
            completeAt: try reader.nextOptionalInstant(), firstSeen: try reader.nextInstant(),
            coveredFrom: try reader.nextOptionalDay())
    }

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
        row["freshAtMs"] = StoredInstant.milliseconds(facts.freshAt)
        row["completeAtMs"] = facts.completeAt.map(StoredInstant.milliseconds)
        row["firstSeenMs"] = StoredInstant.milliseconds(facts.firstSeen)
        row["coveredFromDay"] = facts.coveredFrom?.dayNumber
    }

    /// Reads the accounts that a statement with ``columns`` selects.
    static func read(
        _ sql: String, _ arguments: StatementArguments = [], from database: Database
    ) throws -> [AccountFacts] {
        try UnreadableRows.all(sql, arguments, from: database) { try AccountRow(row: $0).facts }
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
