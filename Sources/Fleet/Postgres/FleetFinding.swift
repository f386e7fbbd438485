/// Something about a fleet's server that an operator should know.
public struct FleetFinding: Sendable, Hashable {
    /// Whether no fleet may run there; else it is a warning.
    public let isError: Bool
    public let what: String
    public let fix: String
}

extension PostgresFleet {
    /// Looks at the server's settings, its transactions and the tables; empty if all is well.
    public func findings() async throws -> [FleetFinding] {
        try await pool.perform { session in
            let findings = try session.run(Self.findings).map { row in
                FleetFinding(isError: row.bool(), what: row.text(), fix: row.text())
            }
            guard try FleetSchema.found(session) == nil else { return findings }
            let fix = "make the tables with 'saldovakt fleet migrate'"
            return findings + [
                FleetFinding(isError: true, what: "this database has no fleet", fix: fix)
            ]
        }
    }

    private static let findings = """
        SELECT true, name || ' is off: a power cut destroys the database',
            'set ' || name || ' = on in postgresql.conf and reload'
        FROM pg_settings WHERE name IN ('fsync', 'full_page_writes') AND setting = 'off'
        UNION ALL SELECT true, 'synchronous_commit is off: a power cut takes back what was answered',
            'set synchronous_commit = on in postgresql.conf, or for the role, and reload'
        FROM pg_settings WHERE name = 'synchronous_commit' AND setting = 'off'
        UNION ALL SELECT false, 'autovacuum is off: tables grow with each answer',
            'set autovacuum = on in postgresql.conf and reload'
        FROM pg_settings WHERE name = 'autovacuum' AND setting = 'off'
        UNION ALL SELECT false, 'no synchronous standby: what the server loses is lost',
            'set synchronous_standby_names, or let Patroni do it (synchronous_mode)'
        FROM pg_settings WHERE name = 'synchronous_standby_names' AND setting = ''
        UNION ALL SELECT false, 'a transaction of process ' || pid || ' (' || application_name
                || ') is older than 5 minutes: rows that it could see are not cleaned up',
            'end it: SELECT pg_terminate_backend(' || pid || '); run reports on a standby'
        FROM pg_stat_activity WHERE backend_type = 'client backend'
            AND xact_start < clock_timestamp() - interval '5 minutes'
        UNION ALL SELECT false, 'the server is older than PostgreSQL 13 and no longer maintained',
            'upgrade PostgreSQL'
        WHERE current_setting('server_version_num')::int < 130000
        """
}
