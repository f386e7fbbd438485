import Finance
import Foundation
import GRDB

/// Balance records to and from their table.
enum BalanceRow {
    private static let insert = """
        INSERT OR REPLACE INTO accountBalance (
            accountID, asOfMs, availableMinor, availableCurrency, availableAsOfMs,
            bookedMinor, bookedCurrency, previousReadMs)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?)
        """
    /// The columns of a record in the order in which ``balance(_:)`` reads them.
    static let columns = """
        r.accountID, r.asOfMs, r.availableMinor, r.availableCurrency, r.availableAsOfMs,
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

    /// Appends one record; the same record again changes nothing.
    static func write(_ balance: AccountBalance, to database: Database) throws {
        let available = balance.available
        try database.cachedStatement(sql: insert).execute(arguments: [
            balance.accountID, StoredInstant.milliseconds(balance.currentBalance.asOfDate),
            available?.signedAmount.minorUnits, available?.amount.currency.code,
            available.map { StoredInstant.milliseconds($0.asOfDate) },
            balance.booked?.signedAmount.minorUnits, balance.booked?.amount.currency.code,
            balance.previousRead.map(StoredInstant.milliseconds),
        ])
    }

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
        let rows = try Row.fetchCursor(
            database.cachedStatement(sql: sql), arguments: arguments)
        var balances: [AccountBalance] = []
        while let row = try rows.next() {
            var reader = RowReader(row, table: "accountBalance")
            balances.append(try balance(&reader))
        }
        return balances
    }

    /// Reads the columns of a record.
    static func balance(_ reader: inout RowReader) throws -> AccountBalance {
        let accountID = try reader.next(UUID.self)
        let asOf = try reader.nextInstant()
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
            accountID: accountID, currentBalance: current, previousRead: previousRead)
    }
}
