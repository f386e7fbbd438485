import Alerts
import Finance
import Foundation
import TestSupport
import Testing

@testable import Fleet

@Suite("A fleet of households", .io)
struct FleetEqualityTests {
    /// Plays the stories through a fleet, a new worker for every step: nothing is kept in memory.
    private func play(_ stories: [String: HouseholdStory], on stage: FleetStage) async throws {
        for reference in stories.keys { try await stage.add(reference) }
        try await stage.settle()
        let polls = stories.values.map(\.snapshots.count).max() ?? 0
        for poll in 0..<polls {
            for (reference, story) in stories where poll < story.snapshots.count {
                let snapshot = story.snapshots[poll]
                try await run(stage, until: snapshot.observedAt)
                _ = try await stage.engine.put(
                    [HouseholdStory.line(snapshot, of: reference, key: "\(poll)")], at: nil)
            }
            try await stage.settle()
        }
    }

    /// Lets everything fall due before an instant, each at its own time.
    private func run(_ stage: FleetStage, until end: Date) async throws {
        while case let due = try await stage.engine.households(
            after: nil, limit: 1_000, faultyOnly: false
        )
        .compactMap(\.dueAt).min(), let due, due < end {
            if due > stage.clock.now { stage.clock.set(to: due) }
            try await stage.settle()
        }
        stage.clock.set(to: end)
    }

    /// What is sent when; what is sent at one time may overtake each other unless it is of one alert.
    private static func sent(_ notifications: [AlertNotification]) -> [String] {
        notifications.map { "\($0.timestamp.timeIntervalSince1970) \($0.id)" }.sorted()
    }

    @Test("notifies what a program for each household would, under the same identifiers")
    func equals() async throws {
        let stage = FleetStage()
        var stories: [String: HouseholdStory] = [:]
        for seed in 1...6 {
            stories["c-\(seed)"] = HouseholdStory(
                seed: UInt64(seed), from: stage.clock.now, polls: 40)
        }
        try await play(stories, on: stage)
        for (reference, story) in stories {
            let expected = try story.expected(in: await stage.scope(of: reference))
            let got = stage.receiver.arrivals.filter { $0.household == reference }
            #expect(expected.count > 5)
            #expect(Self.sent(got.map(\.notification)) == Self.sent(expected))
        }
        #expect(try await stage.engine.status().inbox == 0)
    }

