import Alerts
import Finance
import Foundation
import Synchronization
import Watch

/// One JSON object per event, for programs.
///
/// Every object has `event`; notices stand under `notice` in the published form.
final class JSONConsole: Console {
    private let words = EventWords(zone: .gmt)
    private let troubles = Mutex(TroubleBook())

    func show(_ event: WatchEvent) {
        if let trouble = troubles.withLock({ $0.take(event, words: words) }) {
            Terminal.complain(trouble)
        }
        Terminal.write(Self.line(event))
    }

    /// The notice has been printed as an event already.
    func tell(_ line: String) {}

    func point(to notice: Notice) {
        let text = String(decoding: NoticeCoding.encode(notice), as: UTF8.self)
        Terminal.write(Self.object("shown", [("notice", text)]))
    }

    func close() {}

    private static func line(_ event: WatchEvent) -> String {
        switch event {
        case .started(let rules, let instant):
            object("started", [("at", string(Words.iso(instant))), ("rules", "\(rules)")])
        case .polled(let report):
            polled(report)
        case .cycled(let isComplete):
            object("cycled", [("complete", isComplete ? "true" : "false")])
        case .noticed(let notice):
            object(
                "notice", [("notice", String(decoding: NoticeCoding.encode(notice), as: UTF8.self))]
            )
        case .delivered(let channel, let id, let instant):
            object(
                "delivered",
                [
                    ("at", string(Words.iso(instant))), ("channel", string(channel)),
                    ("id", string(id)),
                ])
        case .deliveryFailed(let channel, let id, let problem, let retryAt):
            object(
                "deliveryFailed",
                [
                    ("channel", string(channel)), ("id", string(id)),
                    ("reason", string(problem.reason.rawValue)),
                    ("problem", string(problem.problem)),
                    ("retryAt", retryAt.map { string(Words.iso($0)) } ?? "null"),
                ])
        case .rulesLoaded(let count, _):
            object("rulesLoaded", [("rules", "\(count)")])
        case .rulesRejected(let findings):
            object("rulesRejected", [("findings", FindingPrinter.json(findings))])
        case .rulesDoubtful(let findings):
            object("rulesDoubtful", [("findings", FindingPrinter.json(findings))])
        case .storeFailed:
            object("storeFailed", [])
        case .clockStepped(let seconds, let count):
            object(
                "clockStepped", [("seconds", "\(Int(seconds.rounded()))"), ("count", "\(count)")])
        case .waiting(let until):
            object("waiting", [("until", string(Words.iso(until)))])
        case .stopped(let instant):
            object("stopped", [("at", string(Words.iso(instant)))])
        }
    }

    private static func polled(_ report: PollReport) -> String {
        var members = [
            ("at", string(Words.iso(report.at))), ("source", string(report.source)),
            ("outcome", string(Words.outcome(report.outcome))),
            ("accounts", "\(report.accounts.count)"),
            ("changedTransactions", "\(report.changedTransactions)"),
        ]
        if case .failed(let failure) = report.outcome {
            members.append(("error", string(failure.kind.rawValue)))
        }
        return object("polled", members)
    }

    private static func object(_ event: String, _ members: [(String, String)]) -> String {
        JSONText.object([("event", string(event))] + members)
    }

    private static func string(_ text: String) -> String { JSONText.string(text) }
}
