import Finance
import Foundation
import GRDB

/// Reads what reconciling one answer needs.
enum HoldingsReader {
    /// The records whose day or posting day is not before a day.
    static let selectRecent = "\(RecordRow.select) WHERE r.accountID = ? AND r.latestDay >= ?"
    /// The open reservations before a day.
    static let selectOpen = """
        \(RecordRow.select)
        WHERE r.accountID = ? AND r.isGone = 0 AND r.status IN ('authorized', 'pending')
            AND r.latestDay < ?
        """

    /// All accounts of the answer's source, and the records that the answer can touch.
    static func read(for snapshot: Snapshot, from database: Database) throws -> Holdings {
        var holdings = Holdings()
        let known = try AccountRow.read(
            AccountRow.selectOfSource, [snapshot.source], from: database)
        for facts in known { holdings.accounts[facts.account.id] = facts }
        let days = Holdings.firstDayNeeded(for: snapshot)
        for account in snapshot.accounts {
            let id = account.details.id
            // Without a day nothing dated belongs to the answer, only what is still open.
            let day = days[id]?.dayNumber ?? Int(Int32.max)
            holdings.records[id] =
                try RecordRow.fetch(selectRecent, [id, day], from: database)
                + RecordRow.fetch(selectOpen, [id, day], from: database)
            try addDecisions(about: id, to: &holdings, from: database)
        }
        return holdings
    }

    /// Adds what a person decided, with the records that are to be joined or split.
    private static func addDecisions(
        about account: UUID, to holdings: inout Holdings, from database: Database
    ) throws {
        let decisions = try DecisionRow.read(account: account, from: database)
        guard !decisions.isEmpty else { return }
        holdings.decisions += decisions
        var known = Set(holdings.records[account]?.map(\.transaction.id) ?? [])
        let open = decisions.filter { $0.appliedAt == nil }
        for id in open.flatMap({ [$0.first, $0.second].compactMap { $0 } }) {
            guard known.insert(id).inserted,
                let record = try TransactionReader.record(id, from: database)
            else { continue }
            holdings.records[account, default: []].append(record)
        }
    }

    /// All records of an account from a day on, gone ones included.
    static func records(
        of account: UUID, from day: CalendarDay, in database: Database
    ) throws -> [TransactionRecord] {
        try RecordRow.fetch(selectRecent, [account, day.dayNumber], from: database)
    }
}

/// Reads what is current.
enum FactsReader {
    /// All accounts and sources.
    static func read(from database: Database) throws -> Facts {
        var facts = Facts()
        for account in try AccountRow.read(AccountRow.selectAll, from: database) {
            facts.accounts[account.account.id] = account
        }
        for source in try SourceRow.readAll(from: database) { facts.sources[source.id] = source }
        return facts
    }

    /// How many commits brought something new.
    static func commitCount(from database: Database) throws -> Int {
        try Int.fetchOne(database.cachedStatement(sql: "SELECT commits FROM progress")) ?? 0
    }
}
