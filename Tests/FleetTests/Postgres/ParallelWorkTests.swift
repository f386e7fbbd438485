import Alerts
import Finance
import Foundation
import Testing
import Threads

@testable import Fleet
@testable import TestSupport

@Suite("Several workers on one database", .io, .timeLimit(.minutes(15)))
struct ParallelWorkTests {
    private static let households = 200
    private static let rounds = 3

    @Test("consume each line once, deliver each notification, and lock in one order")
    func consume() async throws {
        let target = try TestServer.database(.fleet)
        let fleets = (0..<4).map { _ in PostgresFleet(target, connections: 2) }
        let fleet = fleets[0]
        try await fleet.migrate()
        for number in 0..<Self.households { try await Self.add(number, to: fleet) }
        let delivered = try await withThrowingTaskGroup(of: Int.self) { group in
            for fleet in fleets {
                group.addTask { try await Self.work(fleet) }
                group.addTask { try await Self.deliver(fleet) }
            }
            group.addTask {
                try await Self.feed(fleet)
                return 0
            }
            return try await group.reduce(0, +)
        }
        #expect(delivered == Self.households * Self.rounds)
        for number in 0..<Self.households {
            // The image lists what was consumed, a commit for a line or more.
            let image = try #require(try await fleet.image(of: "h\(number)"))
            #expect(image == (0..<Self.rounds).map { UInt8($0) }, "h\(number)")
        }
        let session = try PostgresSession(target)
        let deadlocks = try session.run(
            "SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()"
        ).map { row in row.int() }
        #expect(deadlocks == [0])
        let stuck = try session.run("SELECT count(*) FROM outbox WHERE state <> 1").map { row in
            row.int()
        }
        #expect(stuck == [0])
    }

    @Test("pass the turn to a notification that comes while the one before it is finished")
    func turn() async throws {
        let target = try TestServer.database(.fleet)
        let (isCommitting, fleet) = (OneAnswer<Bool>(), PostgresFleet(target, connections: 1))
        let committer = PostgresFleet(
            target, connections: 1,
            probe: { point, session in
                guard point == .beforeCommit, isCommitting.give(true) else { return }
                try? session.command(
                    """
                    DO $$ BEGIN WHILE NOT EXISTS (SELECT FROM pg_stat_activity
                            WHERE datname = current_database() AND wait_event_type = 'Lock')
                        LOOP PERFORM pg_sleep(0.001), pg_stat_clear_snapshot(); END LOOP; END $$
                    """)
            })
        try await Self.add(0, to: fleet)
        _ = try await fleet.put([FeedLine(reference: "h0", key: "1", bytes: [])], at: nil)
        #expect(try await fleet.commit([try #require(try await Self.next(fleet))]).isEmpty)
        let first = try await fleet.takeDeliveries(9, for: .seconds(60))
        _ = try await fleet.put([FeedLine(reference: "h0", key: "2", bytes: [])], at: nil)
        let second = try #require(try await Self.next(fleet))
        async let lost = committer.commit([second])
        #expect(await isCommitting.value())
        try await Self.finish(first, fleet)
        #expect(try await lost.isEmpty)
        let after = try await fleet.takeDeliveries(9, for: .seconds(60))
        #expect((first + after).map(\.entry.notification.id) == ["ntc_1", "ntc_2"])
    }

    private static func next(_ fleet: PostgresFleet) async throws -> HouseholdCommit? {
        try await fleet.load(fleet.claim(1, for: .seconds(60)), known: [:]).first.map(commit)
    }

    private static func finish(
        _ taken: [FleetDelivery], _ fleet: PostgresFleet
    ) async throws {
        try await fleet.finish(
            taken.shuffled().map { one in
                (
                    delivery: one,
                    result: OutboxResult(
                        channel: one.entry.channel, notificationID: one.entry.notification.id,
                        state: .delivered, at: one.at), isBegun: true
                )
            })
    }

    private static func add(_ number: Int, to fleet: PostgresFleet) async throws {
        try await fleet.add("h\(number)", rules: [1], settings: [2])
    }

    /// Puts each line twice, in two orders.
    private static func feed(_ fleet: PostgresFleet) async throws {
        for round in 0..<rounds {
            let lines = (0..<households).map { number in
                FeedLine(reference: "h\(number)", key: "\(round)", bytes: [UInt8(round)])
            }
            for part in 0..<10 {
                let some = lines[part * households / 10..<(part + 1) * households / 10]
                _ = try await fleet.put(some.reversed() + some, at: nil)
            }
        }
    }

    /// Works until every line is consumed.
    private static func work(_ fleet: PostgresFleet) async throws -> Int {
        while try await !isDone(fleet) {
            let claims = try await fleet.claim(16, for: .seconds(60))
            let loads = try await fleet.load(claims, known: [:])
            let quiet = loads.filter(\.inbox.isEmpty).map {
                HouseholdCommit(claim: $0.claim)
            }
            #expect(try await fleet.commit(quiet).isEmpty)
            let commits = loads.filter { !$0.inbox.isEmpty }.shuffled().map(commit)
            #expect(try await fleet.commit(commits).isEmpty)
        }
        return 0
    }

    private static func commit(_ load: HouseholdLoad) -> HouseholdCommit {
        let entries = load.inbox.map { line in
            StoreSamples.entry(
                "ntc_\(line.key)", .reminder, alert: load.claim.reference, at: load.claim.at)
        }
        return HouseholdCommit(
            claim: load.claim, image: (load.image ?? []) + load.inbox.flatMap(\.bytes),
            consumed: load.inbox.last?.number ?? 0, outbox: [entries], language: .english,
            nextDue: nil, problem: nil)
    }

    private static func isDone(_ fleet: PostgresFleet) async throws -> Bool {
        guard let last = try await fleet.household("h\(households - 1)"), last.version > 0 else {
            return false
        }
        return try await fleet.status().inbox == 0
    }

    /// Delivers until this and the other dispatchers have delivered everything.
    private static func deliver(_ fleet: PostgresFleet) async throws -> Int {
        var count = 0
        while true {
            let taken = try await fleet.takeDeliveries(50, for: .seconds(60))
            count += taken.count
            try await finish(taken, fleet)
            let isAll = try await fleet.households(after: nil, limit: households, faultyOnly: false)
                .allSatisfy {
                    $0.version > 0 && $0.inbox == 0 && $0.outbox == 0
                }
            if isAll, try await total(fleet) == households * rounds { return count }
        }
    }

    private static func total(_ fleet: PostgresFleet) async throws -> Int {
        let session = try await fleet.pool.perform { session in
            try session.run("SELECT count(*) FROM outbox WHERE state = 1").map { row in row.int() }
        }
        return Int(session.first ?? 0)
    }
}
