import Alerts
import Foundation
import TestSupport
import Testing

@testable import Store

@Suite("What a store tells about a watcher", .io)
struct StatusTests {
    private let folder = TemporaryFolder()

    @Test("who holds the folder, without being in anybody's way")
    func holder() throws {
        let state = folder.makeStateFolder()
        #expect(SQLiteAlertStore.holder(ofFolder: state) == nil)
        var store: SQLiteAlertStore? = try SQLiteAlertStore.open(
            folder: state, startedAt: Make.instant("2026-03-06T09:00:00Z"))
        let number = ProcessInfo.processInfo.processIdentifier
        #expect(
            SQLiteAlertStore.holder(ofFolder: state)
                == "process \(number), started 2026-03-06T09:00:00Z")
        withExtendedLifetime(store) {}
        store = nil
        #expect(SQLiteAlertStore.holder(ofFolder: state) == nil)
    }

    @Test("a lock file that a killed process left is held by nobody")
    func staleLock() throws {
        let state = folder.makeStateFolder()
        try FileManager.default.createDirectory(
            atPath: state, withIntermediateDirectories: true)
        try Data("process 999999999, started 2020-01-01T00:00:00Z\n".utf8)
            .write(to: URL(filePath: state + "/saldovakt.lock"))
        #expect(SQLiteAlertStore.holder(ofFolder: state) == nil)
    }

    @Test("how many notices wait and were given up, and since when")
    func counts() async throws {
        let store = try folder.makeStore()
        let first = Make.instant("2026-03-06T09:00:00Z")
        #expect(try await store.outboxCounts(since: first) == OutboxCounts())
        var entries = (0..<5).map { number in
            Make.entry(
                "ntc_\(number)", alert: "r\(number)", at: first.addingTimeInterval(Double(number)))
        }
        entries[0].state = .gaveUp
        entries[1].state = .gaveUp
        entries[2].state = .delivered
        try await store.commit(Make.commit(entries))
        let found = try await store.outboxCounts(since: first.addingTimeInterval(1))
        #expect(
            found
                == OutboxCounts(
                    waiting: 2, oldestWaiting: first.addingTimeInterval(3), gaveUp: 2,
                    gaveUpLately: 1))
    }

    @Test("a folder that others could read is closed although a status file lies in it")
    func ownFile() throws {
        let state = folder.makeStateFolder()
        _ = try SQLiteAlertStore.open(folder: state)
        try Data().write(to: URL(filePath: SQLiteAlertStore.statusFile(inFolder: state)))
        chmod(state, 0o755)
        _ = try SQLiteAlertStore.open(folder: state)
        let mode = try FileManager.default.attributesOfItem(atPath: state)[.posixPermissions]
        #expect(mode as? Int == 0o700)
    }
}
