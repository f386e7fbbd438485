import Alerts
import Finance
import Foundation
import Rules
import TestSupport
import Testing
import Watch

@testable import Fleet
@testable import RuleTools

/// The cases of rules/cases as households of one fleet, three workers at once, against the replay of each alone.
@Suite("A fleet of households that live the cases", .io, .timeLimit(.minutes(15)))
struct CaseEqualityTests {
    private static let households = 200
    private static let workers = 3

    /// A case whose answers a fleet takes as a replay does.
    private struct Life {
        let story: RuleCase
        var snapshots: [Snapshot] {
            story.events.compactMap { event in
                guard case .answer(let snapshot) = event else { return nil }
                return snapshot
            }
        }

        init?(_ story: RuleCase) {
            self.story = story
            let isPlain = story.events.allSatisfy { event in
                switch event {
                // A fleet takes partial answers as single rows; its lines know nothing of sign-ins.
                case .answer(let snapshot): snapshot.outcome != .partial
                case .wait: true
                case .restart, .reload: false
                }
            }
            // A fleet restarts at every step, which begins clocks of health again; cases say where they may.
            guard isPlain, story.otherWays.contains(.restarted), story.signInExpires == nil,
                !snapshots.isEmpty
            else { return nil }
            let instants = snapshots.map(\.observedAt)
            guard instants == instants.sorted() else { return nil }
        }

        func expected(in scope: String) throws -> [AlertNotification] {
            var replayer = Replayer(
                rules: try #require(story.rules.ruleSet),
                builder: story.builder.naming(household: scope))
            let played = snapshots.flatMap { replayer.play($0) }
            // What falls due together with the last answer.
            let end = snapshots.last?.observedAt ?? .distantPast
            return played + replayer.run(until: end.addingTimeInterval(0.001))
        }
    }

    private static func lives() throws -> [Life] {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().appending(path: "rules/cases")
        let files = try FileManager.default.contentsOfDirectory(
            at: folder, includingPropertiesForKeys: nil)
        return try files.sorted { $0.path < $1.path }.flatMap { file in
            let bytes = Array(try Data(contentsOf: file))
            return try CaseReader(bytes, path: file.lastPathComponent, zone: Make.oslo).entries()
                .compactMap { try? $0.result.get() }.compactMap { Life($0) }
        }
    }

    @Test("notifies each what its replay would, in order per alert, under the same identifiers")
    func equals() async throws {
        let lives = try Self.lives()
        #expect(lives.count > 60)
        let parts = try lives.map { life in
            (try #require(life.story.rules.ruleSet), life.story.builder)
        }
        // A household's rules file is the place of its case.
        let stage = FleetStage(reading: { rules, _ in
            parts[Int(String(decoding: rules, as: UTF8.self)) ?? 0]
        })
        let references = (0..<Self.households).map { "c-\($0)" }
        var answers: [(at: Date, line: FeedLine)] = []
        for (number, reference) in references.enumerated() {
            let life = lives[number % lives.count]
            try await stage.add(reference, rules: ["\(number % lives.count)"])
            for (poll, snapshot) in life.snapshots.enumerated() {
                let line = HouseholdStory.line(snapshot, of: reference, key: "\(poll)")
                answers.append((snapshot.observedAt, line))
            }
        }
        try await play(answers, on: stage)
        let arrivals = Dictionary(grouping: stage.receiver.arrivals) { $0.household ?? "" }
        var count = 0
        for (number, reference) in references.enumerated() {
            let life = lives[number % lives.count]
            let expected = try life.expected(in: await stage.scope(of: reference))
            let got = (arrivals[reference] ?? []).map(\.notification)
            #expect(Self.sent(got) == Self.sent(expected), "\(life.story.name)")
            #expect(Self.orders(got) == Self.orders(expected), "\(life.story.name)")
            count += expected.count
        }
        #expect(count > Self.households)
    }

    /// Feeds all answers in the order of their instants; what falls due in between does so at its own time.
    private func play(_ answers: [(at: Date, line: FeedLine)], on stage: FleetStage) async throws {
        let instants = Dictionary(grouping: answers, by: \.at)
        let last = Dictionary(answers.map { ($0.line.reference, $0.at) }, uniquingKeysWith: max)
        let ends = Dictionary(grouping: last.keys) { last[$0] ?? .distantPast }
        let workers = (0..<Self.workers).map { _ in stage.worker }
        try await settle(stage, workers)
        for instant in instants.keys.sorted() {
            while let due = await stage.memory.nextDue, due < instant {
                stage.clock.set(to: max(due, stage.clock.now))
                try await settle(stage, workers)
            }
            stage.clock.set(to: instant)
            _ = await stage.memory.put((instants[instant] ?? []).map(\.line), at: nil)
            try await settle(stage, workers)
            // Nobody asks what happens after the last answer.
            for reference in ends[instant] ?? [] { _ = await stage.memory.pause(reference) }
        }
    }

    private func settle(_ stage: FleetStage, _ workers: [FleetWorker]) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for worker in workers {
                group.addTask { while try await worker.work() > 0 {} }
            }
            try await group.waitForAll()
        }
        try await stage.dispatcher.run(untilIdle: true)
    }

    private static func sent(_ notifications: [AlertNotification]) -> [String] {
        notifications.map { "\($0.timestamp.timeIntervalSince1970) \($0.id)" }.sorted()
    }

    /// The identifiers of each alert, in order.
    private static func orders(_ notifications: [AlertNotification]) -> [String: [String]] {
        Dictionary(grouping: notifications) { notification in
            "\(notification.data.rule?.id ?? "") \(notification.data.account?.name ?? "")"
        }.mapValues { $0.map(\.id) }
    }
}
