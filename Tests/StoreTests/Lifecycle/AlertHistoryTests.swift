import Alerts
import Finance
import Foundation
import TestSupport
import Testing

@testable import Store

@Suite("The story of an alert", .io)
struct AlertStoryTests {
    private let folder = TemporaryFolder()
    private let now = Make.instant("2026-03-06T09:00:00Z")

    @Test("has its notices in order, each with the attempts that failed and its end")
    func story() async throws {
        let store = try folder.makeStore()
        try await store.commit(Make.commit([Make.entry("ntc_1"), Make.entry("ntc_x", alert: "b")]))
        let problem = DeliveryProblem(reason: .server, problem: "answered 503", fix: "wait")
        for attempt in 1...25 {
            let at = now.addingTimeInterval(Double(attempt))
            _ = try await store.takeDue(channel: "desktop", at: at, limit: 9)
            try await store.finish([
                OutboxResult(
                    channel: "desktop", notificationID: "ntc_1",
                    state: attempt == 25 ? .gaveUp : .waiting, dueAt: at, problem: problem, at: at)
            ])
        }
        let story = try await store.story(ofAlert: "low")
        let delivery = try #require(story.first)
        #expect(story.count == 1)
        #expect(delivery.endedAt == now.addingTimeInterval(25))
        #expect(delivery.failures.map(\.number) == Array(6...25))
        #expect(delivery.failures.last?.problem == problem)
        #expect(try await store.entries(notificationPrefix: "ntc_").count == 2)
        #expect(try await store.entries(notificationPrefix: "ntc_1").map(\.alertKey) == ["low"])
        #expect(try await store.entries(notificationPrefix: "%").isEmpty)
    }
}
