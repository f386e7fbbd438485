import Alerts
import Finance
import Foundation
import Rules
import Synchronization
import TestSupport
import Testing

@testable import Watch

@Suite("Channel dispatcher")
struct ChannelDispatcherTests {
    private let clock = ManualClock("2026-03-06T09:00:00Z")
    private let store = FailingStore()

    private func dispatcher(_ channel: any Channel) -> ChannelDispatcher {
        ChannelDispatcher(channel: channel, store: store, clock: clock, observer: { _ in })
    }

    private func enqueue(_ ids: [String], alert: String? = nil) async throws {
        let entries = ids.map { id in
            OutboxEntry(
                channel: "phone", notification: SampleNotifications.notification(id: id),
                alertKey: alert ?? id, createdAt: clock.now)
        }
        try await store.commit(
            CycleCommit(reconciliation: nil, alerts: AlertLedgerChange(), outbox: entries))
    }

    private func states() async throws -> [OutboxEntry.State] {
        try await store.outbox(in: Set(OutboxEntry.State.allCases), limit: 100).map(\.state)
    }

    @Test("delivers everything that is due and marks it")
    func delivers() async throws {
        let phone = AnsweringChannel([])
        try await enqueue(["ntc_1", "ntc_2"])
        #expect(await dispatcher(phone).drain())
        #expect(phone.ids == ["ntc_1", "ntc_2"])
        #expect(try await states() == [.delivered, .delivered])
    }

    @Test("tries a refused connection again later, under the same id")
    func retries() async throws {
        let problem = DeliveryProblem(reason: .server, problem: "503", fix: "wait")
        let phone = AnsweringChannel([.retry(problem, after: nil)])
        try await enqueue(["ntc_1"])
        #expect(await dispatcher(phone).drain() == false)
        #expect(try await states() == [.waiting])
        clock.advance(by: 3_600)
        #expect(await dispatcher(phone).drain())
        #expect(phone.ids == ["ntc_1", "ntc_1"])
    }

    @Test("does not hand out a notice while an older one of the same alert waits")
    func order() async throws {
        let problem = DeliveryProblem(reason: .server, problem: "503", fix: "wait")
        let phone = AnsweringChannel([.retry(problem, after: .seconds(60))])
        try await enqueue(["ntc_1", "ntc_2"], alert: "low")
        await dispatcher(phone).drain()
        #expect(phone.ids == ["ntc_1"])
        clock.advance(by: 3_600)
        await dispatcher(phone).drain()
        #expect(phone.ids == ["ntc_1", "ntc_1", "ntc_2"])
    }

    @Test("tries again later what the receiver refuses, and goes on with the next")
    func refused() async throws {
        let problem = DeliveryProblem(reason: .client, problem: "400", fix: "look at it")
        let phone = AnsweringChannel([.refused(problem)])
        try await enqueue(["ntc_1", "ntc_2"])
        await dispatcher(phone).drain()
        #expect(try await states().sorted { $0.rawValue < $1.rawValue } == [.delivered, .waiting])
    }

    @Test("leaves a channel alone that has closed for good")
    func closed() async throws {
        let problem = DeliveryProblem(reason: .client, problem: "410", fix: "take it out")
        let phone = AnsweringChannel([.channelClosed(problem)])
        try await enqueue(["ntc_1", "ntc_2"])
        let dispatcher = dispatcher(phone)
        await dispatcher.drain()
        await dispatcher.drain()
        #expect(phone.ids == ["ntc_1"])
    }

    @Test("what waits for a closed channel says why, and is abandoned after a day")
    func closedIsSeen() async throws {
        let problem = DeliveryProblem(reason: .client, problem: "410", fix: "set a new address")
        let phone = AnsweringChannel([.channelClosed(problem)])
        try await enqueue(["ntc_1"])
        let dispatcher = dispatcher(phone)
        await dispatcher.drain()
        try await enqueue(["ntc_2"])
        await dispatcher.drain()
        let waiting = try #require(try await store.outbox(in: [.waiting], limit: 9).first)
        #expect(waiting.problem?.problem == "the channel is closed: 410")
        #expect(waiting.problem?.fix.hasPrefix("set a new address") == true)
        #expect(waiting.dueAt == clock.now.addingTimeInterval(3_600))
        #expect(try await store.failingChannels()["phone"] != nil)
        for _ in 0..<40 {
            clock.advance(by: 3_600)
            await dispatcher.drain()
        }
        #expect(phone.ids == ["ntc_1"])
        let lost = try await store.unreported(limit: 9).map(\.notification.id)
        #expect(lost == ["ntc_1", "ntc_2"])
    }

    @Test("delivers many at once, one at a time of each alert, and marks every one")
    func wide() async throws {
        let phone = AnsweringChannel([])
        try await enqueue((0..<300).map { "ntc_\($0)" })
        try await enqueue(["first", "second", "third"], alert: "one")
        let wide = ChannelDispatcher(
            channel: phone, store: store, clock: clock, observer: { _ in }, batch: .wide)
        #expect(await wide.drain())
        #expect(phone.ids.count == 303)
        #expect(phone.ids.filter { !$0.hasPrefix("ntc_") } == ["first", "second", "third"])
        let all = try await store.outbox(in: [.delivered], limit: 1_000)
        #expect(all.count == 303)
    }

    /// Holds one notification until it is opened, delivers all others.
    private struct StuckChannel: Channel {
        let name = "phone"
        let stuck: String
        let gate: AsyncStream<Void>

        func deliver(_ notification: AlertNotification) async -> DeliveryOutcome {
            if notification.id == stuck { for await _ in gate { break } }
            return .delivered
        }
    }

