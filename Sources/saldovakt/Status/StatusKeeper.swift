import Console
import Finance
import Foundation
import Glibc
import Service
import Settings
import Store
import Threads
import Watch

/// Counts the events of this process and writes the file that `saldovakt status` reads.
///
/// The file is written when rules or settings were reloaded or refused, and when a cycle changed
/// more than times and the counts of quiet polls, otherwise once a minute. That costs a quiet
/// watcher next to nothing.
final class StatusKeeper: Sendable {
    private struct State: Sendable {
        var statistics: WatchStatistics
        var hasNews = false
        var writtenAt = Date.distantPast
    }

    private let path: String
    private let clock: any WallClock
    private let state: Lock<State>

    init(path: String, sources: [WatchParts.PolledSource], clock: any WallClock) {
        self.path = path
        self.clock = clock
        let sources = sources.map { SourceStatistics(id: $0.source.id, interval: $0.interval) }
        state = Lock(State(statistics: WatchStatistics(sources: sources)))
    }

    var statistics: WatchStatistics { state.withLock { $0.statistics } }

    func note(_ event: WatchEvent) {
        state.withLock { if $0.statistics.take(event) { $0.hasNews = true } }
        switch event {
        case .started, .resumed, .cycled, .rulesLoaded, .rulesRejected, .stopped: write()
        default: break
        }
    }

    func note(rulesHash: String) {
        state.withLock {
            $0.statistics.rulesHash = rulesHash
            $0.hasNews = true
        }
    }

    /// Writes the file if that is due; the events that lead here come one after the other.
    private func write() {
        let now = clock.now
        let statistics = state.withLock { state -> WatchStatistics? in
            guard state.hasNews || abs(now.timeIntervalSince(state.writtenAt)) >= 60 else {
                return nil
            }
            state.hasNews = false
            return state.statistics
        }
        guard let statistics else { return }
        let isWritten = StatusFile(process: getpid(), statistics: statistics).write(to: path)
        state.withLock { if isWritten { $0.writtenAt = now } else { $0.hasNews = true } }
    }
}

/// A running watcher's state, as a small file in its state folder.
///
/// It is not a fact. It is replaced without waiting for the disk, so that a reader never sees half
/// of it. It counts only while the process that wrote it holds the folder's lock.
struct StatusFile: Sendable, Hashable, Codable {
    private static let currentVersion = 2

    private var version = Self.currentVersion
    let process: Int32
    let statistics: WatchStatistics

    /// Writes the file with mode 0600; returns whether it worked: a full disk is reported
    /// elsewhere.
    func write(to path: String) -> Bool {
        guard let bytes = try? JSONEncoder().encode(self) else { return false }
        return (try? LocalFiles.replace(path, with: Array(bytes), mode: 0o600, isDurable: false))
            != nil
    }

    /// Reads the file; `nil` if there is none that can be decoded.
    static func read(_ path: String) -> StatusFile? {
        let data = FileManager.default.contents(atPath: path)
        let file = data.flatMap { try? JSONDecoder().decode(StatusFile.self, from: $0) }
        return file?.version == currentVersion ? file : nil
    }

    init(process: Int32, statistics: WatchStatistics) {
        self.process = process
        self.statistics = statistics
    }
}

extension LoopbackServer {
    /// A metrics page for Prometheus.
    init(metrics: @escaping @Sendable () async -> String) {
        self.init { target in
            guard target.prefix(while: { $0 != "?" }) == "/metrics" else { return nil }
            return LoopbackAnswer(
                await metrics(), contentType: "text/plain; version=0.0.4; charset=utf-8")
        }
    }

    func listen(on port: Int, fix: String) async throws(CommandFailure) {
        do { _ = try await start(port: port) } catch {
            let isTaken = error == .portTaken(port)
            throw CommandFailure(
                .environment, where: "metrics", code: isTaken ? "port-taken" : "port-refused",
                problem: "can't listen on 127.0.0.1: '\(port)'",
                fix: fix + (isTaken ? ", or stop the program that has it" : ""))
        }
    }
}

