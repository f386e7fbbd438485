import Alerts
import BenchSupport
import Finance
import Foundation
import Rules
import Store
import Synchronization
import Watch

/// Measures the polls of a watcher over its SQLite store; `contrib/bench/evaluation.py` makes rows of it.
///
///     PollBench STATE ROWS RULES ACCOUNTS
///
/// Fills a new state folder with so many rows. Prints `name milliseconds` lines of medians (`-cpu` is
/// time of the processor), and how many stored rows a poll reads.
@main
struct PollBench {
    private static let polls = 31
    private static let zone = TimeZone(identifier: "Europe/Oslo") ?? .gmt
    private static let interval = Duration.seconds(300)

    private let store: SQLiteAlertStore
    private let source: BenchSource
    private var bank: RuleBank
    private var watcher: Watcher

    static func main() async throws {
        let numbers = CommandLine.arguments.dropFirst(2).compactMap { Int($0) }
        guard numbers.count == 3, let rules = RuleBank.rules(numbers[1], accounts: numbers[2])
        else {
            return print("usage: PollBench STATE ROWS RULES ACCOUNTS")
        }
        let bank = RuleBank(rows: numbers[0], accounts: numbers[2])
        var bench = try await PollBench(folder: CommandLine.arguments[1], bank, rules)
        try await bench.run()
    }

    private init(folder: String, _ bank: RuleBank, _ rules: RuleSet) async throws {
        store = try SQLiteAlertStore.open(folder: folder)
        self.bank = bank
        source = BenchSource(bank.answer)
        try await bank.fill(store)
        let parts = WatchParts(
            sources: [WatchParts.PolledSource(source: source, interval: Self.interval)],
            store: store, rules: FixedRules(),
            builder: PipelineBuilder(
                policy: AlertPolicy(zone: Self.zone),
                sources: [RuleBank.source]),
            clock: source, observer: { _ in })
        watcher = Watcher(parts: parts, rules: rules, wakeUps: [])
    }

    private mutating func run() async throws {
        var start = Stopwatch()
        try await start.time { try await watcher.start() }
        start.reportMedians("start")
        try await measure("first", isNew: false, polls: 1)
        try await measure("silent", isNew: false, polls: Self.polls)
        try await measure("news", isNew: true, polls: Self.polls)
        print(
            "rows",
            try await store.reconciliationInput(for: bank.answer).records.values.map(\.count)
                .reduce(0, +))
    }

    private mutating func measure(_ name: String, isNew: Bool, polls: Int) async throws {
        var times = Stopwatch()
        for _ in 0..<polls {
            bank.advance(isNew: isNew)
            source.give(bank.answer)
            let reports = await times.time { await watcher.cycleOnce() }
            guard
                reports.allSatisfy({ $0.isCommitted && $0.changedTransactions == (isNew ? 1 : 0) })
            else { return print("problem 1") }
        }
        times.reportMedians(name)
    }
}

/// Gives the watcher the next answer, at its time.
private final class BenchSource: BankSource, WallClock {
    private let answer: Mutex<Snapshot>

    init(_ first: Snapshot) { answer = Mutex(first) }

    var id: String { RuleBank.source }

    var now: Date { answer.withLock { $0.observedAt } }

    func give(_ snapshot: Snapshot) { answer.withLock { $0 = snapshot } }

    func sleep(until instant: Date) async throws {}

    func fetch(_ request: FetchRequest) async -> Snapshot { answer.withLock { $0 } }
}

/// Rules that never change.
private struct FixedRules: RuleSource {
    func load(force: Bool) async -> RuleLoad { .unchanged }

    func findings(
        facts: Facts, transactions: [Transaction], bindings: [String: [UUID]]
    ) async -> [RuleFinding] { [] }

    func reloadedConfiguration() async -> ReloadedConfiguration? { nil }
}