    @Test("notes what ended while another attempt is under way")
    func notesEarly() async throws {
        try await enqueue((0..<100).map { "ntc_\($0)" })
        let (gate, open) = AsyncStream.makeStream(of: Void.self)
        let (noted, note) = AsyncStream.makeStream(of: Void.self)
        let wide = ChannelDispatcher(
            channel: StuckChannel(stuck: "ntc_0", gate: gate), store: store, clock: clock,
            observer: { if case .delivered = $0 { note.yield() } }, batch: .wide)
        async let isDone = wide.drain()
        var count = 0
        for await _ in noted {
            count += 1
            if count == DeliveryBatch.noted { break }
        }
        #expect(try await store.outbox(in: [.delivered], limit: 100).count == count)
        open.yield()
        #expect(await isDone)
        #expect(try await store.outbox(in: [.delivered], limit: 200).count == 100)
    }

    @Test("a channel that closes leaves what was taken with it waiting")
    func closesInABatch() async throws {
        let problem = DeliveryProblem(reason: .client, problem: "410", fix: "take it out")
        let phone = AnsweringChannel([.channelClosed(problem)])
        try await enqueue(["ntc_1", "ntc_2", "ntc_3"])
        let batch = ChannelDispatcher(
            channel: phone, store: store, clock: clock, observer: { _ in },
            batch: DeliveryBatch(taken: 9, inFlight: 1))
        await batch.drain()
        #expect(phone.ids == ["ntc_1"])
        #expect(try await store.outbox(in: [.waiting], limit: 9).count == 2)
    }

    @Test("outcomes that could not be stored are stored later, and nothing is delivered twice")
    func storesLater() async throws {
        let phone = AnsweringChannel([])
        try await enqueue((0..<100).map { "ntc_\($0)" })
        let batch = ChannelDispatcher(
            channel: phone, store: store, clock: clock, observer: { _ in },
            batch: DeliveryBatch(taken: 500, inFlight: 1))
        store.failResults(true)
        #expect(await batch.drain() == false)
        let count = phone.ids.count
        #expect(count >= DeliveryBatch.noted && count < 100)
        #expect(await batch.drain() == false)
        #expect(phone.ids.count == count)
        store.failResults(false)
        await batch.drain()
        #expect(phone.ids.count == 100)
        #expect(Set(phone.ids).count == 100)
        #expect(try await store.outbox(in: [.delivered], limit: 200).count == 100)
    }

    @Test("outcomes that could not be stored are stored by a timer, without a new notification")
    func storesByTimer() async throws {
        let phone = AnsweringChannel([])
        let (wakeUp, dispatcher) = (WakeSignal(), dispatcher(phone))
        store.failResults(true)
        try await enqueue(["ntc_1"])
        let running = Task { await dispatcher.run(wakeUps: wakeUp) }
        await phone.delivered(1)
        await clock.sleepers()
        store.failResults(false)
        try await enqueue(["ntc_2"], alert: "ntc_1")
        clock.advance(by: 10)
        await phone.delivered(1)
        #expect(phone.ids == ["ntc_1", "ntc_2"])
        wakeUp.finish()
        await running.value
    }

    @Test("outcomes that one dispatcher could not store are stored by the next of its channel")
    func handsOver() async throws {
        let (phone, unstored) = (AnsweringChannel([]), UnstoredResults())
        try await enqueue(["ntc_1"])
        func dispatcher() -> ChannelDispatcher {
            ChannelDispatcher(
                channel: phone, store: store, clock: clock, observer: { _ in }, unstored: unstored)
        }
        store.failResults(true)
        #expect(await dispatcher().drain() == false)
        store.failResults(false)
        #expect(await dispatcher().drain())
        #expect(phone.ids == ["ntc_1"])
        #expect(try await states() == [.delivered])
    }

    @Test("sleeps without a timer while nothing waits, and wakes when a commit rings")
    func wakes() async throws {
        let phone = AnsweringChannel([])
        let bell = WakeSignal()
        let running = Task { [dispatcher = dispatcher(phone)] in
            await dispatcher.run(wakeUps: bell)
        }
        try await enqueue(["ntc_1"])
        bell.post()
        await phone.delivered(1)
        #expect(clock.wakeUps.isEmpty)
        bell.finish()
        await running.value
    }
}

/// A channel that answers from a list, and confirms everything after it.
private final class AnsweringChannel: Channel {
    let name = "phone"
    private let answers: Mutex<[DeliveryOutcome]>
    private let seen = Mutex<[String]>([])
    private let stream: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    init(_ answers: [DeliveryOutcome]) {
        self.answers = Mutex(answers)
        (stream, continuation) = AsyncStream.makeStream()
    }

    var ids: [String] { seen.withLock { $0 } }

    func delivered(_ count: Int) async {
        var iterator = stream.makeAsyncIterator()
        for _ in 0..<count { await iterator.next() }
    }

    func deliver(_ notification: AlertNotification) async -> DeliveryOutcome {
        seen.withLock { $0.append(notification.id) }
        continuation.yield()
        return answers.withLock { $0.isEmpty ? .delivered : $0.removeFirst() }
    }
}

/// Notifications without content that matters.
private enum SampleNotifications {
    static func notification(id: String) -> AlertNotification {
        AlertNotification(
            type: .fired, id: id, timestamp: Make.instant("2026-03-06T09:00:00Z"),
            data: NotificationData(
                rule: nil, kind: .level, reason: .entered, title: "title", body: "body"))
    }
}
