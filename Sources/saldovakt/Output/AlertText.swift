import Alerts
import Finance
import Foundation
import Rules

/// Alerts and notices as tables and as JSON.
enum AlertText: Sendable {
    /// Writes the alerts that fire, oldest first, and the sets of like transactions of the last
    /// week, as large as they are by now (D27).
    static func write(firing ledger: AlertLedger, json: Bool, zone: TimeZone) {
        let alerts = ledger.alerts.values.filter { $0.phase == .firing || $0.isShownSet }
            .sorted { ($0.since, $0.ruleID) < ($1.since, $1.ruleID) }
        if json { return alerts.compactMap(\.notice).forEach(write) }
        var table = Table([
            ("Since", .left), ("Rule", .left), ("Alert", .cuttable), ("Told on", .left),
            ("Tended", .left), ("Id", .left),
        ])
        for alert in alerts {
            table.add([
                Words.moment(alert.since, in: zone), alert.ruleID,
                alert.notice?.data.title ?? "", alert.toldOn.joined(separator: ", "),
                tended(alert, zone), short(alert.notice?.id),
            ])
        }
        table.write(orSay: "no alert fires")
    }

    /// Writes the notices that quiet hours, limits, silences or snoozes hold back.
    static func write(held ledger: AlertLedger, json: Bool, zone: TimeZone) {
        let held = ledger.allHeld
        if json { return held.map(\.notice).forEach(write) }
        var table = Table([("Told at", .left), ("Held by", .left), ("Notice", .cuttable)])
        for notice in held {
            table.add([
                Words.moment(notice.dueAt, in: zone), notice.cause.rawValue,
                notice.notice.data.title,
            ])
        }
        table.write(orSay: "nothing is held back")
    }

    /// Writes entries of the outbox; `nothing` is what a person reads if there is none.
    static func write(
        _ entries: [OutboxEntry], json: Bool, zone: TimeZone, orSay nothing: String
    ) {
        if json { return entries.map(\.notice).forEach(write) }
        var table = Table([
            ("Decided", .left), ("Channel", .left), ("Tries", .right), ("Next", .left),
            ("Notice", .cuttable), ("Problem", .cuttable), ("Id", .left),
        ])
        for entry in entries {
            table.add([
                Words.moment(entry.createdAt, in: zone), entry.channel, "\(entry.attempts)",
                entry.state == .waiting ? Words.moment(entry.dueAt, in: zone) : "-",
                entry.notice.data.title, entry.problem?.problem ?? "", short(entry.notice.id),
            ])
        }
        table.write(orSay: nothing)
    }

    private static func tended(_ alert: AlertState, _ zone: TimeZone) -> String {
        if let until = alert.snoozedUntil {
            return "quiet until \(Words.moment(until, in: zone))"
        }
        return alert.acknowledgedAt == nil ? "" : "acknowledged"
    }

    /// The beginning of an id, enough to tell alerts apart.
    private static func short(_ id: String?) -> String { id.map { String($0.prefix(12)) } ?? "" }

    private static func write(_ notice: Notice) {
        Terminal.write(NoticeCoding.text(notice))
    }
}

extension AlertState {
    /// Whether it is a set that was told and is still shown.
    fileprivate var isShownSet: Bool {
        guard case .set = subject else { return false }
        return isTold && notice != nil
    }
}
