public import Fleet
import Foundation

/// Something about a fleet's server that an operator should know.
public struct FleetFinding: Sendable, Hashable {
    /// Whether a fleet may run there.
    public enum Severity: String, Sendable, Hashable, Codable {
        case error
        case warning
    }

    public let severity: Severity
    public let what: String
    public let fix: String

    public init(_ severity: Severity, _ what: String, fix: String) {
        self.severity = severity
        self.what = what
        self.fix = fix
    }
}

extension PostgresFleet {
    /// Looks at the server's settings, its transactions and the tables; empty if all is well.
    public func findings() async throws(FleetError) -> [FleetFinding] {
        try await perform { session throws(PostgresError) in
            try Self.settings(session) + Self.transactions(session) + Self.schema(session)
        }
    }

    private static func settings(
        _ session: PostgresSession
    ) throws(PostgresError) -> [FleetFinding] {
        let names = ["fsync", "full_page_writes", "synchronous_standby_names"]
        let values = try session.run(
            "SELECT current_setting(name) FROM unnest($1) AS s(name)", [.texts(names)]
        ).map { row in row.text() }
        var findings = zip(names, values).filter { $0.1 == "off" }.map { name, _ in
            FleetFinding(
                .error, "\(name) is off: a power cut destroys the database",
                fix: "set \(name) = on in postgresql.conf and reload")
        }
        if values.last?.isEmpty ?? true {
            findings.append(
                FleetFinding(
                    .warning, "no synchronous standby: what the server loses is lost",
                    fix: "set synchronous_standby_names, or let Patroni do it (synchronous_mode)"))
        }
        if session.version < 130_000 {
            findings.append(
                FleetFinding(
                    .warning, "the server is older than PostgreSQL 13: it is not maintained",
                    fix: "upgrade PostgreSQL"))
        }
        return findings
    }

    private static func transactions(
        _ session: PostgresSession
    ) throws(PostgresError) -> [FleetFinding] {
        try session.run(
            """
            SELECT pid, application_name FROM pg_stat_activity
            WHERE xact_start < clock_timestamp() - interval '5 minutes'
                AND backend_type = 'client backend' ORDER BY xact_start
            """
        ).map { row in
            let (process, name) = (row.int(), row.text())
            return FleetFinding(
                .warning,
                "a transaction of process \(process) (\(name)) is older than 5 minutes: rows that it "
                    + "could see are not cleaned up",
                fix: "end it: SELECT pg_terminate_backend(\(process)), and run reports on a standby"
            )
        }
    }

    private static func schema(_ session: PostgresSession) throws(PostgresError) -> [FleetFinding] {
        guard try FleetSchema.found(session) == nil else { return [] }
        return [
            FleetFinding(
                .error, "this database has no fleet",
                fix: "make the tables with 'saldovakt fleet migrate'")
        ]
    }
}
