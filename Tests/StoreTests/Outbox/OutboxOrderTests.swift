import Alerts
import Foundation
import GRDB
import TestSupport
import Testing

@testable import Store

@Suite("The order of the outbox", .io)
struct OutboxOrderTests {
    private let folder = TemporaryFolder()
    private let now = Make.instant("2026-03-06T09:00:00Z")

    private func result(_ entry: OutboxEntry, _ state: OutboxEntry.State, after seconds: Double = 0)
        -> OutboxResult
    {
        OutboxResult(
            channel: entry.channel, notificationID: entry.notification.id, state: state,
            dueAt: now.addingTimeInterval(seconds))
    }

    /// Alerts whose oldest waiting entry is not the one that has the turn.
    private func wrongTurns(_ store: SQLiteAlertStore) async throws -> Int? {
        try await store.connection.read("look") { database in
            try Int.fetchOne(
                database,
                sql: """
                    WITH line AS (
                        SELECT turn, row_number() OVER (
                            PARTITION BY channel, alertKey ORDER BY createdAtMs, sequence) AS place
                        FROM outbox WHERE state = 'waiting')
                    SELECT (SELECT count(*) FROM line WHERE (turn <> 0) <> (place = 1))
                        + (SELECT count(*) FROM outbox WHERE turn <> 0 AND state <> 'waiting')
                    """)
        }
    }

    @Test("is kept through any sequence of events", arguments: 1...6)
    func holdsForAnySequence(seed: UInt64) async throws {
        let store = try folder.makeStore()
        var random = SeededGenerator(seed: seed)
        var underWay: [OutboxEntry] = []
        var notified: [String: Date] = [:]
        for step in 0..<120 {
            if random.happens(500) {
                let alert = "a\(Int.random(in: 0..<3, using: &random))"
                let kind: AlertNotification.Kind = random.happens(300) ? .resolved : .reminder
                try await store.commit(
                    Make.commit([
                        Make.entry(
                            "n\(step)", kind, alert: alert,
                            at: now.addingTimeInterval(Double(step)))
                    ]))
            }
            let later = now.addingTimeInterval(Double(step))
            underWay += try await store.takeDue(channel: "desktop", at: later, limit: 2)
            if let entry = underWay.randomElement(using: &random), random.happens(600) {
                underWay.removeAll { $0.key == entry.key }
                let state: OutboxEntry.State = random.happens(300) ? .waiting : .delivered
                try await store.finish([result(entry, state)])
                if state == .delivered {
                    #expect(notified[entry.alertKey] ?? .distantPast <= entry.createdAt)
                    notified[entry.alertKey] = entry.createdAt
                }
            }
            #expect(Set(underWay.map(\.alertKey)).count == underWay.count)
            #expect(try await wrongTurns(store) == 0)
        }
        #expect(!notified.isEmpty)
    }

    @Test("an entry that was under way when the process died is handed out again at once")
    func returnsAfterDeath() async throws {
        let state = folder.makeStateFolder()
        do {
            let store = try SQLiteAlertStore.open(folder: state)
            try await store.commit(
                Make.commit([Make.entry("ntc_1"), Make.entry("ntc_2", .reminder)]))
            #expect(try await store.takeDue(channel: "desktop", at: now, limit: 9).count == 1)
        }
        let store = try SQLiteAlertStore.open(folder: state)
        #expect(try await store.nextDue(channel: "desktop") == now)
        let again = try await store.takeDue(channel: "desktop", at: now, limit: 9)
        #expect(again.map(\.notification.id) == ["ntc_1"])
        #expect(again.map(\.attempts) == [2])
    }

    @Test("an older entry that arrives late waits for the one under way, then goes first")
    func olderArrivesLate() async throws {
        let store = try folder.makeStore()
        let young = Make.entry("young", .reminder, at: now)
        let waiting = Make.entry("waiting", .reminder, alert: "other", at: now)
        try await store.commit(Make.commit([young, waiting]))
        _ = try await store.takeDue(channel: "desktop", at: now, limit: 1)
        let before = now.addingTimeInterval(-60)
        try await store.commit(
            Make.commit([
                Make.entry("old", .reminder, at: before),
                Make.entry("first", .reminder, alert: "other", at: before),
            ]))
        let meanwhile = try await store.takeDue(channel: "desktop", at: now, limit: 9)
        #expect(meanwhile.map(\.notification.id) == ["first"])
        try await store.finish([result(young, .waiting)])
        let next = try await store.takeDue(channel: "desktop", at: now, limit: 9)
        #expect(next.map(\.notification.id) == ["old"])
    }

    @Test("a resolve is told although an older firing of the alert was once given up")
    func notifiesResolveOfLaterFire() async throws {
        let store = try folder.makeStore()
        let lost = Make.entry("lost", at: now)
        try await store.commit(Make.commit([lost]))
        try await store.finish([result(lost, .gaveUp)])
        let notified = Make.entry("told", at: now.addingTimeInterval(60))
        try await store.commit(Make.commit([notified]))
        try await store.finish([result(notified, .delivered)])
        let over = now.addingTimeInterval(120)
        try await store.commit(Make.commit([Make.entry("over", .resolved, at: over)]))
        let taken = try await store.takeDue(channel: "desktop", at: over, limit: 9)
        #expect(taken.map(\.notification.id) == ["over"])
    }

    @Test("many results are noted in one commit")
    func notesInOneCommit() async throws {
        let store = try folder.makeStore()
        let entries = (0..<200).map { Make.entry("ntc_\($0)", alert: "a\($0)") }
        try await store.commit(Make.commit(entries))
        let taken = try await store.takeDue(channel: "desktop", at: now, limit: 500)
        #expect(taken.count == 200)
        try await store.finish(taken.map { result($0, .delivered) })
        #expect(try await store.outbox(in: [.delivered], limit: 500).count == 200)
        #expect(try await store.outbox(in: [.delivered, .waiting], limit: 7).count == 7)
        #expect(try await store.nextDue(channel: "desktop") == nil)
    }
}
