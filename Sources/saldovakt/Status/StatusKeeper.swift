import Alerts
import Finance
import Foundation
import Rules
import Threads
import Watch

/// Counts what happens in this process and writes it down where `saldovakt status` looks.
///
/// The file is written when a cycle changed more than times and the counts of quiet polls, and once a
/// minute otherwise: it costs a quiet watcher nothing that matters.
final class StatusKeeper: Sendable {
    private struct State: Sendable {
        var statistics: WatchStatistics
        /// Whether something changed that is not written down yet.
        var hasNews = false
        var writtenAt = Date.distantPast
    }

    private let path: String
    private let clock: any WallClock
    private let state: Lock<State>
    private static let longestSilence = 60.0

    init(path: String, sources: [WatchParts.PolledSource], clock: any WallClock) {
        self.path = path
        self.clock = clock
        let sources = sources.map { SourceStatistics(id: $0.source.id, interval: $0.interval) }
        state = Lock(State(statistics: WatchStatistics(sources: sources)))
    }

    var statistics: WatchStatistics { state.withLock { $0.statistics } }

    /// Takes an event; returns at once.
    func note(_ event: WatchEvent) {
        state.withLock { state in
            if state.statistics.take(event) { state.hasNews = true }
            switch event {
            case .started, .cycled, .stopped: write(&state)
            default: break
            }
        }
    }

    func note(rulesHash: String) {
        state.withLock {
            $0.statistics.rulesHash = rulesHash
            $0.hasNews = true
        }
    }

    private func write(_ state: inout State) {
        let now = clock.now
        let isDue = abs(now.timeIntervalSince(state.writtenAt)) >= Self.longestSilence
        guard isDue || state.hasNews else { return }
        guard StatusFile(process: getpid(), statistics: state.statistics).write(to: path) else {
            return
        }
        state.hasNews = false
        state.writtenAt = now
    }
}

/// Rules that say which of them are in force.
struct NotedRules: RuleSource {
    let source: any RuleSource
    let keeper: StatusKeeper

    func load(force: Bool) async -> RuleLoad {
        let load = await source.load(force: force)
        if case .loaded(let rules, _) = load { keeper.note(rulesHash: rules.fileHash) }
        return load
    }

    func findings(
        facts: Facts, transactions: [Transaction], bindings: [String: [UUID]]
    ) async -> [RuleFinding] {
        await source.findings(
            facts: facts, transactions: transactions, bindings: bindings)
    }

    func surroundings() async -> ReloadedConfiguration? { await source.surroundings() }
}
