import Alerts
import Finance
import Foundation
import GRDB
import Glibc
import TestSupport
import Testing

@testable import Store

@Suite("A database file that is not to be trusted", .io)
struct DatabaseFileTests {
    private let folder = TemporaryFolder()

    /// A state folder whose database has these bytes.
    private func state(with bytes: Data) throws -> String {
        let state = folder.makeStateFolder()
        try FileManager.default.createDirectory(
            atPath: state, withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
        try bytes.write(to: URL(fileURLWithPath: state + "/saldovakt.sqlite"))
        return state
    }

    private func bytes(_ state: String) throws -> Data {
        try Data(contentsOf: URL(fileURLWithPath: state + "/saldovakt.sqlite"))
    }

    /// Opens it both ways and expects the same refusal, and the same bytes afterwards.
    private func expectRefusal(_ state: String, _ words: String) throws {
        let before = try bytes(state)
        let error = #expect(throws: StoreError.self) { try SQLiteAlertStore.open(folder: state) }
        #expect(error?.unreadableProblem?.contains(words) == true, "\(String(describing: error))")
        #expect(throws: StoreError.self) { try SQLiteAlertStore.openReadOnly(folder: state) }
        #expect(try bytes(state) == before)
        let log = try? FileManager.default.attributesOfItem(atPath: state + "/saldovakt.sqlite-wal")
        #expect(log?[.size] as? Int ?? 0 == 0)
    }

    /// The bytes of a sound, closed database with some pages.
    private func soundBytes() async throws -> Data {
        let rows = (1...300).map {
            Make.record(Make.observation("-\($0).00", "2026-03-06"), ordinal: $0)
        }
        return try bytes(
            await folder.makeUsedFolder(
                Make.commit(accounts: [Make.accountFacts()], records: rows)))
    }

    @Test("is refused when it is no database", arguments: [1, 99, 100, 5_000])
    func refusesOtherFiles(length: Int) throws {
        let text = Data(repeating: UInt8(ascii: "x"), count: length)
        try expectRefusal(state(with: text), "no SQLite database")
    }

    @Test("is refused when another program made it")
    func refusesForeign() throws {
        let path = folder.path("foreign.sqlite")
        let queue = try DatabaseQueue(path: path)
        try queue.write { try $0.execute(sql: "CREATE TABLE bookmark (url TEXT)") }
        try queue.close()
        let foreign = try Data(contentsOf: URL(fileURLWithPath: path))
        try expectRefusal(state(with: foreign), "application id 0")
    }

    @Test("is refused when its end is missing")
    func refusesTruncated() async throws {
        let sound = try await soundBytes()
        try expectRefusal(state(with: sound.prefix(sound.count - 4_096)), "shorter")
        try expectRefusal(state(with: sound.prefix(4_096)), "shorter")
    }

    @Test("is whole while another process moves pages into it between two looks")
    func growsMeanwhile() async throws {
        let header = try #require(DatabaseHeader(Array(try await soundBytes())))
        let length = Int64(try #require(header.pageCount)) * Int64(header.pageSize)
        func isCutOff(_ looks: [(length: Int64, log: Int64)]) throws -> Bool {
            var looks = looks[...]
            return try DatabaseFile.isCutOff { () throws(StoreError) in
                let look = looks.popFirst() ?? (0, 1)
                return DatabaseLook(
                    file: OpenedFile.Look(length: look.length, header: header), logSize: look.log)
            }
        }
        #expect(try !isCutOff([(length, 0)]))
        #expect(try !isCutOff([(length - 1, 9)]))
        #expect(try !isCutOff([(length - 9, 0), (length, 0)]))
        #expect(try !isCutOff([(length - 9, 0), (length - 1, 0), (length, 0)]))
        #expect(try isCutOff([(length - 1, 0), (length - 1, 0)]))
    }

    @Test("is refused when the schema's page is damaged")
    func refusesDamagedSchema() async throws {
        var damaged = try await soundBytes()
        for offset in 100..<4_096 { damaged[offset] = 0xA5 }
        try expectRefusal(state(with: damaged), "damaged")
    }

    @Test("is refused when the first page of a table is damaged")
    func refusesDamagedTable() async throws {
        let sound = try await soundBytes()
        let path = folder.path("look.sqlite")
        try sound.write(to: URL(fileURLWithPath: path))
        let root = try await DatabaseQueue(path: path).read { database in
            try Int.fetchOne(
                database, sql: "SELECT rootpage FROM sqlite_master WHERE name = 'outbox'")
        }
        var damaged = sound
        let start = ((root ?? 1) - 1) * 4_096
        for offset in start..<start + 4_096 { damaged[offset] = 0xA5 }
        try expectRefusal(state(with: damaged), "damaged")
    }

    @Test("is refused when tables are missing")
    func refusesWithoutTables() async throws {
        let state = try await folder.makeUsedFolder(Make.commit())
        let queue = try DatabaseQueue(path: state + "/saldovakt.sqlite")
        try await queue.write { try $0.execute(sql: "DROP TABLE outbox") }
        try queue.close()
        try expectRefusal(state, "lacks the tables outbox")
    }

    @Test("damage that the outline does not show is found by reading everything")
    func findsDeepDamage() async throws {
        var damaged = try await soundBytes()
        let state = try state(with: damaged)
        #expect(try SQLiteAlertStore.damage(folder: state).isEmpty)
        for offset in damaged.count - 3_000..<damaged.count { damaged[offset] = 0xA5 }
        let broken = try self.state(with: damaged)
        #expect(try !SQLiteAlertStore.damage(folder: broken).isEmpty)
    }

    @Test("an empty file, which no start leaves behind, is refused and stays empty")
    func refusesEmpty() throws {
        let state = try state(with: Data())
        for error in [
            #expect(throws: StoreError.self) { try SQLiteAlertStore.openReadOnly(folder: state) },
            #expect(throws: StoreError.self) { try SQLiteAlertStore.open(folder: state) },
        ] {
            #expect(error?.unreadableProblem?.contains("empty") == true)
        }
        #expect(try Data(contentsOf: URL(filePath: state + "/saldovakt.sqlite")).isEmpty)
    }

    @Test("a file that is removed or replaced under an open store is noticed at the next access")
    func detectsRemoval() async throws {
        let state = try await folder.makeUsedFolder(Make.commit())
        let file = state + "/saldovakt.sqlite"
        let store = try SQLiteAlertStore.open(folder: state)
        let copy = try Data(contentsOf: URL(filePath: file))
        _ = try await store.facts()
        try FileManager.default.removeItem(atPath: file)
        await #expect(throws: StoreError.removed(path: file)) { try await store.facts() }
        try copy.write(to: URL(filePath: file))
        await #expect(throws: StoreError.removed(path: file)) {
            try await store.commit(Make.commit([Make.entry("ntc_1")]))
        }
        #expect(try Data(contentsOf: URL(filePath: file)) == copy)
    }

    @Test("the log of a database that was taken away is kept, and never played into a new one")
    func leftLog() async throws {
        let old = folder.makeStateFolder()
        let store = try SQLiteAlertStore.open(folder: old)
        try await store.commit(Make.commit(accounts: [Make.accountFacts()]))
        let state = folder.makeStateFolder()
        try FileManager.default.createDirectory(atPath: state, withIntermediateDirectories: true)
        for end in ["-wal", "-shm"] {
            try FileManager.default.copyItem(
                atPath: old + "/saldovakt.sqlite" + end, toPath: state + "/saldovakt.sqlite" + end)
        }
        let log = try Data(contentsOf: URL(filePath: state + "/saldovakt.sqlite-wal"))
        try #require(!log.isEmpty)
        chmod(state, 0o700)
        let new = try SQLiteAlertStore.open(folder: state)
        #expect(try await new.facts().accounts.isEmpty)
        try await new.commit(Make.commit([Make.entry("ntc_1")]))
        #expect(try SQLiteAlertStore.damage(folder: state).isEmpty)
        #expect(try Data(contentsOf: URL(filePath: state + "/saldovakt.sqlite-wal.lost")) == log)
    }

    /// What may happen to the bytes of a database while a store has it open.
    enum Harm: CaseIterable {
        case emptied, halved, zeroed, otherFile

        func `do`(to path: String) throws {
            let file = try FileHandle(forUpdating: URL(filePath: path))
            let length = try file.seekToEnd()
            try file.seek(toOffset: 0)
            switch self {
            case .emptied: try file.truncate(atOffset: 0)
            case .halved: try file.truncate(atOffset: length / 2)
            case .zeroed: try file.write(contentsOf: Data(count: Int(length)))
            case .otherFile: try file.write(contentsOf: Data(repeating: 0x78, count: 20_000))
            }
            try file.close()
        }
    }

    @Test(
        "a file that is cut off or written over in use is noticed at the next access and every other",
        arguments: Harm.allCases)
    func detectsHarm(harm: Harm) async throws {
        let state = folder.makeStateFolder()
        let store = try SQLiteAlertStore.open(folder: state)
        try await store.commit(Make.commit(accounts: [Make.accountFacts()]))
        let reader = try FinanceStore.open(folder: state)
        #expect(try await reader.accounts().count == 1)
        let file = state + "/saldovakt.sqlite"
        try harm.do(to: file)
        for _ in 1...2 {
            let lost = await #expect(throws: StoreError.self) { try await store.facts() }
            #expect(lost == .overwritten(path: file))
            #expect(lost?.isLost == true)
            await #expect(throws: FinanceError.storeUnusable(.overwritten(path: file))) {
                try await reader.accounts()
            }
        }
        await #expect(throws: StoreError.overwritten(path: file)) {
            try await store.commit(Make.commit([Make.entry("ntc_1")]))
        }
    }

    @Test("a file that another program grows, folds and shrinks meanwhile is taken for whole")
    func toleratesCheckpoints() async throws {
        let state = folder.makeStateFolder()
        let store = try SQLiteAlertStore.open(folder: state)
        _ = try await store.facts()
        let other = try DatabaseQueue(path: state + "/saldovakt.sqlite")
        try await withThrowingTaskGroup { group in
            group.addTask {
                while !Task.isCancelled {
                    let facts = try await store.facts()
                    #expect(facts.accounts.isEmpty)
                }
            }
            for turn in 1...60 {
                try await other.writeWithoutTransaction { database in
                    try database.execute(sql: "CREATE TABLE ballast (bytes BLOB)")
                    for _ in 1...4 {
                        try database.execute(
                            sql: "INSERT INTO ballast VALUES (zeroblob(?))",
                            arguments: [40_000 * turn])
                    }
                    try database.execute(sql: "DROP TABLE ballast")
                    try database.execute(sql: "PRAGMA incremental_vacuum")
                    _ = try Row.fetchAll(database, sql: "PRAGMA wal_checkpoint(TRUNCATE)")
                }
            }
            group.cancelAll()
            try await group.waitForAll()
        }
        try other.close()
        _ = try await store.facts()
    }

    @Test("nothing there yet is said in words to a reader, who makes nothing")
    func missingForReader() {
        let state = folder.makeStateFolder()
        let error = #expect(throws: FinanceError.self) { try FinanceStore.open(folder: state) }
        guard case .storeUnusable(let problem)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(problem.unreadableProblem?.contains("saldovakt watch") == true)
        #expect(error?.localizedDescription.contains("nothing is stored there yet") == true)
        #expect(error?.recoverySuggestion?.contains("check the state folder") == true)
        #expect(!FileManager.default.fileExists(atPath: state))
    }
}
