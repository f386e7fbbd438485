import Finance
import Foundation
import GRDB

/// Facts of sources to and from their table.
enum SourceRow {
    private static let upsert = """
        INSERT INTO source (
            id, lastSuccessMs, lastCompleteMs, lastAttemptMs, failingSinceMs,
            failureKind, failureProblem, failureFix, scheduledAtMs,
            accountsFreshAtMs, accountsCompleteAtMs)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (id) DO UPDATE SET
            lastSuccessMs = excluded.lastSuccessMs, lastCompleteMs = excluded.lastCompleteMs,
            lastAttemptMs = excluded.lastAttemptMs, failingSinceMs = excluded.failingSinceMs,
            failureKind = excluded.failureKind, failureProblem = excluded.failureProblem,
            failureFix = excluded.failureFix, scheduledAtMs = excluded.scheduledAtMs,
            accountsFreshAtMs = excluded.accountsFreshAtMs,
            accountsCompleteAtMs = excluded.accountsCompleteAtMs
        """
    private static let select = """
        SELECT id, lastSuccessMs, lastCompleteMs, lastAttemptMs, failingSinceMs,
            failureKind, failureProblem, failureFix, scheduledAtMs
        FROM source
        """

    /// Writes the facts of one source over the former ones; before any of its accounts is written.
    static func write(_ source: SourceFacts, to database: Database) throws {
        try SharedDates.handOut(of: source.id, in: database)
        try write(source, accountsRead: nil, to: database)
    }

    /// The same, with when all of its accounts were read: no row of theirs is to be written then.
    static func write(
        _ source: SourceFacts, accountsRead dates: SharedDates?, to database: Database
    ) throws {
        var row = RowWriter(try database.cachedStatement(sql: upsert))
        try row.add(source.id)
        try row.add(source.lastSuccess)
        try row.add(source.lastComplete)
        try row.add(source.lastAttempt)
        try row.add(source.failingSince)
        try row.add(source.failure?.kind.rawValue)
        try row.add(source.failure?.problem)
        try row.add(source.failure?.fix)
        try row.add(source.scheduled?.readAt)
        try row.add(dates?.freshAt)
        try row.add(dates?.completeAt)
        try row.execute()
    }

    /// Reads all sources with what is scheduled.
    static func readAll(from database: Database) throws -> [SourceFacts] {
        let statement = try database.cachedStatement(sql: select)
        let rows = try Row.fetchCursor(statement)
        var sources: [SourceFacts] = []
        while let row = try rows.next() { sources.append(try source(row)) }
        return try sources.map { source in
            var source = source
            guard source.scheduled != nil else { return source }
            source.scheduled?.items = try ScheduledRow.read(source: source.id, from: database)
            return source
        }
    }

    private static func source(_ row: Row) throws -> SourceFacts {
        var reader = RowReader(row, table: "source")
        var source = SourceFacts(
            id: try reader.next(), lastSuccess: try reader.nextOptionalInstant(),
            lastComplete: try reader.nextOptionalInstant(),
            lastAttempt: try reader.nextOptionalInstant(),
            failingSince: try reader.nextOptionalInstant())
        let kind = try reader.next(String?.self).flatMap(SourceFailure.Kind.init(rawValue:))
        let problem = try reader.next(String?.self) ?? ""
        let fix = try reader.next(String?.self) ?? ""
        source.failure = kind.map { SourceFailure(kind: $0, problem: problem, fix: fix) }
        source.scheduled = try reader.nextOptionalInstant().map {
            ScheduledItems(items: [], readAt: $0)
        }
        return source
    }
}
