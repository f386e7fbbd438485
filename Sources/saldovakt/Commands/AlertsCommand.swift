import Alerts
import ArgumentParser
import Console
import Finance
import Foundation
import RuleTools
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
    let instructions: [UserAction]

    init(_ state: StateOptions) async throws(StoreError) {
        store = try state.alerts()
        instructions = try await store.instructions()
        ledger = try await store.alertLedger().foreseeing(instructions)
    }

    var ruleIDs: [String] { ledger.rules.values.filter { !$0.body.isEmpty }.map(\.ruleID) }

    /// Everything that is held back: by quiet hours, limits, snoozes and silences.
    fileprivate var held: [HeldNotification] {
        let all = ledger.rules.values.flatMap(\.held) + ledger.silences.values.flatMap(\.held)
        return all.sorted { ($0.dueAt, $0.notification.id) < ($1.dueAt, $1.notification.id) }
    }

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
        help: .value(
            "id",
            "The history of one alert, by a notification's id or its beginning, or a rule's id."))
    var why: String?

    @Flag(
        help: "Write one notification per line, in the form of webhooks; a history as one object.")
    var json = false

    func run() async throws {
        let view = try await AlertView(state)
        let zone = Configuration.zone
        if let why {
            let story = try await AlertStory(of: why, view)
            if json { return Terminal.write(story.json.text) }
            return story.lines(in: zone).forEach(Terminal.write)
        }
        if firing || !(pending || held || gaveUp) { write(firing: view.ledger, zone) }
        if held {
            write(
                view.held.map(\.notification), orSay: "nothing is held back",
                [("Scheduled for", .left), ("Held by", .left), ("Notification", .cuttable)],
                view.held.map { held in
                    let title = held.notification.data.title
                    return [InstantText.moment(held.dueAt, in: zone), held.cause.rawValue, title]
                })
        }
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
        let alerts = ledger.alerts.values.filter { alert in
            let isSet = if case .set = alert.subject { true } else { false }
            return alert.phase == .firing
                || isSet && alert.isNotified && alert.notification != nil
        }.sorted { ($0.since, $0.ruleID, $0.key.text) < ($1.since, $1.ruleID, $1.key.text) }
        write(
            alerts.compactMap(\.notification), orSay: "no active alerts",
            [
                ("Since", .left), ("Rule", .left), ("Alert", .cuttable), ("Channels", .left),
                ("State", .left), ("Id", .left),
            ],
            alerts.map { alert in
                let quiet = alert.snoozedUntil.map {
                    "quiet until \(InstantText.moment($0, in: zone))"
                }
                return [
                    InstantText.moment(alert.since, in: zone), alert.ruleID,
                    alert.notification?.data.title ?? "", alert.notifiedOn.joined(separator: ", "),
                    quiet ?? (alert.acknowledgedAt == nil ? "" : "acknowledged"),
                    Self.short(alert.notification?.id ?? ""),
                ]
            })
    }

    private func write(_ entries: [OutboxEntry], _ zone: TimeZone, orSay nothing: String) {
        write(
            entries.map(\.notification), orSay: nothing,
            [
                ("Changed", .left), ("Channel", .left), ("Tries", .right), ("Next", .left),
                ("Notification", .cuttable), ("Problem", .cuttable), ("Id", .left),
            ],
            entries.map { entry in
                [
                    InstantText.moment(entry.createdAt, in: zone), entry.channel,
                    "\(entry.attempts)",
                    entry.state == .waiting ? InstantText.moment(entry.dueAt, in: zone) : "-",
                    entry.notification.data.title, entry.problem?.problem ?? "",
                    Self.short(entry.notification.id),
                ]
            })
    }

    private func write(
        _ notifications: [AlertNotification], orSay nothing: String,
        _ columns: [(String, Table.Alignment)], _ rows: [[String]]
    ) {
        if json { return notifications.forEach { Terminal.write($0.json.text) } }
        Table(columns, rows).write(orSay: nothing)
    }

    private static func short(_ id: String) -> String { String(id.prefix(12)) }
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
            Terminal.write("acknowledged: \(alert.title)")
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
        help: .value("duration", "How long, such as 2h; one day if not said."))
    var length: IntervalArgument?

    @OptionGroup var settings: SettingsOptions
    @OptionGroup var state: StateOptions

    func run() async throws {
        let zone = try settings.load().settings.timeZone
        let now = SystemClock().now
        let until = now.addingTimeInterval((length?.duration ?? .seconds(86_400)) / .seconds(1))
        for alert in try await AlertView(state).alerts(meantBy: id) {
            try await state.leave(.snooze(alert.reference, until: until), at: now)
            Terminal.write("quiet until \(InstantText.moment(until, in: zone)): \(alert.title)")
        }
    }
}

extension AlertState {
    fileprivate var title: String { notification?.data.title ?? ruleID }

    fileprivate var reference: AlertReference {
        AlertReference(
            notificationID: notification?.id, ruleID: ruleID,
            accountID: notification?.data.account?.id)
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
        guard let first = open.first, ids.count == 1 else {
            throw CommandFailure(
                .wrong, code: ids.isEmpty ? "unknown-notice" : "ambiguous-id",
                problem: ids.isEmpty
                    ? "no undelivered notification has this id: '\(id)'"
                    : "\(ids.count) notifications begin like this: '\(id)'",
                fix: "'saldovakt alerts --gave-up' and '--pending' show ids")
        }
        let notification = first.notification
        try await state.leave(.retry(notificationID: notification.id), at: SystemClock().now)
        let channels = open.map(\.channel).joined(separator: ", ")
        Terminal.write("tried again on \(channels): \(notification.data.title)")
    }
}

