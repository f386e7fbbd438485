import Alerts
import Finance
import Foundation
import Rules

/// Alerts and notices as tables and as JSON.
enum AlertText: Sendable {
    /// Writes the alerts that fire, oldest first, and the sets of like transactions of the last
    /// week, as large as they are by now (D27).
    static func write(firing ledger: AlertLedger, json: Bool) {
        let alerts = ledger.alerts.values.filter { $0.phase == .firing || $0.isShownSet }
            .sorted { ($0.since, $0.ruleID) < ($1.since, $1.ruleID) }
        if json { return alerts.compactMap(\.notice).forEach(write) }
        var table = Table([
            ("Since", .left), ("Rule", .left), ("Alert", .left), ("Told on", .left),
            ("Tended", .left), ("Id", .left),
        ])
        for alert in alerts {
            table.add([
                Words.iso(alert.since), alert.ruleID, alert.notice?.data.title ?? "",
                alert.toldOn.joined(separator: ", "), tended(alert), short(alert.notice?.id),
            ])
        }
        write(table)
    }

    /// Writes the notices that quiet hours, limits, silences or snoozes hold back.
    static func write(held ledger: AlertLedger, json: Bool) {
        let held = ledger.allHeld
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
            ("Notice", .left), ("Problem", .left), ("Id", .left),
        ])
        for entry in entries {
            table.add([
                Words.iso(entry.createdAt), entry.channel, "\(entry.attempts)",
                entry.state == .waiting ? Words.iso(entry.dueAt) : "-", entry.notice.data.title,
                entry.problem?.problem ?? "", short(entry.notice.id),
            ])
        }
        write(table)
    }

    private static func tended(_ alert: AlertState) -> String {
        if let until = alert.snoozedUntil { return "quiet until \(Words.iso(until))" }
        return alert.acknowledgedAt == nil ? "" : "acknowledged"
    }

    /// The beginning of an id, enough to tell alerts apart.
    private static func short(_ id: String?) -> String { id.map { String($0.prefix(12)) } ?? "" }

    private static func write(_ notice: Notice) {
        Terminal.write(String(decoding: NoticeCoding.encode(notice), as: UTF8.self))
    }

    private static func write(_ table: Table) {
        for line in table.lines(isAligned: Terminal.isInteractive) { Terminal.write(line) }
    }
}

extension AlertState {
    /// Whether it is a set that was told and is still shown.
    fileprivate var isShownSet: Bool {
        guard case .set = subject else { return false }
        return isTold && notice != nil
    }
}
