import Alerts
import BenchSupport
import Finance
import Foundation
import Rules
import Store

/// Polls as the watcher makes them, with many rules over a long history.
struct RulePolls {
    /// The state folder, which is made.
    let folder: String
    /// How many rows are stored.
    let rows: Int

    private static let polls = 31
    private static let zone = TimeZone(identifier: "Europe/Oslo") ?? .gmt

    /// Fills the store, starts, polls and prints the medians.
    func run() async throws {
        let store = try SQLiteAlertStore.open(folder: folder)
        var bank = RuleBank(rows: rows)
        try await bank.fill(store)
        var start = Stopwatch()
        guard let rules = RuleBank.rules else { return print("problem 1") }
        let engine = AlertEngine(rules: rules, policy: AlertPolicy(zone: Self.zone))
        var evaluator = Evaluator(rules: rules, zone: Self.zone, pollInterval: .seconds(300))
        let now = bank.now
        let seeded = try await start.time { try await seed(&evaluator, from: store, at: now) }
        print("seeded", seeded)
        start.reportMedians("start")
        var cycle = Cycle(
            store: store, engine: engine, evaluator: evaluator, facts: try await store.facts(),
            zone: Self.zone)
        var first = Stopwatch()
        _ = try await first.time { try await cycle.run(bank.poll(isNew: false)) }
        first.reportMedians("first")
        try await measure("silent", isNew: false, &cycle, &bank)
        try await measure("news", isNew: true, &cycle, &bank)
    }

    /// Does what the watcher does at start; gives how many rows it read.
    private func seed(
        _ evaluator: inout Evaluator, from store: SQLiteAlertStore, at now: Date
    ) async throws -> Int {
        var count = 0
        if let day = evaluator.historyNeeded(at: now) {
            let known = try await store.transactions(since: day)
            evaluator.seed(with: known)
            count += known.count
        }
        var place: Int64? = 0
        while let after = place, evaluator.needsWholeHistory {
            let page = try await store.history(after: after, limit: 10_000)
            evaluator.seed(history: page.rows)
            count += page.rows.count
            place = page.next
        }
        return count
    }

    private func measure(
        _ name: String, isNew: Bool, _ cycle: inout Cycle, _ bank: inout RuleBank
    ) async throws {
        var (whole, evaluating) = (Stopwatch(), Stopwatch())
        cycle.rowsTouched = 0
        for _ in 0..<Self.polls {
            let answer = bank.poll(isNew: isNew)
            try await whole.time { evaluating = try await cycle.run(answer, evaluating) }
        }
        whole.reportMedians(name)
        evaluating.reportMedians(name + "-evaluation")
        print("\(name)-rows", cycle.rowsTouched / Self.polls)
    }
}