/// The history of one alert: what was found, what was notified, and what became of it.
private struct AlertStory: Sendable {
    let notification: AlertNotification?
    /// `nil` if it has no state, such as one of an event.
    let alert: AlertState?
    /// What was found about it, oldest first.
    let evaluations: [EvaluationEntry]
    /// Its notifications, oldest first.
    let deliveries: [AlertHistory.Delivery]
    let held: [HeldNotification]

    init(of id: String, _ view: AlertView) async throws {
        let entries = try await view.store.entries(notificationPrefix: id)
        let held = view.held.first { $0.notification.id.hasPrefix(id) }
        alert = view.ledger.alerts.values.sorted { $0.key.text < $1.key.text }.first { alert in
            alert.key.text == entries.first?.alertKey
                || alert.notification?.id.hasPrefix(id) == true
                || (entries.isEmpty && alert.ruleID == id && alert.phase != .inactive)
        }
        guard let key = entries.first?.alertKey ?? held?.alertKey.text ?? alert?.key.text else {
            throw CommandFailure(
                .wrong, code: "unknown-notice", problem: "no notification has this id: '\(id)'",
                fix: "'saldovakt alerts' shows the ids of alerts that fire")
        }
        let (state, notified) = (alert, entries.first?.notification ?? held?.notification)
        notification = notified ?? state?.notification
        var found: [EvaluationEntry] = []
        if let rule = state?.ruleID ?? notified?.data.rule?.id {
            found = try await view.store.evaluations(ofRule: rule)
        }
        evaluations = found.filter { state == nil || $0.subject == state?.subject.key }
        deliveries = try await view.store.story(ofAlert: state?.orderKey ?? key).deliveries
        self.held = view.held.filter { $0.alertKey.text == key }
    }

    func lines(in zone: TimeZone) -> [String] {
        func moment(_ instant: Date) -> String { InstantText.moment(instant, in: zone) }
        var lines: [String] = []
        if let data = notification?.data {
            lines += [data.title, "  \(data.body)"]
            if let rule = data.rule { lines.append("  rule \(rule.id): \(rule.sentence)") }
        }
        if let alert {
            lines.append("  \(alert.phase.rawValue) since \(moment(alert.since))")
            if let at = alert.acknowledgedAt { lines.append("  acknowledged \(moment(at))") }
            if let until = alert.snoozedUntil { lines.append("  quiet until \(moment(until))") }
        }
        lines += evaluations.map { "  " + $0.line(in: zone) }
        for delivery in deliveries {
            let (entry, notification) = (delivery.entry, delivery.entry.notification)
            lines.append(
                "  \(moment(entry.createdAt)) \(notification.data.reason.words): "
                    + "\(notification.data.title) (\(notification.id))")
            lines += delivery.failures.map { failure in
                "    \(moment(failure.at)) attempt \(failure.number) on \(failure.channel): "
                    + failure.problem.problem
            }
            let tries = entry.attempts == 1 ? "1 try" : "\(entry.attempts) tries"
            let end = delivery.endedAt.map { "\(moment($0)) " } ?? ""
            let problem = entry.problem.map { "; \($0.problem)" } ?? ""
            lines.append(
                "    \(end)\(entry.state.rawValue) on \(entry.channel) after \(tries)\(problem)")
        }
        return lines
            + held.map {
                "  held by \($0.cause.rawValue) until \(moment($0.dueAt)): "
                    + $0.notification.data.title
            }
    }

    var json: JSONOutput {
        [
            "notice": notification?.json ?? .null,
            "alert": alert.map { alert in
                [
                    "rule": .string(alert.ruleID), "phase": .string(alert.phase.rawValue),
                    "since": .instant(alert.since), "channels": .texts(alert.notifiedOn),
                    "acknowledged": .instant(alert.acknowledgedAt),
                    "quietUntil": .instant(alert.snoozedUntil),
                ]
            } ?? .null,
            "evaluations": .array(evaluations.map(\.json)),
            "deliveries": .array(deliveries.map(Self.json)),
            "held": .array(
                held.map { held in
                    [
                        "by": .string(held.cause.rawValue), "until": .instant(held.dueAt),
                        "notice": held.notification.json,
                    ]
                }),
        ]
    }

    private static func json(_ delivery: AlertHistory.Delivery) -> JSONOutput {
        let entry = delivery.entry
        return [
            "channel": .string(entry.channel), "state": .string(entry.state.rawValue),
            "attempts": .whole(entry.attempts), "decided": .instant(entry.createdAt),
            "ended": .instant(delivery.endedAt), "problem": .text(entry.problem?.problem),
            "failures": .array(
                delivery.failures.map { failure in
                    [
                        "at": .instant(failure.at), "attempt": .whole(failure.number),
                        "channel": .string(failure.channel),
                        "problem": .string(failure.problem.problem),
                    ]
                }),
            "notice": entry.notification.json,
        ]
    }
}
