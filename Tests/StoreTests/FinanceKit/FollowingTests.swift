import Alerts
import Finance
import Foundation
import Glibc
import TestSupport
import Testing

@testable import Store

@Suite("Following a store", .io)
struct FollowingTests {
    private let folder = TemporaryFolder()

    @Test("a touch of the file wakes everybody who listens")
    func touches() async throws {
        let bell = ChangeSignal(folder: folder.path, name: "changed")
        var first = try bell.listen().makeAsyncIterator()
        var second = try bell.listen().makeAsyncIterator()
        ChangeFile.touch(folder.path("changed"))
        #expect(await first.next() != nil)
        #expect(await second.next() != nil)
    }

    @Test("a touch of another file wakes nobody")
    func otherFile() async throws {
        let state = folder.path("state")
        try FileManager.default.createDirectory(atPath: state, withIntermediateDirectories: true)
        let bell = ChangeSignal(folder: state, name: "changed")
        var touches = try bell.listen().makeAsyncIterator()
        ChangeFile.touch(state + "/other")
        // The end comes behind all touches, so that one of them would be seen here.
        try FileManager.default.removeItem(atPath: state)
        #expect(await touches.next() == nil)
    }

    @Test("ends when the folder is removed, and when nobody holds it any more")
    func ends() async throws {
        let state = folder.path("state")
        try FileManager.default.createDirectory(atPath: state, withIntermediateDirectories: true)
        let bell = ChangeSignal(folder: state, name: "changed")
        var rings = try bell.listen().makeAsyncIterator()
        try FileManager.default.removeItem(atPath: state)
        #expect(await rings.next() == nil)

        var other: ChangeSignal? = ChangeSignal(folder: folder.path, name: "changed")
        var orphaned = try other?.listen().makeAsyncIterator()
        other = nil
        #expect(await orphaned?.next() == nil)
    }

    @Test("a follower gets an error when the folder is moved or removed", arguments: [true, false])
    func lost(isMoved: Bool) async throws {
        let state = try await folder.makeUsedFolder(Make.commit(accounts: [Make.accountFacts()]))
        let store = try FinanceStore.open(folder: state)
        var pages = store.accountHistory(since: nil, isMonitoring: true).makeAsyncIterator()
        #expect(try await pages.next()?.inserted.count == 1)
        if isMoved {
            try FileManager.default.moveItem(atPath: state, toPath: folder.path("elsewhere"))
        } else {
            try FileManager.default.removeItem(atPath: state)
        }
        let error = await #expect(throws: FinanceError.self) { try await pages.next() }
        guard case .storeUnusable(.removed) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test("a folder that can't be watched is an error, not a wait without end")
    func refuses() throws {
        let bell = ChangeSignal(folder: folder.path("nowhere"), name: "changed")
        let error = #expect(throws: StoreError.self) { try bell.listen() }
        guard case .failed(let operation, _, let problem) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(operation == "watch the state folder" && problem.contains("No such file"))
    }
}
