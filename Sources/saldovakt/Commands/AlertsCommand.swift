import Alerts
import ArgumentParser
import Console
import Finance
import Foundation
import Rules
import Settings
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
    let store: SQLiteAlertStore
    /// The alert states, with instructions that still wait foreseen.
    let ledger: AlertLedger
    /// The instructions that still wait.
    let instructions: [UserAction]

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

    @Flag(help: "Alerts that fire (the default).")
    var firing = false

    @Flag(help: "Notifications that wait for their delivery.")
    var pending = false

    @Flag(help: "Notifications held by quiet hours, limits, silences and snoozes.")
    var held = false

    @Flag(name: .customLong("gave-up"), help: "Notifications that no receiver took in time.")
    var gaveUp = false

    @Option(
        help: ArgumentHelp(
            "The history of one alert, by a notification's id or its beginning, or a rule's id.",
            valueName: "id"))
    var why: String?

    @Flag(
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
        if json { return alerts.compactMap(\.notification).forEach(Self.write) }
        var table = Table([
            ("Since", .left), ("Rule", .left), ("Alert", .cuttable), ("Channels", .left),
            ("State", .left), ("Id", .left),
        ])
        for alert in alerts {
            let quiet = alert.snoozedUntil.map { "quiet until \(InstantText.moment($0, in: zone))" }
            table.add([
                InstantText.moment(alert.since, in: zone), alert.ruleID,
                alert.notification?.data.title ?? "", alert.notifiedOn.joined(separator: ", "),
                quiet ?? (alert.acknowledgedAt == nil ? "" : "acknowledged"),
                Self.short(alert.notification?.id ?? ""),
            ])
        }
        table.write(orSay: "no active alerts")
    }

    /// Writes the notifications that quiet hours, limits, silences or snoozes hold back.
    private func write(held ledger: AlertLedger, _ zone: TimeZone) {
        let held = ledger.allHeld
        if json { return held.map(\.notification).forEach(Self.write) }
        var table = Table([
            ("Scheduled for", .left), ("Held by", .left), ("Notification", .cuttable),
        ])
        for notification in held {
            table.add([
                InstantText.moment(notification.dueAt, in: zone), notification.cause.rawValue,
                notification.notification.data.title,
            ])
        }
        table.write(orSay: "nothing is held back")
    }

    /// Writes entries of the outbox; `nothing` is what a person reads if there is none.
    private func write(_ entries: [OutboxEntry], _ zone: TimeZone, orSay nothing: String) {
        if json { return entries.map(\.notification).forEach(Self.write) }
        var table = Table([
            ("Changed", .left), ("Channel", .left), ("Tries", .right), ("Next", .left),
            ("Notification", .cuttable), ("Problem", .cuttable), ("Id", .left),
        ])
        for entry in entries {
            table.add([
                InstantText.moment(entry.createdAt, in: zone), entry.channel, "\(entry.attempts)",
                entry.state == .waiting ? InstantText.moment(entry.dueAt, in: zone) : "-",
                entry.notification.data.title, entry.problem?.problem ?? "",
                Self.short(entry.notification.id),
            ])
        }
        table.write(orSay: nothing)
    }

    /// The beginning of an id, enough to distinguish alerts.
    private static func short(_ id: String) -> String { String(id.prefix(12)) }

    private static func write(_ notification: AlertNotification) {
        Terminal.write(NotificationCoding.text(notification))
    }
}

extension AlertLedger {
    /// Everything that is held back: by quiet hours, limits, snoozes and silences.
    var allHeld: [HeldNotification] {
        (rules.values.flatMap(\.held) + silences.values.flatMap(\.held)).sorted {
            ($0.dueAt, $0.notification.id) < ($1.dueAt, $1.notification.id)
        }
    }
}

extension AlertState {
    /// Whether it is a set that was notified and is still shown.
    fileprivate var isShownSet: Bool {
        guard case .set = subject else { return false }
        return isNotified && notification != nil
    }
}