extension StatusReport {
    /// The report as a page for Prometheus; no amounts, no accounts, no texts.
    var metrics: String { (stateFamilies + sourceFamilies + counterFamilies).map(\.text).joined() }

    private var stateFamilies: [MetricFamily] {
        let start = statistics?.startedAt.map { [MetricSample($0)] } ?? []
        let age = outbox.oldestWaiting.map { now.timeIntervalSince($0) } ?? 0
        let hash = statistics?.rulesHash.map { [MetricSample(1, ["hash": $0])] } ?? []
        return [
            MetricFamily(
                "saldovakt_start_timestamp_seconds", .gauge, "When the watcher was ready.", start),
            MetricFamily(
                "saldovakt_alerts", .gauge, "Alerts, and notifications held back.",
                [
                    MetricSample(firing, ["state": "firing"]),
                    MetricSample(pending, ["state": "pending"]),
                    MetricSample(held, ["state": "held"]),
                ]),
            MetricFamily(
                "saldovakt_outbox", .gauge, "Notifications on their way to channels.",
                [
                    MetricSample(outbox.waiting, ["state": "waiting"]),
                    MetricSample(outbox.gaveUp, ["state": "gave_up"]),
                ]),
            MetricFamily(
                "saldovakt_outbox_oldest_waiting_seconds", .gauge,
                "Age of the oldest waiting notification; 0 if none does.",
                [MetricSample(milliseconds: Int(age * 1_000))]),
            MetricFamily(
                "saldovakt_rules", .gauge, "Rules in force.",
                statistics.map { [MetricSample($0.rules)] } ?? []),
            MetricFamily("saldovakt_rules_info", .gauge, "The rules file in force.", hash),
            MetricFamily(
                "saldovakt_rules_outdated", .gauge,
                "1 while changed rules or settings can't be used.",
                statistics.map { [MetricSample($0.areRulesOutdated ? 1 : 0)] } ?? []),
        ]
    }

    private var sourceFamilies: [MetricFamily] {
        let facts = sources.map(\.facts)
        let counted = sources.compactMap(\.statistics)
        return [
            MetricFamily(
                "saldovakt_source_last_poll_timestamp_seconds", .gauge, "The last answer.",
                facts.compactMap { facts in
                    facts.lastAttempt.map { MetricSample($0, ["source": facts.id]) }
                }),
            MetricFamily(
                "saldovakt_source_last_success_timestamp_seconds", .gauge,
                "The last answer with facts.",
                facts.compactMap { facts in
                    facts.lastSuccess.map { MetricSample($0, ["source": facts.id]) }
                }),
            MetricFamily(
                "saldovakt_source_failing", .gauge, "1 while the bank fails.",
                facts.map { MetricSample($0.failingSince == nil ? 0 : 1, ["source": $0.id]) }),
            MetricFamily(
                "saldovakt_polls_total", .counter, "Answers of the bank.",
                counted.map { MetricSample($0.polls, ["source": $0.id]) }),
            MetricFamily(
                "saldovakt_missed_slots_total", .counter, "Slots that passed unused.",
                counted.map { MetricSample($0.missedSlots, ["source": $0.id]) }),
            MetricFamily(
                "saldovakt_poll_failures_total", .counter, "Answers that were failures.",
                counted.flatMap { source in
                    SourceFailure.Kind.allCases.map {
                        MetricSample(
                            source.failures[$0] ?? 0, ["source": source.id, "kind": $0.rawValue])
                    }
                }),
        ]
    }

    private var counterFamilies: [MetricFamily] {
        guard let statistics else { return [] }
        return statistics.counters.map { name, value in
            // `failedDeliveries` as Prometheus writes names: `failed_deliveries`.
            let words = name.map { $0.isUppercase ? "_" + $0.lowercased() : String($0) }.joined()
            return MetricFamily(
                "saldovakt_\(words)_total", .counter,
                "Since the start: \(words.replacing("_", with: " ")).", [MetricSample(value)])
        }
    }
}

extension MetricSample {
    fileprivate init(_ instant: Date, _ labels: KeyValuePairs<String, String> = [:]) {
        self.init(milliseconds: instant.wholeMilliseconds, labels)
    }
}
