import Alerts
import Finance
import Foundation
import Recording
import Rules
import Synchronization
import TestSupport
import Threads
import Watch

@testable import Fleet

/// A fleet on a clock that tests move: an engine, workers that start from nothing, one receiver.
struct FleetStage: Sendable {
    static let fleet = "f1"
    static let sentences = [
        "balance under 500", "new debit over 50", "balance dropped by 300 in 2 hours",
        "spent over 400 this week", "balance of each account over 1200 for 30 minutes",
    ]

    let clock = ManualClock("2026-03-02T07:00:00Z")
    let memory: MemoryFleet
    let engine: any FleetEngine
    let receiver = Receiver()
    let counters = FleetCounters(FleetCounts())
    private let read: HouseholdReader

    /// - Parameter wrap: puts something between the fleet and its engine.
    init(
        _ wrap: (MemoryFleet) -> any FleetEngine = { $0 },
        reading read: @escaping HouseholdReader = FleetStage.read
    ) {
        let clock = clock
        self.read = read
        memory = MemoryFleet { clock.now }
        engine = wrap(memory)
    }

    /// A worker as a new process has it.
    var worker: FleetWorker {
        FleetWorker(
            engine: engine, fleet: Self.fleet, claims: 16, counters: counters, read: read)
    }

    var dispatcher: FleetDispatcher {
        let receiver = receiver
        return FleetDispatcher(engine: engine, counters: counters) {
            _, name in receiver.channel(name)
        }
    }

    static let read: HouseholdReader = { rules, _ in
        try parts(String(decoding: rules, as: UTF8.self))
    }

    /// Rules from lines `SENTENCE` or `SENTENCE -> CHANNEL`.
    static func parts(_ rules: String) throws -> HouseholdParts {
        let entries = rules.split(separator: "\n").enumerated().map { number, line in
            let parts = line.components(separatedBy: " -> ")
            let channel = parts.dropFirst().first ?? "phone"
            return #"{"id":"r\#(number)","when":"\#(parts[0])","notify":["\#(channel)"]}"#
        }
        let file = #"{"version":1,"rules":[\#(entries.joined(separator: ","))]}"#
        let loaded = RulesFile.load(
            Array(file.utf8), fileName: "rules.json", channels: ["phone", "dead", "live"])
        guard let set = loaded.ruleSet else {
            throw HouseholdFault(FindingRenderer.text(loaded.findings))
        }
        let policy = AlertPolicy(zone: Make.oslo, pollIntervals: PollIntervals(.seconds(900)))
        return (set, PipelineBuilder(policy: policy))
    }

    func add(
        _ reference: String, rules: [String] = FleetStage.sentences, settings: String = "{}"
    ) async throws {
        try await engine.add(
            reference, rules: Array(rules.joined(separator: "\n").utf8),
            settings: Array(settings.utf8))
    }

    /// What the identifiers of a household's notifications contain.
    func scope(of reference: String) async -> String {
        "\(Self.fleet)/\(await memory.number(of: reference) ?? 0)/\(reference)"
    }

    /// Feeds a household an answer with this balance.
    func feed(_ reference: String, balance: String, key: String = "1") async {
        let answer = Snapshot(
            source: "core", observedAt: clock.now,
            accounts: [Make.account(booked: balance, from: "2026-02-01", source: "core")],
            transactions: [])
        _ = await memory.put([HouseholdStory.line(answer, of: reference, key: key)], at: nil)
    }

    func feedLowBalance(_ reference: String) async { await feed(reference, balance: "100.00") }

    /// Works and delivers until nothing is due.
    func settle() async throws {
        while try await worker.work() > 0 {}
        try await dispatcher.run(untilIdle: true)
    }
}

/// What arrives, and which channels hang or fail.
final class Receiver: Sendable {
    struct Arrival: Sendable, Hashable {
        let household: String?
        let channel: String
        let notification: AlertNotification
    }

    private struct State {
        var arrivals: [Arrival] = []
        var failing: Set<String> = []
        var attempts: [String: Int] = [:]
    }

    private struct Mailbox: Channel {
        let name: String
        let receiver: Receiver

        func deliver(_ notification: AlertNotification) async -> DeliveryOutcome {
            receiver.take(notification, on: name)
        }
    }

    private let state = Mutex(State())

    var arrivals: [Arrival] { state.withLock(\.arrivals) }

    func attempts(on channel: String) -> Int { state.withLock { $0.attempts[channel] ?? 0 } }

    func setFailing(_ channels: Set<String>) { state.withLock { $0.failing = channels } }

    func channel(_ name: String) -> any Channel { Mailbox(name: name, receiver: self) }

    private func take(_ notification: AlertNotification, on channel: String) -> DeliveryOutcome {
        state.withLock { state in
            state.attempts[channel, default: 0] += 1
            guard !state.failing.contains(channel) else {
                return .retry(
                    DeliveryProblem(reason: .unreachable, problem: "no answer", fix: "wait"),
                    after: nil)
            }
            state.arrivals.append(
                Arrival(
                    household: notification.data.household, channel: channel,
                    notification: notification))
            return .delivered
        }
    }
}

/// The made-up life of a household, as answers of its bank.
struct HouseholdStory {
    let snapshots: [Snapshot]

    init(seed: UInt64, from start: Date, polls: Int) {
        var random = SeededGenerator(seed: seed)
        var rows: [TransactionObservation] = []
        var balance = 1_000
        snapshots = (0..<polls).map { poll in
            let now = start.addingTimeInterval(Double(poll) * 900)
            let today = CalendarDay(of: now, in: Make.oslo)
            if random.happens(300) { balance = Int.random(in: 0...1_500, using: &random) }
            if random.happens(300) {
                let amount = "-\(Int.random(in: 20...190, using: &random)).00"
                rows.append(Make.reservation(amount, today.description, text: "KJOP \(rows.count)"))
            }
            return Snapshot(
                source: "core", observedAt: now,
                accounts: [
                    Make.account(booked: "\(balance).00", from: "2026-02-01", source: "core")
                ],
                transactions: rows)
        }
    }

    /// What a single household's program would send, with the identifiers of a fleet.
    func expected(in scope: String) throws -> [AlertNotification] {
        let parts = try FleetStage.parts(FleetStage.sentences.joined(separator: "\n"))
        var replayer = Replayer(
            rules: parts.rules, builder: parts.builder.naming(household: scope))
        return snapshots.flatMap { replayer.play($0) }
    }

    static func line(_ snapshot: Snapshot, of reference: String, key: String) -> FeedLine {
        FeedLine(reference: reference, key: key, bytes: Array(SnapshotLineWriter().line(snapshot)))
    }
}
