import Alerts
import Finance
import Foundation
import TestSupport
import Testing

@testable import Store

@Suite("The inbox of the state folder", .io)
struct StateInboxTests {
    private let folder = TemporaryFolder()
    private let now = Make.instant("2026-03-06T09:00:00Z")

    private func command(_ id: String) -> UserCommand {
        UserCommand(id: id, at: now, kind: .retry(notificationID: "ntc_1"))
    }

    @Test("takes commands beside a running owner, who finds them in their order")
    func besideOwner() async throws {
        let state = folder.makeStateFolder()
        let store = try SQLiteAlertStore.open(folder: state)
        for id in ["i1", "i2", "i1"] {
            try await ExternalChangeInbox.leave(command(id), folder: state)
        }
        #expect(try await store.commands().map(\.id) == ["i1", "i2"])
        var commit = Make.commit([OutboxEntry]())
        commit.applied = ["i1"]
        try await store.commit(commit)
        #expect(try await store.commands() == [command("i2")])
    }

    @Test("keeps commands for an owner that starts later")
    func withoutOwner() async throws {
        let state = folder.makeStateFolder()
        _ = try SQLiteAlertStore.open(folder: state)
        try await ExternalChangeInbox.leave(command("i1"), folder: state)
        let store = try SQLiteAlertStore.open(folder: state)
        #expect(try await store.commands().map(\.id) == ["i1"])
    }

    @Test("needs a store that somebody has made")
    func missing() async throws {
        let state = folder.makeStateFolder()
        await #expect(throws: StoreError.self) {
            try await ExternalChangeInbox.leave(command("i1"), folder: state)
        }
        #expect(!FileManager.default.fileExists(atPath: state))
    }

    @Test("rings for the owner, once for each command at most")
    func rings() async throws {
        let state = folder.makeStateFolder()
        let store = try SQLiteAlertStore.open(folder: state)
        var bell: ChangeSignal? = ExternalChangeInbox.signal(folder: state)
        var rings = try #require(try bell?.listen()).makeAsyncIterator()
        try await ExternalChangeInbox.leave(command("i1"), folder: state)
        #expect(await rings.next() != nil)
        #expect(try await store.commands().map(\.id) == ["i1"])
        bell = nil
        while await rings.next() != nil {}
    }

    @Test("a bell's file belongs to the folder and is closed to others")
    func belongs() async throws {
        let state = folder.makeStateFolder()
        do {
            let store = try SQLiteAlertStore.open(folder: state)
            let bell = ExternalChangeInbox.signal(folder: state)
            let rings = try bell.listen()
            try await ExternalChangeInbox.leave(command("i1"), folder: state)
            _ = (store, bell, rings)
        }
        let mode = try SystemFile.facts(of: state + "/saldovakt.bell")?.mode
        #expect(mode == 0o600)
        chmod(state, 0o755)
        _ = try SQLiteAlertStore.open(folder: state)
    }
}
