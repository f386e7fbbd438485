import Alerts
import Finance
import Foundation

/// Silences as text and as JSON.
enum SilenceText: Sendable {
    /// What a silence covers.
    static func words(_ scope: Silence.Scope) -> String {
        switch scope {
        case .all: "everything"
        case .rule(let id): "rule \(id)"
        case .account(_, let name): "account \(name)"
        case .channel(let name): "channel \(name)"
        }
    }

    /// A silence and what it holds, or held.
    static func lines(
        _ silence: Silence, in zone: TimeZone, isTakenUp: Bool, at now: Date
    ) -> [String] {
        let end =
            silence.endedAt.map { "ended \(Words.moment($0, in: zone))" }
            ?? "until \(Words.moment(silence.until, in: zone))"
        var head = "\(silence.id)  \(words(silence.scope))  \(end)"
        if !silence.reason.isEmpty { head += "  (\(silence.reason))" }
        if !isTakenUp { head += "  waits for 'saldovakt watch'" }
        let held =
            silence.held.map { ($0.notice.timestamp, $0.notice.data.title) }
            + silence.lines.map { ($0.at, $0.title) }
        return [head]
            + held.map { "  \(Words.moment($0, in: zone))  \($1)" }
    }

    /// A silence as one JSON object.
    static func json(_ silence: Silence) -> String {
        let held = silence.held.map { NoticeCoding.text($0.notice) }
        return JSONText.object([
            ("id", JSONText.string(silence.id)),
            ("scope", JSONText.string(words(silence.scope))),
            ("from", JSONText.string(Words.iso(silence.from))),
            ("until", JSONText.string(Words.iso(silence.until))),
            ("reason", JSONText.string(silence.reason)),
            ("endedAt", JSONText.string(silence.endedAt.map(Words.iso))),
            ("count", "\(silence.count)"),
            ("held", JSONText.array(held)),
            ("lines", JSONText.array(silence.lines.map { JSONText.string($0.title) })),
        ])
    }

    /// A name that is not known, with the nearest one that is.
    static func unknown(_ what: String, _ name: String, among names: [String]) -> CommandFailure {
        let nearest = NearestName.find(name, among: names).map { "use '\($0)'" }
        return CommandFailure(
            .wrong, code: "unknown-\(what)", problem: "there is no such \(what): '\(name)'",
            fix: nearest
                ?? (names.isEmpty
                    ? "there is none"
                    : "use one of "
                        + names.sorted().map { "'\($0)'" }.joined(separator: ", ")))
    }
}
