import Finance
import Foundation
import GRDB

/// A record of an account's balances, as its table has it.
struct BalanceRow: PersistableRecord {
    static let databaseTableName = "accountBalance"
    /// The same record again changes nothing.
    static let persistenceConflictPolicy = PersistenceConflictPolicy(insert: .replace)

    /// The record.
    let balance: AccountBalance

    func encode(to row: inout PersistenceContainer) {
        let (available, booked) = (balance.available, balance.booked)
        row["accountID"] = balance.accountID
        row["asOfMs"] = StoredInstant.milliseconds(balance.currentBalance.asOfDate)
        row["day"] = balance.day.dayNumber
        row["availableMinor"] = available?.signedAmount.minorUnits
        row["availableCurrency"] = available?.amount.currency.code
        row["availableAsOfMs"] = available.map { StoredInstant.milliseconds($0.asOfDate) }
        row["bookedMinor"] = booked?.signedAmount.minorUnits
        row["bookedCurrency"] = booked?.amount.currency.code
        row["previousReadMs"] = balance.previousRead.map(StoredInstant.milliseconds)
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
        let accounts = try UUID.fetchAll(
            database.cachedStatement(sql: "SELECT id FROM account ORDER BY id"))
        return try accounts.flatMap { id in
            try read(selectNewest, [id, start, 1], from: database)
                + read(selectSince, [id, start], from: database)
        }
    }

    private static func read(
        _ sql: String, _ arguments: StatementArguments, from database: Database
    ) throws -> [AccountBalance] {
        try UnreadableRows.all(sql, arguments, from: database) { row in
            var reader = RowReader(row, table: "accountBalance")
            return try balance(&reader)
        }
    }

    /// Reads the columns of a record.
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
        let current: CurrentBalance
        switch (available, booked) {
        case (let available?, let booked?):
            current = .availableAndBooked(available: available, booked: booked)
        case (let available?, nil): current = .available(available)
        case (nil, let booked?): current = .booked(booked)
        case (nil, nil):
            throw RowProblem(table: "accountBalance", problem: "a record without a figure")
        }
        return AccountBalance(
            accountID: accountID, currentBalance: current, day: day,
            previousRead: previousRead)
    }
}