/// `saldovakt alerts acknowledge`: no more reminders of what is known.
struct AlertsAcknowledgeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "acknowledge", abstract: "Ends the reminders of an alert that fires.",
        discussion: "Its end is still notified, and so is everything new.")

    @Argument(help: "A notification's id or its beginning, or a rule's id.")
    var id: String

    @OptionGroup var state: StateOptions

    func run() async throws {
        for alert in try await AlertView(state).alerts(meantBy: id) {
            try await state.leave(.acknowledge(alert.reference), at: SystemClock().now)
            Terminal.write("acknowledged: \(alert.notification?.data.title ?? alert.ruleID)")
        }
    }
}

/// `saldovakt alerts snooze`: quiet for a while, notified again if it still fires.
struct AlertsSnoozeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "snooze", abstract: "Keeps an alert that fires quiet for a while.",
        discussion: "It is notified again then if it still fires, and its end if it does not.")

    @Argument(help: "A notification's id or its beginning, or a rule's id.")
    var id: String

    @Option(
        name: .customLong("for"),
        help: ArgumentHelp("How long, such as 2h; one day if not said.", valueName: "duration"))
    var length: IntervalArgument?

    @OptionGroup var settings: SettingsOptions
    @OptionGroup var state: StateOptions

    func run() async throws {
        let zone = try settings.load().settings.timeZone
        let now = SystemClock().now
        let until = now.addingTimeInterval((length?.duration ?? .seconds(86_400)) / .seconds(1))
        for alert in try await AlertView(state).alerts(meantBy: id) {
            try await state.leave(.snooze(alert.reference, until: until), at: now)
            let title = alert.notification?.data.title ?? alert.ruleID
            Terminal.write("quiet until \(InstantText.moment(until, in: zone)): \(title)")
        }
    }
}

/// `saldovakt alerts retry`: one more attempt at a notification that was given up or waits.
struct AlertsRetryCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "retry",
        abstract: "Tries a notification again at once, even one that was given up.")

    @Argument(help: "A notification's id or its beginning.")
    var id: String

    @OptionGroup var state: StateOptions

    func run() async throws {
        let found = try await state.alerts().entries(notificationPrefix: id)
        let open = found.filter { $0.state == .waiting || $0.state == .gaveUp }
        let ids = Set(open.map(\.notification.id))
        guard let notificationID = ids.first, ids.count == 1 else {
            throw CommandFailure(
                .wrong, code: ids.isEmpty ? "unknown-notice" : "ambiguous-id",
                problem: ids.isEmpty
                    ? "no undelivered notification has this id: '\(id)'"
                    : "\(ids.count) notifications begin like this: '\(id)'",
                fix: "'saldovakt alerts --gave-up' and '--pending' show ids")
        }
        try await state.leave(.retry(notificationID: notificationID), at: SystemClock().now)
        let channels = open.map(\.channel).joined(separator: ", ")
        Terminal.write(
            "tried again on \(channels): \(open.first?.notification.data.title ?? notificationID)")
    }
}

extension AlertView {
    /// The firing alerts that a person means: by a notification's id or its beginning, or by a rule's id.
    ///
    /// - Throws: ``CommandFailure`` if none is meant, or several notifications begin like this.
    fileprivate func alerts(meantBy id: String) throws(CommandFailure) -> [AlertState] {
        let firing = ledger.alerts.values.filter { $0.phase == .firing }
            .sorted { ($0.since, $0.key.text) < ($1.since, $1.key.text) }
        let ofRule = firing.filter { $0.ruleID == id }
        guard ofRule.isEmpty else { return ofRule }
        let notified =
            id.hasPrefix("ntc_") ? firing.filter { $0.notification?.id.hasPrefix(id) == true } : []
        if notified.isEmpty {
            let nearest = NearestName.find(id, among: firing.map(\.ruleID))
            throw CommandFailure(
                .wrong, code: "unknown-alert", problem: "no alert that fires has this id: '\(id)'",
                fix: nearest.map { "use '\($0)'" }
                    ?? "'saldovakt alerts' shows what fires, with its ids")
        }
        guard notified.count == 1 else {
            throw CommandFailure(
                .wrong, code: "ambiguous-id",
                problem: "\(notified.count) alerts begin like this: '\(id)'",
                fix: "write more of the id; 'saldovakt alerts' shows it")
        }
        return notified
    }
}

extension AlertState {
    fileprivate var reference: AlertReference {
        AlertReference(
            notificationID: notification?.id, ruleID: ruleID,
            accountID: notification?.data.account?.id)
    }
}
