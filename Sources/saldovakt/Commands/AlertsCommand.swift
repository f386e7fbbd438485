import Alerts
import ArgumentParser
import Console
import Finance
import Foundation
import Rules
import Store

/// `saldovakt alerts`: what fires, what waits, and what a person does about it.
struct AlertsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "alerts",
        abstract: "Lists alerts and pending notifications; acknowledges, snoozes and retries them.",
        discussion: "Without an option it shows what fires.",
        subcommands: [
            AlertsListCommand.self, AlertsAcknowledgeCommand.self, AlertsSnoozeCommand.self,
            AlertsRetryCommand.self,
        ], defaultSubcommand: AlertsListCommand.self)
}

/// What the commands about alerts read beside a running `watch`.
struct AlertView: Sendable {
    /// The store, for reading.
    let store: SQLiteAlertStore
    /// The alert states, with instructions that still wait foreseen.
    let ledger: AlertLedger
    /// The instructions that still wait.
    let instructions: [UserAction]

    /// Reads a state folder.
    init(_ state: StateOptions) async throws(StoreError) {
        store = try state.alerts()
        instructions = try await store.instructions()
        ledger = try await store.alertLedger().foreseeing(instructions)
    }

    /// The rules that were in force last.
    var ruleIDs: [String] { ledger.rules.values.filter { !$0.body.isEmpty }.map(\.ruleID) }
}

/// `saldovakt alerts list`: what fires, what is held and what waits to be delivered.
struct AlertsListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Lists alerts and pending notifications.",
        discussion: "Without an option it shows what fires.")

    @OptionGroup var state: StateOptions

    @Flag(name: .long, help: "Alerts that fire (the default).")
    var firing = false

    @Flag(name: .long, help: "Notices that wait for their delivery.")
    var pending = false

    @Flag(name: .long, help: "Notices held by quiet hours, limits, silences and snoozes.")
    var held = false

    @Flag(name: .customLong("gave-up"), help: "Notices that no receiver took in time.")
    var gaveUp = false

    @Option(
        name: .long,
        help: ArgumentHelp(
            "The history of one alert, by a notification's id or its beginning, or a rule's id.",
            valueName: "id"))
    var why: String?

    @Flag(
        name: .long,
        help: "Write one notification per line, in the form of webhooks; a history as one object.")
    var json = false

    func run() async throws {
        let view = try await AlertView(state)
        let zone = Configuration.zone
        if let why { return try await StoryText(view: view, zone: zone).write(why, json: json) }
        if firing || !(pending || held || gaveUp) { write(firing: view.ledger, zone) }
        if held { write(held: view.ledger, zone) }
        if pending {
            let entries = try await view.store.outbox(in: [.waiting], limit: 10_000)
            write(entries, zone, orSay: "nothing waits to be delivered")
        }
        if gaveUp {
            let entries = try await view.store.outbox(in: [.gaveUp], limit: 10_000)
            write(entries, zone, orSay: "no notification was given up")
        }
    }

    /// Writes the alerts that fire, oldest first, and the sets of like transactions of the last
    /// week, as large as they are by now (D27).
    private func write(firing ledger: AlertLedger, _ zone: TimeZone) {
        let alerts = ledger.alerts.values.filter { $0.phase == .firing || $0.isShownSet }
            .sorted { ($0.since, $0.ruleID) < ($1.since, $1.ruleID) }
        if json { return alerts.compactMap(\.notice).forEach(Self.write) }
        var table = Table([
            ("Since", .left), ("Rule", .left), ("Alert", .cuttable), ("Channels", .left),
            ("State", .left), ("Id", .left),
        ])
        for alert in alerts {
            let quiet = alert.snoozedUntil.map { "quiet until \(InstantText.moment($0, in: zone))" }
            table.add([
                InstantText.moment(alert.since, in: zone), alert.ruleID,
                alert.notice?.data.title ?? "", alert.toldOn.joined(separator: ", "),
                quiet ?? (alert.acknowledgedAt == nil ? "" : "acknowledged"),
                Self.short(alert.notice?.id ?? ""),
            ])
        }
        table.write(orSay: "no active alerts")
    }

    /// Writes the notices that quiet hours, limits, silences or snoozes hold back.
    private func write(held ledger: AlertLedger, _ zone: TimeZone) {
        let held = ledger.allHeld
        if json { return held.map(\.notice).forEach(Self.write) }
        var table = Table([
            ("Scheduled for", .left), ("Held by", .left), ("Notification", .cuttable),
        ])
        for notice in held {
            table.add([
                InstantText.moment(notice.dueAt, in: zone), notice.cause.rawValue,
                notice.notice.data.title,
            ])
        }
        table.write(orSay: "nothing is held back")
    }

    /// Writes entries of the outbox; `nothing` is what a person reads if there is none.
    private func write(_ entries: [OutboxEntry], _ zone: TimeZone, orSay nothing: String) {
        if json { return entries.map(\.notice).forEach(Self.write) }
        var table = Table([
            ("Changed", .left), ("Channel", .left), ("Tries", .right), ("Next", .left),
            ("Notification", .cuttable), ("Problem", .cuttable), ("Id", .left),
        ])
        for entry in entries {
            table.add([
                InstantText.moment(entry.createdAt, in: zone), entry.channel, "\(entry.attempts)",
                entry.state == .waiting ? InstantText.moment(entry.dueAt, in: zone) : "-",
                entry.notice.data.title, entry.problem?.problem ?? "", Self.short(entry.notice.id),
            ])
        }
        table.write(orSay: nothing)
    }

    /// The beginning of an id, enough to tell alerts apart.
    private static func short(_ id: String) -> String { String(id.prefix(12)) }

    private static func write(_ notice: AlertNotification) {
        Terminal.write(NotificationCoding.text(notice))
    }
}

extension AlertLedger {
    /// Everything that is held back: by quiet hours, limits, snoozes and silences.
    var allHeld: [HeldNotification] {
        (rules.values.flatMap(\.held) + silences.values.flatMap(\.held)).sorted {
            ($0.dueAt, $0.notice.id) < ($1.dueAt, $1.notice.id)
        }
    }
}

extension AlertState {
    /// Whether it is a set that was told and is still shown.
    fileprivate var isShownSet: Bool {
        guard case .set = subject else { return false }
        return isTold && notice != nil
    }
}
