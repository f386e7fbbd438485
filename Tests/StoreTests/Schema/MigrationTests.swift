import Alerts
import Finance
import Foundation
import GRDB
import TestSupport
import Testing

@testable import Store

@Suite("Migrations")
struct MigrationTests {
    private let folder = TemporaryFolder()

    /// A state folder with a database that was made from SQL text.
    private func state(_ sql: String) throws -> String {
        let state = folder.makeStateFolder()
        try FileManager.default.createDirectory(
            atPath: state, withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
        let queue = try DatabaseQueue(path: state + "/saldovakt.sqlite")
        try queue.writeWithoutTransaction { try $0.execute(sql: sql) }
        try queue.close()
        return state
    }

    @Test("a database of version v1 opens with everything in it")
    func opensV1() async throws {
        let store = try SQLiteAlertStore.open(folder: try state(StoredDatabase.v1))
        let account = try #require(try await store.finance.accounts().first)
        #expect(account.displayName == "Brukskonto")
        #expect(account.accountNumber?.digits == "99990000001")
        let taxi = try #require(
            try await store.finance.transactions().transactions.first)
        #expect(taxi.signedAmount == Make.money("-187.00"))
        #expect(try await store.finance.record(of: taxi.id)?.evidence?.tier == .amountDay)
        #expect(try await store.finance.accountBalances(for: account.id).count == 1)
        #expect(try await store.finance.scheduledItems(of: "sbanken").map(\.id) == ["p1"])
        #expect(try await store.alertLedger().rules["low"]?.body == "b1")
        #expect(try await store.outbox(in: [.waiting], limit: 9).map(\.notice.id) == ["ntc_1"])
        #expect(try await store.finance.commitCount() == 2)
        // What a former version did not write is not known, instead of being something else.
        let balance = try #require(
            try await store.finance.accountBalances(for: account.id).first)
        #expect(balance.previousRead == nil)
        #expect(try await store.facts().sources["sbanken"]?.scheduled == nil)
    }

    @Test("a new database is what all migrations make of an empty one")
    func snapshotIsMigrated() throws {
        let made = try DatabaseQueue()
        try Schema.make(in: made)
        let migrated = try DatabaseQueue()
        try migrated.writeWithoutTransaction { try Schema.claim($0) }
        try Schema.migrator.migrate(migrated)
        #expect(try made.read(Self.outline) == migrated.read(Self.outline))
        #expect(try made.read(Self.columns) == migrated.read(Self.columns))
        #expect(try made.read(Self.content) == migrated.read(Self.content))
    }

    /// Each thing of the database with its SQL, without comments and spaces.
    private static func outline(of database: Database) throws -> [String] {
        try Row.fetchAll(
            database, sql: "SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY type, name"
        ).map { row in
            let lines = ((row["sql"] as String?) ?? "").split(separator: "\n")
            let words = lines.flatMap { line in
                line.prefix(while: { $0 != "-" }).split(separator: " ")
            }
            return "\(row["type"] as String) \(row["name"] as String) \(words.joined())"
        }
    }

    /// The columns of each table in their order.
    private static func columns(of database: Database) throws -> [Row] {
        try Row.fetchAll(
            database,
            sql: """
                SELECT m.name, c.* FROM sqlite_master m, pragma_table_xinfo(m.name) c
                WHERE m.type = 'table' ORDER BY m.name, c.cid
                """)
    }

    /// What is in the tables; the number of a store is random.
    private static func content(of database: Database) throws -> [[Row]] {
        try (Schema.tables + ["grdb_migrations", "sqlite_sequence"]).map { table in
            let what = table == "history" ? "id, compactedTo" : "*"
            return try Row.fetchAll(database, sql: "SELECT \(what) FROM \(table)")
        }
    }

    @Test("a released migration is never edited")
    func isFrozen() {
        let names = [
            "v1", "coverage", "history", "lifecycle", "conditions", "identity", "delivery",
            "bindings",
        ]
        #expect(Array(Schema.migrator.migrations.prefix(names.count)) == names)
        let digest = StableHash(Schema.factsV1, Schema.alertsV1).hex
        #expect(digest == StoredDatabase.v1Digest)
        #expect(StableHash(Schema.lifecycle).hex == StoredDatabase.lifecycleDigest)
    }

    @Test("a database that a newer version wrote is refused and named, untouched")
    func refusesNewer() async throws {
        let state = try await folder.makeUsedFolder(Make.commit())
        let queue = try DatabaseQueue(path: state + "/saldovakt.sqlite")
        try await queue.write {
            try $0.execute(sql: "INSERT INTO grdb_migrations VALUES ('v9'), ('v8')")
        }
        try queue.close()
        let path = state + "/saldovakt.sqlite"
        let before = try Data(contentsOf: URL(fileURLWithPath: path))
        let expected = StoreError.newerSchema(path: path, migrations: ["v8", "v9"])
        #expect(throws: expected) { try SQLiteAlertStore.open(folder: state) }
        #expect(throws: expected) { try SQLiteAlertStore.openReadOnly(folder: state) }
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
    }

    @Test("a start that was cut short is taken up again", arguments: [false, true])
    func resumes(hasMigrationTable: Bool) async throws {
        let table = "CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);"
        let state = try state(
            "PRAGMA application_id = \(Schema.applicationID);"
                + (hasMigrationTable ? table : ""))
        let error = #expect(throws: StoreError.self) {
            try SQLiteAlertStore.openReadOnly(folder: state)
        }
        #expect(error?.unreadableProblem?.contains("older version") == true)
        let store = try SQLiteAlertStore.open(folder: state)
        #expect(try await store.facts() == Facts())
    }

    @Test("a database that was never finished is made anew")
    func remakesDraft() async throws {
        let state = folder.path + "/unfinished"
        try FileManager.default.createDirectory(atPath: state, withIntermediateDirectories: true)
        try Data("half a page".utf8).write(
            to: URL(fileURLWithPath: state + "/saldovakt.sqlite.new"))
        let store = try SQLiteAlertStore.open(folder: state)
        #expect(try await store.facts() == Facts())
        let names = try FileManager.default.contentsOfDirectory(atPath: state)
        #expect(names.contains("saldovakt.sqlite"))
        #expect(!names.contains("saldovakt.sqlite.new"))
    }
}
