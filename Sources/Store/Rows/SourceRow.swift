import Finance
import Foundation
import GRDB

/// Facts of sources to and from their table.
enum SourceRow {
    private static let upsert = """
        INSERT INTO source (
            id, lastSuccessMs, lastCompleteMs, lastAttemptMs, failingSinceMs,
            failureKind, failureProblem, failureFix, scheduledAtMs)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (id) DO UPDATE SET
            lastSuccessMs = excluded.lastSuccessMs, lastCompleteMs = excluded.lastCompleteMs,
            lastAttemptMs = excluded.lastAttemptMs, failingSinceMs = excluded.failingSinceMs,
            failureKind = excluded.failureKind, failureProblem = excluded.failureProblem,
            failureFix = excluded.failureFix, scheduledAtMs = excluded.scheduledAtMs
        """
    private static let select = """
        SELECT id, lastSuccessMs, lastCompleteMs, lastAttemptMs, failingSinceMs,
            failureKind, failureProblem, failureFix, scheduledAtMs
        FROM source
        """

    /// Writes the facts of one source over the former ones.
    static func write(_ source: SourceFacts, to database: Database) throws {
        try database.cachedStatement(sql: upsert).execute(arguments: [
            source.id,
            source.lastSuccess.map(StoredInstant.milliseconds),
            source.lastComplete.map(StoredInstant.milliseconds),
            source.lastAttempt.map(StoredInstant.milliseconds),
            source.failingSince.map(StoredInstant.milliseconds),
            source.failure?.kind.rawValue, source.failure?.problem, source.failure?.fix,
            source.scheduled.map { StoredInstant.milliseconds($0.readAt) },
        ])
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
