import Alerts
import Finance
import Foundation

/// Alerts and notices as tables and as JSON.
enum AlertText: Sendable {
    /// Writes the alerts that fire, oldest first.
    static func write(firing ledger: AlertLedger, json: Bool) {
        let alerts = ledger.alerts.values.filter { $0.phase == .firing }
            .sorted { ($0.since, $0.ruleID) < ($1.since, $1.ruleID) }
        if json { return alerts.compactMap(\.notice).forEach(write) }
        var table = Table([("Since", .left), ("Rule", .left), ("Alert", .left), ("Told on", .left)])
        for alert in alerts {
            table.add([
                Words.iso(alert.since), alert.ruleID, alert.notice?.data.title ?? "",
                alert.toldOn.joined(separator: ", "),
            ])
        }
        write(table)
    }

    /// Writes the notices that quiet hours or limits hold back.
    static func write(held ledger: AlertLedger, json: Bool) {
        let held = ledger.rules.values.flatMap(\.held).sorted {
            ($0.dueAt, $0.notice.id) < ($1.dueAt, $1.notice.id)
        }
        if json { return held.map(\.notice).forEach(write) }
        var table = Table([("Told at", .left), ("Held by", .left), ("Notice", .left)])
        for notice in held {
            table.add([
                Words.iso(notice.dueAt), notice.cause.rawValue, notice.notice.data.title,
            ])
        }
        write(table)
    }

    /// Writes entries of the outbox.
    static func write(_ entries: [OutboxEntry], json: Bool) {
        if json { return entries.map(\.notice).forEach(write) }
        var table = Table([
            ("Decided", .left), ("Channel", .left), ("Tries", .right), ("Next", .left),
            ("Notice", .left), ("Problem", .left),
        ])
        for entry in entries {
            table.add([
                Words.iso(entry.createdAt), entry.channel, "\(entry.attempts)",
                entry.state == .waiting ? Words.iso(entry.dueAt) : "-", entry.notice.data.title,
                entry.problem?.problem ?? "",
            ])
        }
        write(table)
    }

    /// Writes everything that is known about one notice.
    ///
    /// - Throws: ``CommandFailure`` when there is no such notice.
    static func explain(_ id: String, entries: [OutboxEntry], ledger: AlertLedger) throws {
        let ways = entries.filter { $0.notice.id == id }
        let held = ledger.rules.values.flatMap(\.held).first { $0.notice.id == id }
        guard let notice = ways.first?.notice ?? held?.notice else {
            throw CommandFailure(
                .wrong, code: "unknown-notice", problem: "no notice has this id: '\(id)'",
                fix: "'saldovakt alerts --json' shows ids of alerts that fire")
        }
        Terminal.write("\(notice.data.title)\n  \(notice.data.body)")
        Terminal.write("  \(notice.type.rawValue), because: \(notice.data.reason.rawValue)")
        if let rule = notice.data.rule { Terminal.write("  rule \(rule.id): \(rule.sentence)") }
        if let held {
            Terminal.write("  held by \(held.cause.rawValue) until \(Words.iso(held.dueAt))")
        }
        for way in ways { Terminal.write("  " + words(way)) }
    }

    private static func words(_ entry: OutboxEntry) -> String {
        let tries = entry.attempts == 1 ? "1 try" : "\(entry.attempts) tries"
        let problem = entry.problem.map { "; \($0.problem)" } ?? ""
        return "\(entry.channel): \(entry.state.rawValue) after \(tries)\(problem)"
    }

    private static func write(_ notice: Notice) {
        Terminal.write(String(decoding: NoticeCoding.encode(notice), as: UTF8.self))
    }

    private static func write(_ table: Table) {
        for line in table.lines(isAligned: Terminal.isInteractive) { Terminal.write(line) }
    }
}
