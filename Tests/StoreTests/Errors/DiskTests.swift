import Alerts
import Finance
import Foundation
import Glibc
import TestSupport
import Testing

@testable import Store

@Suite("A disk that does not do as asked", .io, .enabled { await MountedDisk.canMount() })
struct DiskTests {
    @Test("a full disk is named, loses nothing, and is forgotten once there is room")
    func fullDisk() async throws {
        let disk = try #require(await MountedDisk(kilobytes: 600))
        let store = try SQLiteAlertStore.open(folder: disk.path + "/state")
        try await store.commit(Make.commit([Make.entry("ntc_1")]))
        let ballast = disk.path + "/ballast"
        #expect(FileManager.default.createFile(atPath: ballast, contents: nil))
        try await disk.fill(ballast)
        let entries = (0..<2_000).map { Make.entry("big_\($0)", alert: "a\($0)") }
        let error = await #expect(throws: StoreError.self) {
            try await store.commit(Make.commit(entries))
        }
        #expect(error == .diskFull(path: disk.path + "/state/saldovakt.sqlite"))
        #expect(
            try await store.outbox(in: [.waiting], limit: 99).map(\.notification.id) == ["ntc_1"])
        try FileManager.default.removeItem(atPath: ballast)
        try await store.commit(Make.commit([Make.entry("ntc_2", alert: "other")]))
        #expect(try await store.outbox(in: [.waiting], limit: 99).count == 2)
    }

    @Test("a disk that is full from the start is named")
    func fullFromTheStart() async throws {
        let disk = try #require(await MountedDisk(kilobytes: 64))
        try await disk.fill(disk.path + "/ballast")
        let error = #expect(throws: StoreError.self) {
            try SQLiteAlertStore.open(folder: disk.path + "/state")
        }
        guard case .diskFull = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test("a file system that became read-only is named, to write as to read")
    func readOnly() async throws {
        let disk = try #require(await MountedDisk(kilobytes: 900))
        let state = disk.path + "/state"
        let empty = try #require(await MountedDisk(kilobytes: 64))
        do {
            let store = try SQLiteAlertStore.open(folder: state)
            try await store.commit(Make.commit(accounts: [Make.accountFacts()]))
        }
        try await disk.makeReadOnly()
        try await empty.makeReadOnly()
        for folder in [state, empty.path + "/state"] {
            let error = #expect(throws: StoreError.self) {
                try SQLiteAlertStore.open(folder: folder)
            }
            #expect(error?.isNotWritable == true, "\(String(describing: error))")
        }
        // SQLite can't even read there: it has nowhere to put the index of the log.
        let error = #expect(throws: FinanceError.self) { try FinanceStore.open(folder: state) }
        guard case .storeUnusable(.notWritable(_, let problem)) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(problem.contains("read-only"))
    }
}

@Suite("A user without rights", .io, .enabled(if: getuid() == 0))
struct RightsTests {
    @Test("is told that the folder can't be used, to write as to read")
    func unprivileged() async throws {
        let folder = TemporaryFolder()
        let state = try await folder.makeUsedFolder(Make.commit())
        chmod(folder.path, 0o755)
        await #expect(processExitsWith: .exitCode(7)) { [state = state as String] in
            setuid(65_534)
            do throws(StoreError) {
                _ = try SQLiteAlertStore.open(folder: state)
            } catch {
                guard error.isNotWritable else { exit(1) }
            }
            do throws(StoreError) {
                try openFinance(state)
            } catch {
                exit(error.isNotWritable ? 7 : 2)
            }
            exit(3)
        }
    }
}
