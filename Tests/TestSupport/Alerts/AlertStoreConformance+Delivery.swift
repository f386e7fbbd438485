import Alerts
import Finance
import Foundation
import Testing

extension AlertStoreConformance {
    private var now: Date { StoreSamples.now }

    func takesOnlyWhatIsDue() async throws {
        let store = try await makeStore()
        let later = now.addingTimeInterval(30)
        try await store.commit(StoreSamples.commit(StoreSamples.entry("ntc_1", at: later)))
        #expect(try await store.takeDue(channel: "desktop", at: now, limit: 9).isEmpty)
        #expect(try await store.nextDue(channel: "desktop") == later)
        #expect(try await store.takeDue(channel: "desktop", at: later, limit: 9).count == 1)
    }

    func countsAttempts() async throws {
        let store = try await makeStore()
        try await store.commit(StoreSamples.commit(StoreSamples.entry("ntc_1")))
        for attempt in 1...3 {
            let taken = try await store.takeDue(channel: "desktop", at: now, limit: 9)
            #expect(taken.map(\.attempts) == [attempt])
            #expect(try await store.outbox(in: [.waiting], limit: 9).map(\.attempts) == [attempt])
            try await store.finish([result("ntc_1", .waiting, dueAt: now)])
        }
    }

    func keepsTheOrderOfAnAlert() async throws {
        let store = try await makeStore()
        try await store.commit(
            StoreSamples.commit(
                StoreSamples.entry("ntc_1"), StoreSamples.entry("ntc_2", .reminder),
                StoreSamples.entry("ntc_3", alert: "another")))
        let first = try await store.takeDue(channel: "desktop", at: now, limit: 9)
        #expect(Set(first.map(\.notification.id)) == ["ntc_1", "ntc_3"])
        #expect(try await store.takeDue(channel: "desktop", at: now, limit: 9).isEmpty)
        try await store.finish([result("ntc_1", .delivered), result("ntc_3", .delivered)])
        let second = try await store.takeDue(channel: "desktop", at: now, limit: 9)
        #expect(second.map(\.notification.id) == ["ntc_2"])
    }

    func doesNotHandOutTwice() async throws {
        let store = try await makeStore()
        try await store.commit(StoreSamples.commit(StoreSamples.entry("ntc_1")))
        #expect(try await store.takeDue(channel: "desktop", at: now, limit: 9).count == 1)
        #expect(try await store.takeDue(channel: "desktop", at: now, limit: 9).isEmpty)
        #expect(try await store.takeDue(channel: "family", at: now, limit: 9).isEmpty)
    }

    func honoursTheLimit() async throws {
        let store = try await makeStore()
        for number in 1...5 {
            try await store.commit(
                StoreSamples.commit(StoreSamples.entry("ntc_\(number)", alert: "a\(number)")))
        }
        #expect(try await store.takeDue(channel: "desktop", at: now, limit: 0).isEmpty)
        #expect(try await store.takeDue(channel: "desktop", at: now, limit: 2).count == 2)
        #expect(try await store.takeDue(channel: "desktop", at: now, limit: 9).count == 3)
    }

    func handsOutManyInOrder() async throws {
        let store = try await makeStore()
        let entries = (1...9).flatMap { line in
            [
                StoreSamples.entry("ntc_\(line)a", alert: "a\(line)"),
                StoreSamples.entry("ntc_\(line)b", .reminder, alert: "a\(line)"),
            ]
        }
        for entry in entries { try await store.commit(StoreSamples.commit(entry)) }
        for letter in ["a", "b"] {
            let taken = try await store.takeDue(channel: "desktop", at: now, limit: 99)
            #expect(Set(taken.map(\.notification.id)) == Set((1...9).map { "ntc_\($0)\(letter)" }))
            for entry in taken {
                #expect(entry.notification == entries.first { $0.key == entry.key }?.notification)
                #expect(entry.attempts == 1 && entry.createdAt == now)
            }
            #expect(try await store.takeDue(channel: "desktop", at: now, limit: 99).isEmpty)
            // Many at once, the last of which was never taken.
            try await store.finish(
                taken.map { result($0.notification.id, .delivered) } + [result("ntc_0", .delivered)]
            )
        }
        #expect(try await store.outbox(in: [.delivered], limit: 99).count == 18)
        #expect(try await store.nextDue(channel: "desktop") == nil)
    }

    func waitsAfterARetry() async throws {
        let store = try await makeStore()
        try await store.commit(
            StoreSamples.commit(
                StoreSamples.entry("ntc_1"), StoreSamples.entry("ntc_2", .reminder)))
        _ = try await store.takeDue(channel: "desktop", at: now, limit: 1)
        let retry = now.addingTimeInterval(30)
        let outcome = result("ntc_1", .waiting, dueAt: retry)
        try await store.finish([outcome])
        // The younger entry is due, but nobody may take it: a loop would spin on it.
        #expect(try await store.nextDue(channel: "desktop") == retry)
        #expect(try await store.takeDue(channel: "desktop", at: now, limit: 9).isEmpty)
        let again = try await store.takeDue(channel: "desktop", at: retry, limit: 9)
        #expect(again.map(\.notification.id) == ["ntc_1"])
        #expect(again.first?.problem == outcome.problem)
    }

    func ignoresResultsOfUnknownEntries() async throws {
        let store = try await makeStore()
        try await store.finish([result("ntc_9", .delivered)])
        #expect(try await store.outbox(in: [.delivered], limit: 9).isEmpty)
    }
}
