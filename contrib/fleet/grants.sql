-- Roles of a fleet, after 'saldovakt fleet migrate', as a user of PostgreSQL who may make roles:
--   runuser -u postgres -- psql -v ON_ERROR_STOP=1 -d fleet < grants.sql
-- They have no passwords; who logs in gets one of them: CREATE ROLE worker1 LOGIN IN ROLE fleet_worker.
-- A worker reads and writes rows and can't change tables. It also feeds, and adds and removes households.
-- A reader sees how a fleet is doing and what is wrong with a household ('fleet status', 'fleet doctor',
-- 'fleet household list' and 'show'), but no states, lines, notifications, rules or settings.
CREATE ROLE fleet_worker;
CREATE ROLE fleet_reader;
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO fleet_worker;
GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO fleet_worker;
REVOKE INSERT, UPDATE, DELETE ON fleet FROM fleet_worker;
GRANT SELECT ON fleet, agenda TO fleet_reader;
GRANT SELECT (id, reference, key) ON household TO fleet_reader;
GRANT SELECT (household, channel, sequence, created_at, added_at, due_at, state, turn, attempts, refusals,
    problem) ON outbox TO fleet_reader;
