import Alerts
import Finance
import Foundation
import Store
import TestSupport
import Testing

@Suite("One instance for each state folder", .io)
struct InstanceLockTests {
    private let folder = TemporaryFolder()

    @Test("a second instance is told who holds the folder and since when")
    func namesHolder() throws {
        let state = folder.makeStateFolder()
        let start = Make.instant("2026-03-06T09:00:00Z")
        let first = try SQLiteAlertStore.open(folder: state, startedAt: start)
        let error = #expect(throws: StoreError.self) { try SQLiteAlertStore.open(folder: state) }
        let number = ProcessInfo.processInfo.processIdentifier
        #expect(
            error
                == .locked(
                    path: state + "/saldovakt.lock",
                    holder: "process \(number), started 2026-03-06T09:00:00Z"))
        withExtendedLifetime(first) {}
    }

    @Test("the folder is free again when the first instance is gone")
    func isReleased() throws {
        let state = folder.makeStateFolder()
        _ = try SQLiteAlertStore.open(folder: state)
        _ = try SQLiteAlertStore.open(folder: state)
        let text = try String(contentsOfFile: state + "/saldovakt.lock", encoding: .utf8)
        #expect(text.isEmpty)
    }

    @Test("a lock file without a lock, as a killed process leaves it, stops nobody")
    func ignoresStaleFile() throws {
        let state = folder.makeStateFolder()
        try FileManager.default.createDirectory(
            atPath: state, withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
        try Data("process 1, started 2020-01-01T00:00:00Z, and more words\n".utf8)
            .write(to: URL(fileURLWithPath: state + "/saldovakt.lock"))
        let store = try SQLiteAlertStore.open(folder: state)
        let text = try String(contentsOfFile: state + "/saldovakt.lock", encoding: .utf8)
        #expect(text.hasPrefix("process \(ProcessInfo.processInfo.processIdentifier), started"))
        #expect(!text.contains("2020"))
        withExtendedLifetime(store) {}
    }

    @Test("a lock file that is deleted or replaced lets no second instance in")
    func survivesDeletion() throws {
        let state = folder.makeStateFolder()
        let first = try SQLiteAlertStore.open(folder: state)
        try FileManager.default.removeItem(atPath: state + "/saldovakt.lock")
        let locked = StoreError.locked(
            path: state + "/saldovakt.lock", holder: "a process that has not named itself")
        #expect(throws: locked) { try SQLiteAlertStore.open(folder: state) }
        #expect(SQLiteAlertStore.holder(ofFolder: state) == "")
        try Data().write(to: URL(filePath: state + "/saldovakt.lock"))
        #expect(throws: locked) { try SQLiteAlertStore.open(folder: state) }
        withExtendedLifetime(first) {}
    }

    @Test("others read while one instance writes, and see each commit")
    func readersAreWelcome() async throws {
        let state = folder.makeStateFolder()
        let writer = try SQLiteAlertStore.open(folder: state)
        let reader = try SQLiteAlertStore.openReadOnly(folder: state)
        #expect(try await reader.facts().accounts.isEmpty)
        try await writer.commit(Make.commit(accounts: [Make.accountFacts()]))
        try await writer.commit(Make.commit([Make.entry("ntc_1")]))
        #expect(try await reader.finance.accounts().map(\.displayName) == ["Brukskonto"])
        #expect(try await reader.outbox(in: [.waiting], limit: 9).count == 1)
        let second = try FinanceStore.open(folder: state)
        #expect(try await second.accounts().count == 1)
        let error = await #expect(throws: StoreError.self) {
            try await reader.commit(Make.commit())
        }
        #expect(error?.isNotWritable == true)
    }
}
