import Alerts
import Console
import Finance
import Foundation
import Store
import Watch

extension StatusReport {
    /// The report for people, with times in a zone.
    func lines(in zone: TimeZone) -> [String] {
        let watcher = holder.map { Strings.holder($0, in: zone) } ?? "none is running"
        var lines = ["watcher: " + watcher]
        if let statistics {
            let hash = statistics.rulesHash.map { ", file \($0.prefix(12))" } ?? ""
            lines.append("\(Strings.count(statistics.rules, "rule")) in force\(hash)")
        }
        lines += sources.map(words)
        lines.append("alerts: \(firing) firing, \(pending) pending, \(held) held notifications")
        let age = outbox.oldestWaiting.map { ", the oldest for \(length(since: $0))" } ?? ""
        lines.append("outbox: \(outbox.waiting) waiting\(age), \(outbox.gaveUp) given up")
        return lines + attention.map { "! \(words(for: $0))" }
    }

    /// One short line for the status bar of tmux, in its own colours.
    var tmuxLine: String {
        if let first = attention.first {
            let more = attention.count > 1 ? " +\(attention.count - 1)" : ""
            return "#[fg=red]saldo ! \(shortWords(for: first))\(more)#[default]"
        }
        if firing > 0 { return "#[fg=yellow]saldo \(firing) firing#[default]" }
        let last = sources.compactMap(\.lastPoll).min()
        return "saldo ok" + (last.map { " \(length(since: $0))" } ?? "")
    }

    private func words(_ source: Source) -> String {
        let facts = source.facts
        guard let poll = facts.lastAttempt else { return "bank \(facts.id): not asked yet" }
        var text = "bank \(facts.id): last asked \(length(since: poll)) ago"
        if let success = facts.lastSuccess, success != poll {
            text += ", last answer \(length(since: success)) ago"
        }
        if let next = source.statistics?.nextSlot, next > now {
            text += ", next in \(Self.length(next.timeIntervalSince(now)))"
        }
        return text + (facts.failure.map { ": \($0.problem)" } ?? "")
    }

    private func words(for attention: Attention) -> String {
        switch attention {
        case .noWatcher:
            "nobody watches: start 'saldovakt watch', or systemctl --user start saldovakt"
        case .storeFailing:
            "nothing can be stored: 'saldovakt doctor' looks why"
        case .failing(let source, let since):
            "bank \(source) has not answered for \(length(since: since)): "
                + "'saldovakt doctor --online' looks why"
        case .stale(let source, let since):
            "the figures of bank \(source) are \(length(since: since)) old"
        case .rulesOutdated:
            "the rules file can't be used and older rules are in force: 'saldovakt rules check'"
        case .gaveUp(let count):
            "\(Strings.count(count, "notification")) of the last seven days reached nobody: 'saldovakt alerts --gave-up'"
        }
    }

    private func shortWords(for attention: Attention) -> String {
        switch attention {
        case .noWatcher: "nobody watches"
        case .storeFailing: "nothing stored"
        case .failing(let source, let since): "\(source) fails \(length(since: since))"
        case .stale(let source, let since): "\(source) \(length(since: since)) old"
        case .rulesOutdated: "rules file"
        case .gaveUp(let count): "\(count) given up"
        }
    }

    private func length(since instant: Date) -> String {
        Self.length(now.timeIntervalSince(instant))
    }

    /// A length of time in its largest unit: `40 s`, `5 min`, `3 h`, `2 d`.
    static func length(_ seconds: TimeInterval) -> String {
        let seconds = Int(max(0, min(seconds, 1e9)))
        return switch seconds {
        case ..<90: "\(seconds) s"
        case ..<5_400: "\(seconds / 60) min"
        case ..<172_800: "\(seconds / 3_600) h"
        default: "\(seconds / 86_400) d"
        }
    }
}
