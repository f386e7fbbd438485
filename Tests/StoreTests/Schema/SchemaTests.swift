import Alerts
import Finance
import Foundation
import GRDB
import TestSupport
import Testing

@testable import Store

@Suite("The outline of the database", .io)
struct SchemaTests {
    private let folder = TemporaryFolder()

    private func write(_ sql: String, to state: String) throws {
        let queue = try DatabaseQueue(path: state + "/saldovakt.sqlite")
        try queue.writeWithoutTransaction { try $0.execute(sql: sql) }
        try queue.close()
    }

    @Test("names every table that a new database has")
    func names() async throws {
        let store = try folder.makeStore()
        let found = try await store.connection.read("look") { database in
            try String.fetchAll(
                database,
                sql: """
                    SELECT name FROM sqlite_master
                    WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE 'grdb_%'
                    ORDER BY name
                    """)
        }
        #expect(found == Schema.tableNames)
    }

    @Test("of a newer version is refused and named, and stays untouched")
    func refusesNewer() async throws {
        let state = try await folder.makeUsedFolder(Make.commit())
        try write("INSERT INTO grdb_migrations VALUES ('v9'), ('v8')", to: state)
        let path = state + "/saldovakt.sqlite"
        let before = try Data(contentsOf: URL(fileURLWithPath: path))
        let expected = StoreError.newerSchema(path: path, migrations: ["v8", "v9"])
        #expect(throws: expected) { try SQLiteAlertStore.open(folder: state) }
        #expect(throws: expected) { try SQLiteAlertStore.openReadOnly(folder: state) }
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
    }

    @Test("that was never finished is made again")
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
