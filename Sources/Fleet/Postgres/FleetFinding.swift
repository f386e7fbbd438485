import Foundation

/// Something about a fleet's server that an operator should know.
public struct FleetFinding: Sendable, Hashable {
    /// Whether a fleet may run there.
    public enum Severity: Sendable, Hashable {
        case error
        case warning
    }

    public let severity: Severity
    public let what: String
    public let fix: String

    init(_ severity: Severity, _ what: String, fix: String) {
        self.severity = severity
        self.what = what
        self.fix = fix
    }
}

extension PostgresFleet {
    /// Looks at the server's settings, its transactions and the tables; empty if all is well.
    public func findings() async throws -> [FleetFinding] {
        try await pool.perform { session in
            var findings = try session.run(
                """
                SELECT name, setting FROM pg_settings WHERE name IN ('fsync', 'full_page_writes')
                    AND setting = 'off' OR name = 'synchronous_standby_names' AND setting = ''
                ORDER BY name
                """
            ).map { row in Self.finding(about: row.text(), isOff: row.text() == "off") }
            findings += try session.run(
                """
                SELECT pid::bigint, application_name FROM pg_stat_activity
                WHERE xact_start < clock_timestamp() - interval '5 minutes'
                    AND backend_type = 'client backend' ORDER BY xact_start
                """
            ).map { row in Self.finding(aboutTransactionOf: row.int(), row.text()) }
            if session.version < 130_000 {
                findings.append(
                    FleetFinding(
                        .warning, "the server is older than PostgreSQL 13 and no longer maintained",
                        fix: "upgrade PostgreSQL"))
            }
            if try FleetSchema.found(session) == nil {
                findings.append(
                    FleetFinding(
                        .error, "this database has no fleet",
                        fix: "make the tables with 'saldovakt fleet migrate'"))
            }
            return findings
        }
    }

    private static func finding(about setting: String, isOff: Bool) -> FleetFinding {
        isOff
            ? FleetFinding(
                .error, "\(setting) is off: a power cut destroys the database",
                fix: "set \(setting) = on in postgresql.conf and reload")
            : FleetFinding(
                .warning, "no synchronous standby: what the server loses is lost",
                fix: "set synchronous_standby_names, or let Patroni do it (synchronous_mode)")
    }

    private static func finding(aboutTransactionOf process: Int64, _ name: String) -> FleetFinding {
        FleetFinding(
            .warning,
            "a transaction of process \(process) (\(name)) is older than 5 minutes: rows that it could see "
                + "are not cleaned up",
            fix: "end it: SELECT pg_terminate_backend(\(process)); run reports on a standby")
    }
}