    @Test("gives two households that share an account and a rule identifiers of their own")
    func jointAccount() async throws {
        let stage = FleetStage()
        let story = HouseholdStory(seed: 5, from: stage.clock.now, polls: 30)
        try await play(["ada": story, "bo": story], on: stage)
        let ada = stage.receiver.arrivals.filter { $0.household == "ada" }
        let bo = stage.receiver.arrivals.filter { $0.household == "bo" }
        #expect(
            !ada.isEmpty && ada.map(\.notification.timestamp) == bo.map(\.notification.timestamp))
        #expect(Set(ada.map(\.notification.id)).isDisjoint(with: bo.map(\.notification.id)))
    }

    @Test("a household that is removed and added again repeats no identifier")
    func addedAgain() async throws {
        let stage = FleetStage()
        for balances in [["700.00", "120.00", "900.00"], ["800.00", "33.00"]] {
            try await stage.add("ada", rules: ["balance under 500"])
            for (place, balance) in balances.enumerated() {
                stage.clock.advance(by: 3_600)
                await stage.feed("ada", balance: balance, key: "\(place)")
                try await stage.settle()
            }
            _ = try await stage.engine.remove("ada")
        }
        let arrivals = stage.receiver.arrivals.map(\.notification)
        #expect(arrivals.map(\.type) == [.fired, .resolved, .fired])
        #expect(Set(arrivals.map(\.id)).count == 3)
    }

    @Test("takes each line in once, however often and late it comes")
    func repeatedLines() async throws {
        let stage = FleetStage()
        let story = HouseholdStory(seed: 3, from: stage.clock.now, polls: 30)
        try await stage.add("ada")
        try await stage.settle()
        for (poll, snapshot) in story.snapshots.enumerated() {
            try await run(stage, until: snapshot.observedAt)
            let line = HouseholdStory.line(snapshot, of: "ada", key: "\(poll)")
            _ = try await stage.engine.put([line, line], at: nil)
            try await stage.settle()
            // Again after it was taken in, and an old one under another key.
            let old = HouseholdStory.line(
                story.snapshots[poll / 2], of: "ada", key: "again \(poll)")
            _ = try await stage.engine.put([line, old], at: nil)
            try await stage.settle()
        }
        let expected = try story.expected(in: await stage.scope(of: "ada"))
        #expect(Self.sent(stage.receiver.arrivals.map(\.notification)) == Self.sent(expected))
    }

    @Test("adds single rows that come late, and deletes nothing because of them")
    func partialRows() async throws {
        let stage = FleetStage()
        try await stage.add("ada", rules: ["new debit over 50"])
        let start = stage.clock.now
        func answer(_ outcome: SnapshotOutcome, _ seconds: Double, _ texts: [String]) -> Snapshot {
            Snapshot(
                source: "core", observedAt: start.addingTimeInterval(seconds), outcome: outcome,
                accounts: [Make.account(booked: "900.00", from: "2026-02-01", source: "core")],
                transactions: texts.map { Make.reservation("-60.00", "2026-03-02", text: $0) })
        }
        let snapshots = [
            answer(.complete, 0, ["KIOSK"]), answer(.partial, 600, ["BAKER"]),
            answer(.partial, 300, ["FRISØR"]),
            answer(.complete, 900, ["KIOSK", "BAKER", "FRISØR"]),
        ]
        // Each is notified when its own line comes.
        let arrivals = [0, 1, 2, 2]
        for (place, snapshot) in snapshots.enumerated() {
            stage.clock.set(to: max(stage.clock.now, snapshot.observedAt))
            let line = HouseholdStory.line(snapshot, of: "ada", key: "\(place)")
            _ = try await stage.engine.put([line], at: nil)
            try await stage.settle()
            #expect(stage.receiver.arrivals.count == arrivals[place], "after line \(place)")
        }
    }

    @Test("takes single rows with ids of their own for purchases of their own, however alike")
    func ownIDs() async throws {
        let stage = FleetStage()
        try await stage.add("ada", rules: ["new debit over 50"])
        let start = stage.clock.now
        var rows: [TransactionObservation] = []
        let pushed = [("KJOP 6", "1"), ("KJOP 626", "2"), ("KJOP 626", "3"), ("KJOP 626", "3")]
        for (place, text) in ([nil] + pushed).enumerated() {
            let row = text.map { Make.observation("-60.00", "2026-03-02", text: $0.0, id: $0.1) }
            if let row, !rows.contains(row) { rows.append(row) }
            let snapshot = Snapshot(
                source: "core", observedAt: start.addingTimeInterval(Double(place) * 60),
                outcome: row == nil ? .complete : .partial,
                accounts: [Make.account(booked: "900.00", from: "2026-02-01", source: "core")],
                transactions: row.map { [$0] } ?? [])
            stage.clock.set(to: snapshot.observedAt)
            let line = HouseholdStory.line(snapshot, of: "ada", key: "\(place)")
            _ = try await stage.engine.put([line], at: nil)
            try await stage.settle()
            #expect(stage.receiver.arrivals.count == rows.count, "after line \(place)")
        }
    }

    @Test("notifies of data that becomes old while nothing comes in")
    func oldData() async throws {
        let stage = FleetStage()
        try await stage.add("ada", rules: ["data is older than 6 hours"])
        let start = stage.clock.now
        await stage.feedLowBalance("ada")
        try await stage.settle()
        let due = try #require(await stage.memory.nextDue)
        #expect(due.timeIntervalSince(start) > 21_600 && due.timeIntervalSince(start) < 21_601)
        #expect(stage.receiver.arrivals.isEmpty)
        stage.clock.set(to: due)
        try await stage.settle()
        #expect(stage.receiver.arrivals.map(\.notification.type) == [.healthFired])
        // It is notified once, until something comes.
        stage.clock.advance(by: 86_400)
        try await stage.settle()
        #expect(stage.receiver.arrivals.count == 1)
        let news = Snapshot(
            source: "core", observedAt: stage.clock.now,
            accounts: [Make.account(booked: "90.00", from: "2026-02-01", source: "core")],
            transactions: [])
        _ = try await stage.engine.put([HouseholdStory.line(news, of: "ada", key: "2")], at: nil)
        try await stage.settle()
        let types = stage.receiver.arrivals.map(\.notification.type)
        #expect(types == [.healthFired, .healthResolved])
    }

    @Test("counts single rows in windows, and takes no older balance for a newer one")
    func partialFigures() async throws {
        let stage = FleetStage()
        try await stage.add("ada", rules: ["spent over 100 this week", "balance under 500"])
        let start = stage.clock.now
        func line(
            _ outcome: SnapshotOutcome, _ seconds: Double, _ balance: String, _ rows: Int
        ) -> Snapshot {
            // Single rows name the account by its identifier alone.
            let name = outcome == .partial ? "a1" : "Felles"
            return Snapshot(
                source: "core", observedAt: start.addingTimeInterval(seconds), outcome: outcome,
                accounts: [Make.account(name: name, booked: balance, source: "core")],
                transactions: (0..<rows).map {
                    Make.reservation("-60.00", "2026-03-02", text: "KJOP \(seconds) \($0)")
                })
        }
        let lines = [
            (line(.complete, 0, "900.00", 0), 0), (line(.partial, 600, "840.00", 1), 0),
            // Its balance is older than the one that is known, its row counts.
            (line(.partial, 300, "400.00", 1), 1), (line(.partial, 900, "450.00", 0), 2),
            // Of the same instant, but another line: it is not older.
            (line(.complete, 900, "700.00", 0), 3),
        ]
        for (place, (snapshot, count)) in lines.enumerated() {
            stage.clock.set(to: max(stage.clock.now, snapshot.observedAt))
            _ = try await stage.engine.put(
                [HouseholdStory.line(snapshot, of: "ada", key: "\(place)")], at: nil)
            try await stage.settle()
            #expect(stage.receiver.arrivals.count == count, "after line \(place)")
        }
        #expect(stage.receiver.arrivals.allSatisfy { !$0.notification.data.body.contains("a1") })
        #expect(stage.receiver.arrivals.last?.notification.data.account?.name == "Felles")
    }
}
