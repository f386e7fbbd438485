import Alerts
import Finance
import Synchronization
import TestSupport
import Testing
import Threads

@testable import Fleet

@Suite("Delivery of a fleet's notifications", .io)
struct FleetDispatcherTests {
    /// A stage on which so many households have one notification each for one channel.
    private func stage(
        _ count: Int, _ wrap: (MemoryFleet) -> any FleetEngine = { $0 }
    ) async throws -> FleetStage {
        let stage = FleetStage(wrap)
        for number in 0..<count {
            try await stage.add("c-\(number)", rules: ["balance under 500"])
            await stage.feedLowBalance("c-\(number)")
        }
        while try await stage.worker.work() > 0 {}
        return stage
    }

    @Test("goes on when an engine is back", arguments: ["takeDeliveries", "finish"])
    func engineIsBack(name: String) async throws {
        let calls = Mutex(0)
        let stage = try await stage(700) {
            TappedFleet($0) { call in
                guard call.name == name, !call.isDone else { return }
                let count = calls.withLock { calls in
                    calls += 1
                    return calls
                }
                if count == 2 { throw FleetError(.unreachable, "away") }
            }
        }
        let dispatcher = stage.dispatcher
        await #expect(throws: FleetError(.unreachable, "away")) {
            try await dispatcher.run(untilIdle: true)
        }
        // What was taken and not begun comes back with its lease.
        try await dispatcher.run(untilIdle: true)
        // On a machine that stands still for a second the lane rests in between.
        while try await !stage.engine.status().outbox.isEmpty {
            stage.clock.advance(by: 61)
            try await dispatcher.run(untilIdle: true)
        }
        #expect(Set(stage.receiver.arrivals.map(\.notification.id)).count == 700)
    }

    @Test("a channel that can't be made is found with its fix, one whose receiver is away is not")
    func channelFault() async throws {
        let stage = try await stage(1)
        let names = { try await stage.engine.households(after: nil, limit: 9, faultyOnly: true) }
        stage.receiver.setFailing(["phone"])
        try await stage.dispatcher.run(untilIdle: true)
        #expect(try await names().isEmpty)
        stage.clock.advance(by: 3_600)
        let faulty = FleetDispatcher(engine: stage.engine, counters: stage.counters) { _, _ in
            throw HouseholdFault("settings.json: no secret 'S'\n  fix: set S")
        }
        try await faulty.run(untilIdle: true)
        let found = try #require(try await names().first)
        #expect(found.delivery?.problem == "settings.json: no secret 'S'")
        #expect(found.delivery?.fix == "set S")
    }

    @Test("an attempt that takes longer than its lease is made once")
    func longAttempt() async throws {
        let (renewals, renewed) = AsyncStream.makeStream(of: Void.self)
        let isDelivered = Lock(false)
        let stage = try await stage(1) {
            TappedFleet($0) { call in
                if call.name == "finish", call.isDone, isDelivered.withLock({ !$0 }) {
                    renewed.yield()
                }
            }
        }
        let slow = SlowChannel(until: renewals, isDelivered, receiver: stage.receiver)
        let dispatcher = FleetDispatcher(
            engine: stage.engine, lease: .milliseconds(30), counters: stage.counters
        ) { _, _ in slow }
        try await dispatcher.run(untilIdle: true)
        #expect(stage.receiver.arrivals.count == 1)
        #expect(try await stage.engine.household("c-0")?.outbox == 0)
    }

    @Test("a channel that can't be made is made again at the next attempt")
    func correctedChannel() async throws {
        let stage = try await stage(1)
        let isCorrected = Mutex(false)
        let receiver = stage.receiver
        let dispatcher = FleetDispatcher(engine: stage.engine, counters: stage.counters) {
            _, name in
            guard isCorrected.withLock(\.self) else { throw HouseholdFault("no such file") }
            return receiver.channel(name)
        }
        try await dispatcher.run(untilIdle: true)
        #expect(stage.receiver.arrivals.isEmpty)
        isCorrected.withLock { $0 = true }
        stage.clock.advance(by: 3_600)
        try await dispatcher.run(untilIdle: true)
        #expect(stage.receiver.arrivals.count == 1)
    }
}

/// A channel that delivers after a lease was renewed three times.
private struct SlowChannel: Channel {
    let name = "phone"
    let until: AsyncStream<Void>
    let isDelivered: Lock<Bool>
    let receiver: Receiver

    init(until renewals: AsyncStream<Void>, _ isDelivered: Lock<Bool>, receiver: Receiver) {
        (until, self.isDelivered, self.receiver) = (renewals, isDelivered, receiver)
    }

    func deliver(_ notification: AlertNotification) async -> DeliveryOutcome {
        var renewals = until.makeAsyncIterator()
        for _ in 0..<3 { _ = await renewals.next() }
        isDelivered.withLock { $0 = true }
        return await receiver.channel(name).deliver(notification)
    }
}
