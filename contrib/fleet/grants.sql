-- Roles of a fleet, after 'saldovakt fleet migrate', as a user of PostgreSQL who may make roles:
--   runuser -u postgres -- psql -v ON_ERROR_STOP=1 -d fleet < grants.sql
-- They have no passwords; who logs in gets one of them: CREATE ROLE worker1 LOGIN IN ROLE fleet_worker.
-- A worker reads and writes rows and can't change tables; a reader sees how a fleet is doing and no texts.
CREATE ROLE fleet_worker;
CREATE ROLE fleet_reader;
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO fleet_worker;
GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO fleet_worker;
REVOKE INSERT, UPDATE, DELETE ON fleet FROM fleet_worker;
GRANT SELECT ON fleet, agenda TO fleet_reader;
GRANT SELECT (household, channel, created_at, due_at, state, attempts) ON outbox TO fleet_reader;
