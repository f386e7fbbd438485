import Alerts
import Foundation
import GRDB
import TestSupport
import Testing

@testable import Store

@Suite("The settings of the connection", .io)
struct PragmaTests {
    private let folder = TemporaryFolder()

    @Test(
        "hold when read back through the connection that commits",
        arguments: [
            ("synchronous", "2"), ("journal_mode", "wal"), ("foreign_keys", "1"),
            ("cache_size", "-512"), ("application_id", "1398164308"),
        ])
    func holds(pragma: String, value: String) async throws {
        let store = try folder.makeStore()
        let found = try await store.connection.read("look") { database in
            try Row.fetchOne(database, sql: "PRAGMA \(pragma)")?[0].map { "\($0)" }
        }
        #expect(found == value)
    }

    @Test("hold after a restart, when the journal mode is already the right one")
    func holdsAfterRestart() async throws {
        let state = try await folder.makeUsedFolder(Make.commit())
        let store = try SQLiteAlertStore.open(folder: state)
        let found = try await store.connection.read("look") { database in
            try Int.fetchOne(database, sql: "PRAGMA synchronous")
        }
        #expect(found == 2)
    }

    @Test("every table is strict")
    func isStrict() async throws {
        let store = try folder.makeStore()
        let loose = try await store.connection.read("look") { database in
            try String.fetchAll(
                database,
                sql: """
                    SELECT name FROM pragma_table_list
                    WHERE schema = 'main' AND type = 'table' AND strict = 0
                        AND name NOT LIKE 'sqlite_%'
                    """)
        }
        #expect(loose == ["grdb_migrations"])
    }
}
