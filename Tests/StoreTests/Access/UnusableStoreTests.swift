import Alerts
import Finance
import Foundation
import GRDB
import TestSupport
import Testing

@testable import Store

/// A reader and the owner's book on files that can't be used: each says so, and how to go on.
@Suite("Readers and the owner's book", .io)
struct UnusableStoreTests {
    /// The two ways of opening a state folder beside the watcher.
    enum Way: CaseIterable {
        case reader, book

        func open(_ state: String) throws {
            switch self {
            case .reader: try openFinance(state, reader: ReaderName("budget"))
            case .book: _ = try AccessIndex.open(folder: state)
            }
        }
    }

    private let folder = TemporaryFolder()
    private let now = Make.instant("2026-03-06T12:00:00Z")

    private func makeState() async throws -> String {
        try await folder.makeUsedFolder(Make.commit(accounts: [Make.accountFacts()]))
    }

    private func edit(_ state: String, _ sql: String) throws {
        let queue = try DatabaseQueue(path: state + "/saldovakt.sqlite")
        try queue.writeWithoutTransaction { try $0.execute(sql: sql) }
        try queue.close()
    }

    private func grant(_ book: AccessIndex) async throws {
        let account = AccountAccess(accountID: Make.accountID(), earliest: nil)
        try await book.grant(ReaderName("budget"), [account], at: now)
    }

    @Test("make nothing where nothing is stored", arguments: Way.allCases)
    func missing(way: Way) throws {
        let state = folder.makeStateFolder()
        let error = #expect(throws: StoreError.self) { try way.open(state) }
        #expect(error?.unreadableProblem?.contains("saldovakt watch") == true)
        #expect(!FileManager.default.fileExists(atPath: state))
    }

    @Test("refuse another program's database", arguments: Way.allCases)
    func foreign(way: Way) async throws {
        let state = try await makeState()
        try edit(state, "PRAGMA application_id = 7")
        let error = #expect(throws: StoreError.self) { try way.open(state) }
        #expect(error?.unreadableProblem?.contains("application id 7") == true)
    }

    @Test("refuse a newer one and name what they don't know", arguments: Way.allCases)
    func newer(way: Way) async throws {
        let state = try await makeState()
        try edit(state, "INSERT INTO grdb_migrations VALUES ('v9')")
        #expect(
            throws: StoreError.newerSchema(
                path: state + "/saldovakt.sqlite", migrations: ["v9"])
        ) { try way.open(state) }
    }

    @Test("refuse an older one, which only a watcher may bring up to date", arguments: Way.allCases)
    func older(way: Way) async throws {
        let state = try await makeState()
        try edit(state, "DELETE FROM grdb_migrations WHERE identifier = 'v1'")
        let error = #expect(throws: StoreError.self) { try way.open(state) }
        #expect(error?.unreadableProblem?.contains("saldovakt watch") == true)
    }

    @Test("refuse a damaged one", arguments: Way.allCases)
    func damaged(way: Way) async throws {
        let state = try await makeState()
        let path = URL(fileURLWithPath: state + "/saldovakt.sqlite")
        var bytes = try Data(contentsOf: path)
        for offset in 100..<4_096 { bytes[offset] = 0xA5 }
        try bytes.write(to: path)
        let error = #expect(throws: StoreError.self) { try way.open(state) }
        #expect(error?.unreadableProblem?.contains("backup") == true)
    }

    @Test("the book says that another program holds the file, and works once it is free")
    func locked() async throws {
        let state = try await makeState()
        let book = try AccessIndex.open(folder: state)
        try await book.connection.maintain("do not wait") { database in
            try database.execute(sql: "PRAGMA busy_timeout = 0")
        }
        var configuration = Configuration()
        configuration.allowsUnsafeTransactions = true
        let other = try DatabaseQueue(
            path: state + "/saldovakt.sqlite", configuration: configuration)
        try await other.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
        let path = state + "/saldovakt.sqlite"
        await #expect(throws: StoreError.locked(path: path, holder: nil)) {
            try await grant(book)
        }
        try await other.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
        try await grant(book)
        #expect(try await book.readers().count == 1)
    }

    @Test("the book on a full disk says so, decides nothing, and works once there is room")
    func full() async throws {
        let disk = try #require(await MountedDisk(kilobytes: 700))
        let state = disk.path + "/state"
        do {
            let store = try SQLiteAlertStore.open(folder: state)
            try await store.commit(Make.commit(accounts: [Make.accountFacts()]))
        }
        let book = try AccessIndex.open(folder: state)
        #expect(try await book.readers().isEmpty)
        let ballast = disk.path + "/ballast"
        #expect(FileManager.default.createFile(atPath: ballast, contents: nil))
        try await disk.fill(ballast)
        let path = state + "/saldovakt.sqlite"
        await #expect(throws: StoreError.diskFull(path: path)) { try await grant(book) }
        try FileManager.default.removeItem(atPath: ballast)
        #expect(try await book.readers().isEmpty)
        try await grant(book)
        #expect(try await book.readers().count == 1)
    }

    @Test("the book on a file system that became read-only says so")
    func readOnly() async throws {
        let disk = try #require(await MountedDisk(kilobytes: 900))
        let state = disk.path + "/state"
        do {
            let store = try SQLiteAlertStore.open(folder: state)
            try await store.commit(Make.commit(accounts: [Make.accountFacts()]))
        }
        try await disk.makeReadOnly()
        let error = #expect(throws: StoreError.self) { try AccessIndex.open(folder: state) }
        #expect(error?.isNotWritable == true, "\(String(describing: error))")
    }
}
