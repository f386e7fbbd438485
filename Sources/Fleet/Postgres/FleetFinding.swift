/// A finding about a fleet's server; an error if no fleet may run there.
public typealias FleetFinding = (isError: Bool, what: String, fix: String)

extension PostgresFleet {
    /// Checks the server's settings, its transactions and the tables; empty if all is well.
    public func findings() async throws -> [FleetFinding] {
        try await pool.perform { session in
            let findings: [FleetFinding] = try session.run(Self.findings).map { row in
                (row.bool(), row.text(), row.text())
            }
            guard try FleetSchema.found(session) == nil else { return findings }
            let fix = "make the tables with 'saldovakt fleet migrate'"
            return findings + [(true, "this database has no fleet", fix)]
        }
    }

    private static let findings = """
        SELECT is_error, name || ' is off: ' || harm,
            'set ' || name || ' = on, in postgresql.conf or for the role, and reload'
        FROM pg_settings JOIN (VALUES
            ('fsync', true, 'a power cut destroys the database'),
            ('full_page_writes', true, 'a power cut destroys the database'),
            ('synchronous_commit', true, 'a power cut takes back what was answered'),
            ('autovacuum', false, 'tables grow with each answer')) AS v(name, is_error, harm)
            USING (name) WHERE setting = 'off'
        UNION ALL SELECT false, 'no synchronous standby: what the server loses is lost',
            'set synchronous_standby_names, or let Patroni do it (synchronous_mode)'
        FROM pg_settings WHERE name = 'synchronous_standby_names' AND setting = ''
        UNION ALL SELECT false, 'a transaction of process ' || pid || ' (' || application_name
                || ') is older than 5 minutes: rows that it could see are not cleaned up',
            'end it: SELECT pg_terminate_backend(' || pid || '); run reports on a standby'
        FROM pg_stat_activity WHERE backend_type = 'client backend'
            AND xact_start < clock_timestamp() - interval '5 minutes'
        UNION ALL SELECT false, 'the server is older than PostgreSQL 15 and no longer maintained',
            'upgrade PostgreSQL' WHERE current_setting('server_version_num')::int < 150000
        """
}
