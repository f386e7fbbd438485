import Alerts
import Finance
import Foundation
import Watch

/// The watcher's events in one line each.
struct EventWords: Sendable {
    private let zone: TimeZone

    /// Writes times in `zone`.
    init(zone: TimeZone) {
        self.zone = zone
    }

    /// The line for standard output; `nil` for an event that says nothing there.
    func line(_ event: WatchEvent) -> String? {
        switch event {
        case .started(let rules, let instant, let isNew):
            "\(at(instant)) started: \(Words.count(rules, "rule"))"
                + (isNew ? "; the state is new: nothing from before is reported" : "")
        case .polled(let report):
            polled(report)
        case .noticed(let notice):
            "\(at(notice.timestamp)) \(notice.type.rawValue): \(notice.data.title)"
        case .delivered(let channel, let id, let instant):
            "\(at(instant)) delivered \(id) on \(channel)"
        case .rulesLoaded(let count, _):
            "rules loaded: \(Words.count(count, "rule"))"
        case .clockStepped(let seconds, _):
            "the clock was set by \(Int(seconds.rounded())) seconds; waiting is planned anew"
        case .stopped(let instant):
            "\(at(instant)) stopped"
        case .cycled, .deliveryFailed, .rulesRejected, .rulesDoubtful, .storeFailed, .waiting:
            nil
        }
    }

    /// The text for standard error; `nil` for an event without trouble.
    func trouble(_ event: WatchEvent) -> String? {
        switch event {
        case .polled(let report):
            return trouble(of: report)
        case .deliveryFailed(let channel, let id, let problem, let retryAt):
            return Self.failure(problem, of: channel, notice: id)
                + (retryAt.map { "; tried again at \(Words.clock($0, in: zone))" } ?? "; given up")
        case .rulesDoubtful(let findings):
            return FindingPrinter.text(findings)
        case .rulesRejected(let findings):
            return FindingPrinter.text(findings) + "\nthe old rules stay in force"
        case .rulesLoaded(_, let findings):
            return findings.isEmpty ? nil : FindingPrinter.text(findings)
        case .storeFailed(let error):
            return CommandFailure(error).text
        case .started, .cycled, .noticed, .delivered, .clockStepped, .waiting, .stopped:
            return nil
        }
    }

    /// A notice that a person asked for.
    func shown(_ notice: Notice) -> String {
        "\(at(notice.timestamp)) shown: \(notice.data.title): \(notice.data.body)"
    }

    /// A failed delivery in the program's error form; `notice` is the id of what failed.
    static func failure(
        _ problem: DeliveryProblem, of channel: String, notice: String? = nil
    ) -> String {
        "channel \(channel): error: [delivery-\(problem.reason.rawValue)] \(problem.problem)"
            + (notice.map { ": \($0)" } ?? "") + "\n  fix: \(problem.fix)"
    }

    private func trouble(of report: PollReport) -> String? {
        if case .throttled(let retryAfter) = report.outcome {
            return Words.throttling(of: report.source, retryAfter: retryAfter)
        }
        if case .failed(let failure) = report.outcome {
            return Words.failure(failure, of: report.source)
        }
        let lines = report.shortfalls.map { Words.failure($0, of: report.source) }
        return lines.isEmpty ? nil : lines.joined(separator: "\n")
    }

    private func polled(_ report: PollReport) -> String {
        let changes = report.changedTransactions
        return "\(at(report.at)) polled \(report.source): \(Words.outcome(report.outcome)), "
            + "\(Words.count(report.accountCount, "account")), "
            + Words.count(changes, "changed transaction")
    }

    private func at(_ instant: Date) -> String {
        Words.moment(instant, in: zone)
    }
}
