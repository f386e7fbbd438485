import Alerts
import Console
import Finance
import Foundation
import Service
import Settings
import Store
import Watch

/// The page of figures for Prometheus, if the settings want one.
struct MetricsPage: Sendable {
    private let server: MetricsServer
    private let port: Int

    init?(
        _ settings: MetricsSettings?, store: SQLiteAlertStore, keeper: StatusKeeper,
        clock: any WallClock
    ) {
        guard let settings else { return nil }
        port = settings.port
        server = MetricsServer {
            let report = try? await StatusReport.read(
                store, holder: "this process", statistics: keeper.statistics, at: clock.now)
            // Without the store there is nothing true to show; what is missing raises an alarm.
            return report?.metrics ?? ""
        }
    }

    /// Begins to listen on 127.0.0.1.
    ///
    /// - Throws: ``CommandFailure`` if the port can't be had.
    func start() async throws(CommandFailure) {
        do {
            _ = try await server.start(port: port)
        } catch {
            let isTaken = error == .portTaken(port)
            throw CommandFailure(
                .environment, where: "metrics", code: isTaken ? "port-taken" : "port-refused",
                problem: "can't listen on 127.0.0.1: '\(port)'",
                fix: "name another port with --metrics or under \"metrics\" in the settings"
                    + (isTaken ? ", or stop the program that has it" : ""))
        }
    }

    func stop() async {
        await server.stop()
    }
}

extension StatusReport {
    /// The report as a page for Prometheus; no amounts, no accounts, no texts.
    var metrics: String {
        (stateFamilies + sourceFamilies + counterFamilies).map(\.text).joined()
    }

    private var stateFamilies: [MetricFamily] {
        let start = statistics?.startedAt.map { [Self.sample($0)] } ?? []
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
                "saldovakt_outbox", .gauge, "Notices on their way to channels.",
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
                "saldovakt_rules_outdated", .gauge, "1 while the rules file can't be used.",
                statistics.map { [MetricSample($0.areRulesOutdated ? 1 : 0)] } ?? []),
        ]
    }

    private var sourceFamilies: [MetricFamily] {
        func samples(_ make: (Source) -> MetricSample?) -> [MetricSample] {
            sources.compactMap(make)
        }
        return [
            MetricFamily(
                "saldovakt_source_last_poll_timestamp_seconds", .gauge, "The last answer.",
                samples { source in
                    source.facts.lastAttempt.map { Self.sample($0, source) }
                }),
            MetricFamily(
                "saldovakt_source_last_success_timestamp_seconds", .gauge,
                "The last answer with facts.",
                samples { source in
                    source.facts.lastSuccess.map { Self.sample($0, source) }
                }),
            MetricFamily(
                "saldovakt_source_failing", .gauge, "1 while the bank fails.",
                samples {
                    MetricSample($0.facts.failingSince == nil ? 0 : 1, ["source": $0.facts.id])
                }),
            MetricFamily(
                "saldovakt_polls_total", .counter, "Answers of the bank.",
                samples { source in
                    source.statistics.map { MetricSample($0.polls, ["source": $0.id]) }
                }),
            MetricFamily(
                "saldovakt_missed_slots_total", .counter, "Slots that passed unused.",
                samples { source in
                    source.statistics.map { MetricSample($0.missedSlots, ["source": $0.id]) }
                }),
            MetricFamily(
                "saldovakt_poll_failures_total", .counter, "Answers that were failures.",
                sources.compactMap(\.statistics).flatMap(Self.failures)),
        ]
    }

    private var counterFamilies: [MetricFamily] {
        guard let statistics else { return [] }
        return statistics.counters.map { name, value in
            MetricFamily(
                "saldovakt_\(Self.snakeCase(name))_total", .counter,
                "Since the start: \(Self.snakeCase(name).replacing("_", with: " ")).",
                [MetricSample(value)])
        }
    }

    private static func failures(of source: SourceStatistics) -> [MetricSample] {
        SourceFailure.Kind.allCases.map { kind in
            MetricSample(
                source.failures[kind] ?? 0, ["source": source.id, "kind": kind.rawValue])
        }
    }

    private static func sample(_ instant: Date, _ source: Source? = nil) -> MetricSample {
        let milliseconds = Int((instant.timeIntervalSince1970 * 1_000).rounded())
        guard let source else { return MetricSample(milliseconds: milliseconds) }
        return MetricSample(milliseconds: milliseconds, ["source": source.facts.id])
    }

    /// `failedDeliveries` as Prometheus writes names: `failed_deliveries`.
    private static func snakeCase(_ name: String) -> String {
        name.map { $0.isUppercase ? "_" + $0.lowercased() : String($0) }.joined()
    }
}
