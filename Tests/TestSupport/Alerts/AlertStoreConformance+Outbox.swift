import Alerts
import Finance
import Foundation
import Testing

extension AlertStoreConformance {
    private var now: Date { StoreSamples.now }

    func insertsAnEntryOnce() async throws {
        let store = try await makeStore()
        let entry = StoreSamples.entry("ntc_1")
        try await store.commit(StoreSamples.commit(entry))
        #expect(try await store.outbox(in: [.waiting], limit: 10) == [entry])
        _ = try await store.takeDue(channel: "desktop", at: now, limit: 1)
        try await store.finish([result("ntc_1", .delivered)])
        try await store.commit(StoreSamples.commit(entry))
        #expect(try await store.outbox(in: [.waiting], limit: 10).isEmpty)
        #expect(try await store.outbox(in: [.delivered], limit: 10).count == 1)
    }

    func keepsChannelsApart() async throws {
        let store = try await makeStore()
        try await store.commit(
            StoreSamples.commit(
                StoreSamples.entry("ntc_1"), StoreSamples.entry("ntc_1", on: "family")))
        let taken = try await store.takeDue(channel: "family", at: now, limit: 10)
        #expect(taken.map(\.channel) == ["family"])
        try await store.finish([result("ntc_1", .delivered, on: "family")])
        #expect(try await store.nextDue(channel: "family") == nil)
        #expect(try await store.nextDue(channel: "desktop") == now)
        // Asked twice, because a store may remember the answer.
        for _ in 0..<2 {
            #expect(try await store.nextDue(channel: "desktop") == now)
            #expect(try await store.nextDue(channel: "family") == nil)
        }
    }

    func listsNewestFirst() async throws {
        let store = try await makeStore()
        for step in 1...3 {
            let at = now.addingTimeInterval(Double(step))
            try await store.commit(
                StoreSamples.commit(
                    StoreSamples.entry("ntc_\(step)", alert: "alert \(step)", at: at)))
        }
        let entries = try await store.outbox(in: [.waiting, .delivered], limit: 2)
        #expect(entries.map(\.notification.id) == ["ntc_3", "ntc_2"])
    }

    func collapsesFireAndResolve() async throws {
        let store = try await makeStore()
        try await store.commit(StoreSamples.commit(StoreSamples.entry("ntc_1")))
        let later = now.addingTimeInterval(60)
        let resolve = StoreSamples.entry("ntc_2", .resolved, at: later)
        let other = StoreSamples.entry("ntc_2", .resolved, on: "family", at: later)
        try await store.commit(StoreSamples.commit(resolve, other))
        #expect(try await store.outbox(in: [.merged], limit: 9).map(\.notification.id) == ["ntc_1"])
        let taken = try await store.takeDue(channel: "desktop", at: later, limit: 9)
        #expect(taken.map(\.notification.type) == [.digest])
        #expect(taken.first?.notification.id != "ntc_2")
        let untouched = try await store.takeDue(channel: "family", at: later, limit: 9)
        #expect(untouched.map(\.notification.id) == ["ntc_2"])
    }

    func keepsATriedFire() async throws {
        let store = try await makeStore()
        try await store.commit(StoreSamples.commit(StoreSamples.entry("ntc_1")))
        _ = try await store.takeDue(channel: "desktop", at: now, limit: 1)
        let later = now.addingTimeInterval(60)
        try await store.finish([result("ntc_1", .waiting, dueAt: later)])
        try await store.commit(
            StoreSamples.commit(StoreSamples.entry("ntc_2", .resolved, at: later)))
        #expect(try await store.outbox(in: [.merged], limit: 9).isEmpty)
        let waiting = try await store.outbox(in: [.waiting], limit: 9)
        #expect(waiting.map(\.notification.type) == [.resolved, .fired])
    }

    func silencesTheResolveOfAGivenUpFire() async throws {
        let store = try await makeStore()
        try await store.commit(StoreSamples.commit(StoreSamples.entry("ntc_1")))
        _ = try await store.takeDue(channel: "desktop", at: now, limit: 1)
        try await store.finish([result("ntc_1", .gaveUp)])
        let later = now.addingTimeInterval(60)
        try await store.commit(
            StoreSamples.commit(StoreSamples.entry("ntc_2", .resolved, at: later)))
        #expect(try await store.outbox(in: [.merged], limit: 9).map(\.notification.id) == ["ntc_2"])
        #expect(try await store.takeDue(channel: "desktop", at: later, limit: 9).isEmpty)
    }

    func notifiesTheResolveOfARemindedFire() async throws {
        let store = try await makeStore()
        try await store.commit(StoreSamples.commit(StoreSamples.entry("ntc_1")))
        _ = try await store.takeDue(channel: "desktop", at: now, limit: 1)
        try await store.finish([result("ntc_1", .gaveUp)])
        let (later, last) = (now.addingTimeInterval(60), now.addingTimeInterval(120))
        try await store.commit(
            StoreSamples.commit(StoreSamples.entry("ntc_2", .reminder, at: later)))
        _ = try await store.takeDue(channel: "desktop", at: later, limit: 1)
        try await store.finish([result("ntc_2", .delivered)])
        try await store.commit(
            StoreSamples.commit(StoreSamples.entry("ntc_3", .resolved, at: last)))
        let taken = try await store.takeDue(channel: "desktop", at: last, limit: 9)
        #expect(taken.map(\.notification.id) == ["ntc_3"])
    }

    func result(
        _ id: String, _ state: OutboxEntry.State, on channel: String = "desktop",
        dueAt: Date? = nil
    ) -> OutboxResult {
        OutboxResult(
            channel: channel, notificationID: id, state: state, dueAt: dueAt,
            problem: state == .delivered
                ? nil : DeliveryProblem(reason: .server, problem: "answered 503", fix: "wait"))
    }
}
