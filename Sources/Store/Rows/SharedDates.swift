import Finance
import Foundation
import GRDB

/// When all accounts of a source were read last, kept once with the source.
///
/// An answer without news changes nothing else, so it costs one small row, however many accounts
/// there are. What is written next to the source in any other way gives the accounts their own
/// dates back.
struct SharedDates: Sendable, Hashable {
    /// When the figures of each account were last read successfully.
    let freshAt: Date
    /// When the transactions of each account were last read completely; `nil` if never.
    let completeAt: Date?

    /// The dates that accounts have in common; `nil` if they differ or there are no accounts.
    init?(of accounts: [AccountFacts]) {
        guard let first = accounts.first,
            accounts.allSatisfy({
                $0.freshAt == first.freshAt && $0.completeAt == first.completeAt
            })
        else { return nil }
        freshAt = first.freshAt
        completeAt = first.completeAt
    }

    private init(_ reader: inout RowReader) throws {
        freshAt = try reader.nextInstant()
        completeAt = try reader.nextOptionalInstant()
    }

    private static let select = """
        SELECT id, accountsFreshAtMs, accountsCompleteAtMs
        FROM source WHERE accountsFreshAtMs IS NOT NULL
        """
    private static let handOut = """
        UPDATE account
        SET freshAtMs = s.accountsFreshAtMs, completeAtMs = s.accountsCompleteAtMs
        FROM source s
        WHERE s.id = ? AND s.accountsFreshAtMs IS NOT NULL AND account.source = s.id
        """

    /// Reads the dates of the sources whose accounts share them.
    static func readAll(from database: Database) throws -> [String: SharedDates] {
        let rows = try Row.fetchCursor(database.cachedStatement(sql: select))
        var dates: [String: SharedDates] = [:]
        while let row = try rows.next() {
            var reader = RowReader(row, table: "source")
            dates[try reader.next()] = try SharedDates(&reader)
        }
        return dates
    }

    /// Writes the dates that accounts of a source share into their own rows.
    static func handOut(of source: String, in database: Database) throws {
        try database.cachedStatement(sql: handOut).execute(arguments: [source])
    }

    /// The facts of an account with these dates.
    func applied(to facts: AccountFacts) -> AccountFacts {
        var facts = facts
        facts.freshAt = freshAt
        facts.completeAt = completeAt
        return facts
    }
}
