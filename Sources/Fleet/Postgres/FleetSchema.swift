/// The tables of a fleet, and whether a database has them.
///
/// Locks are taken in one order: `household`, `agenda` by household, `outbox` by household, channel
/// and notification. A transaction that holds the row of a household in `agenda` may add to
/// `inbox`, `image` and `outbox`.
enum FleetSchema {
    static let version: Int64 = 1
    /// What ``columns(_:)`` returns for these tables; to be changed with them.
    static let columns = "84eadd828a931c5177300eb9487fd3866142c11f8f2f7cd89a0257330ee9c281"

    static func migrate(_ session: PostgresSession) throws {
        // If two operators do this at once, the second finds the tables of the first.
        try session.command("SELECT pg_advisory_xact_lock(7022311)")
        guard try found(session) == nil else { return }
        let others = "SELECT tablename::text FROM pg_tables WHERE schemaname = current_schema()"
        if let table = try session.run(others).first?.text() {
            throw FleetError(
                .refused, "this database has tables of something else, such as '\(table)'",
                fix: "make a database for the fleet alone")
        }
        try session.command(sql)
        try session.run("INSERT INTO fleet VALUES (gen_random_uuid(), $1)", [.int(version)])
    }

    /// The version of the tables; `nil` if there are none.
    static func found(_ session: PostgresSession) throws -> Int64? {
        guard let columns = try columns(session),
            let found = try session.run("SELECT schema FROM fleet").first?.int()
        else { return nil }
        guard (found, columns) == (version, Self.columns) else {
            throw FleetError(
                .refused, "the fleet's tables have version \(found) and are those of another build",
                fix: found > version
                    ? "update saldovakt"
                    : "name an empty database, run 'saldovakt fleet migrate', add and feed the households again"
            )
        }
        return found
    }

    /// A hash of the tables' columns and their types; `nil` if there is no fleet.
    static func columns(_ session: PostgresSession) throws -> String? {
        // Also seen by a role that may not read the tables.
        try session.run(
            """
            SELECT encode(sha256(string_agg(concat_ws(' ', t, attname, format_type(atttypid, NULL),
                attnotnull), ',' ORDER BY t COLLATE "C", attname)::bytea), 'hex')
            FROM unnest(string_to_array(
                'agenda document feed_position fleet household image inbox lane outbox', ' ')) t
            JOIN pg_attribute ON attrelid = to_regclass(quote_ident(current_schema()) || '.' || t)
                AND attnum > 0 AND NOT attisdropped HAVING bool_or(t = 'fleet' AND attname = 'schema')
            """
        ).first?.text()
    }

    // `claimable` of a household is COALESCE(leased_until, due_at). States of the outbox: 0 waiting,
    // 1 delivered, 2 merged, 3 given up.
    private static let sql = """
        CREATE TABLE fleet (id uuid PRIMARY KEY, schema bigint NOT NULL, key bytea, slots text);
        CREATE FUNCTION saldovakt_now() RETURNS timestamptz LANGUAGE sql
            AS $$ SELECT date_trunc('milliseconds', clock_timestamp()) $$;
        CREATE TABLE document (hash text PRIMARY KEY, body bytea NOT NULL);
        CREATE TABLE household (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
            reference text COLLATE "C" NOT NULL UNIQUE,
            rules text NOT NULL REFERENCES document, settings text NOT NULL REFERENCES document,
            key bytea);
        CREATE INDEX household_rules ON household (rules);
        CREATE INDEX household_settings ON household (settings);
        CREATE TABLE agenda (household bigint PRIMARY KEY,
            due_at timestamptz, leased_until timestamptz,
            paused boolean NOT NULL DEFAULT false, tries smallint NOT NULL DEFAULT 0,
            epoch bigint NOT NULL DEFAULT 0, version bigint NOT NULL DEFAULT 0,
            inbox_head bigint NOT NULL DEFAULT 0, inbox_tail bigint NOT NULL DEFAULT 0,
            last_commit bytea, problem bytea)
            WITH (fillfactor = 60, autovacuum_vacuum_scale_factor = 0.01,
                autovacuum_vacuum_cost_limit = 2000);
        CREATE INDEX agenda_claimable ON agenda (COALESCE(leased_until, due_at), household)
            WHERE NOT paused;
        CREATE TABLE image (household bigint PRIMARY KEY, body bytea NOT NULL)
            WITH (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02);
        -- What this server has not is left out.
        DO $$ BEGIN EXECUTE 'ALTER TABLE image ALTER body SET COMPRESSION lz4';
            EXCEPTION WHEN OTHERS THEN NULL; END $$;
        CREATE TABLE inbox (
            household bigint NOT NULL, number bigint NOT NULL, key text NOT NULL, line bytea NOT NULL,
            PRIMARY KEY (household, number), UNIQUE (household, key));
        CREATE TABLE feed_position (
            feed text PRIMARY KEY, position bigint NOT NULL, last text NOT NULL);
        CREATE TABLE outbox (
            household bigint NOT NULL, channel text NOT NULL, notice text NOT NULL,
            sequence bigint GENERATED ALWAYS AS IDENTITY,
            alert bytea NOT NULL, begins boolean NOT NULL, body bytea NOT NULL,
            added_at timestamptz NOT NULL, created_at timestamptz NOT NULL, due_at timestamptz NOT NULL,
            state smallint NOT NULL, turn boolean NOT NULL,
            attempts bigint NOT NULL DEFAULT 0, tried bigint NOT NULL DEFAULT 0,
            refusals bigint NOT NULL DEFAULT 0, problem bytea, ended_at timestamptz,
            PRIMARY KEY (household, channel, notice))
            WITH (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02);
        CREATE INDEX outbox_due ON outbox (due_at, sequence) WHERE state = 0 AND turn;
        CREATE INDEX outbox_line ON outbox (household, channel, alert, sequence) WHERE state = 0;
        CREATE INDEX outbox_begins ON outbox (household, channel, alert, sequence) WHERE begins;
        CREATE INDEX outbox_ended ON outbox (ended_at) WHERE state <> 0;
        CREATE INDEX outbox_gave_up ON outbox (household) WHERE state = 3;
        CREATE TABLE lane (
            settings text NOT NULL, channel text NOT NULL, until timestamptz NOT NULL,
            PRIMARY KEY (settings, channel));
        """
}
