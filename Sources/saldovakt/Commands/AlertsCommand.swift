import Alerts
import ArgumentParser
import Console
import Finance
import Foundation
import Rules
import Settings
import Store

/// `saldovakt alerts`: lists active, held and waiting alerts, and changes them.
struct AlertsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "alerts",
        abstract: "Lists alerts and pending notifications; acknowledges, snoozes and retries them.",
        discussion: "Without an option it shows what fires.",
        subcommands: [
            AlertsListCommand.self, AlertsAcknowledgeCommand.self, AlertsSnoozeCommand.self,
            AlertsRetryCommand.self,
        ])

    @OptionGroup var list: AlertsList

    func run() async throws { try await list.run() }
}

/// `saldovakt alerts list`: does the same as `saldovakt alerts`.
struct AlertsListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Lists alerts and pending notifications.",
        discussion: "Without an option it shows what fires.")

    @OptionGroup var list: AlertsList

    func run() async throws { try await list.run() }
}

/// The stored state that commands about alerts read beside a running `watch`.
struct AlertView: Sendable {
    let store: SQLiteAlertStore
    /// The alert states, with commands that still wait already applied.
    let ledger: AlertLedger
    let commands: [UserCommand]

    init(_ state: StateOptions) async throws(StoreError) {
        store = try state.alerts()
        commands = try await store.commands()
        ledger = try await store.alertLedger().foreseeing(commands)
    }

    /// The firing alerts that an argument names: by the beginning of a notification's id, or by a
    /// rule's id.
    ///
    /// - Throws: ``CommandFailure`` if none matches, or the beginning is ambiguous.
    fileprivate func alerts(meantBy id: String) throws(CommandFailure) -> [AlertState] {
        let firing = ledger.firing
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

extension AlertLedger {
    /// The alerts that fire, oldest first.
    var firing: [AlertState] {
        alerts.values.filter { $0.phase == .firing }
            .sorted { ($0.since, $0.key.text) < ($1.since, $1.key.text) }
    }

    /// The rules with stored states.
    var ruleIDs: [String] { rules.values.filter { !$0.body.isEmpty }.map(\.ruleID) }
}

/// The options of listing alerts, and the lists: firing, held and waiting ones.
struct AlertsList: ParsableArguments {
    @OptionGroup var state: StateOptions

    @Flag(help: "Alerts that fire (the default).") var firing = false

    @Flag(help: "Notifications that wait for their delivery.") var pending = false

    @Flag(help: "Notifications held by quiet hours, limits, silences and snoozes.") var held = false

    @Flag(name: .customLong("gave-up"), help: "Notifications that no receiver took in time.")
    var gaveUp = false

    @Option(
        help: .value(
            "id",
            "The history of one alert, by a notification's id or its beginning, or a rule's id."),
        completion: OfferedNames.alerts.completion) var why: String?

    @Flag(
        help:
            "Write one JSON array of notifications as webhooks send them; a history as one object.")
    var json = false

    func run() async throws {
        let view = try await AlertView(state)
        if let why { return write(try await AlertStory(of: why, view)) }
        let sections = try await sections(view, Configuration.tables)
        if json {
            let all = sections.flatMap(\.notifications).map(\.json)
            return Terminal.write(JSONOutput.array(all).text)
        }
        for section in sections {
            Table(section.columns, section.rows).write(orSay: section.nothing)
        }
    }

    private func write(_ story: AlertStory) {
        if json { return Terminal.write(story.json.text) }
        story.lines(in: Configuration.zone).forEach(Terminal.write)
    }

    /// The lists that were asked for, or that of the firing alerts.
    private func sections(_ view: AlertView, _ texts: TableTexts) async throws -> [Section] {
        var sections: [Section] = []
        if firing || !(pending || held || gaveUp) { sections.append(active(view.ledger, texts)) }
        if held { sections.append(held(view.ledger.held, texts)) }
        if pending {
            let entries = try await view.store.outbox(in: [.waiting], limit: 10_000)
            sections.append(section(entries, texts, orSay: texts(.nothingWaits)))
        }
        if gaveUp {
            let entries = try await view.store.outbox(in: [.gaveUp], limit: 10_000)
            sections.append(section(entries, texts, orSay: texts(.nothingGivenUp)))
        }
        return sections
    }

    private func held(_ held: [HeldNotification], _ texts: TableTexts) -> Section {
        Section(
            notifications: held.map(\.notification), nothing: texts(.nothingHeld),
            columns: [
                (texts(.scheduledFor), .dropped(2)), (texts(.heldBy), .dropped(1)),
                (texts(.notification), .cuttable),
            ],
            rows: held.map { held in
                let title = held.notification.data.title
                return [texts.when(held.dueAt), texts(.cause(held.cause)), title]
            })
    }

    /// The firing alerts, oldest first, and the sets of like transactions of the last week with
    /// their present size (D27).
    private func active(_ ledger: AlertLedger, _ texts: TableTexts) -> Section {
        let alerts = ledger.alerts.values.filter { alert in
            let isSet = if case .set = alert.subject { true } else { false }
            return alert.phase == .firing || isSet && alert.isNotified && alert.notification != nil
        }.sorted { ($0.since, $0.ruleID, $0.key.text) < ($1.since, $1.ruleID, $1.key.text) }
        return Section(
            notifications: alerts.compactMap(\.notification), nothing: texts(.noAlerts),
            columns: [
                (texts(.since), .dropped(1)), (texts(.rule), .dropped(4)),
                (texts(.alert), .cuttable), (texts(.channels), .dropped(2)),
                (texts(.state), .dropped(5)), (texts(.id), .dropped(3)),
            ],
            rows: alerts.map { alert in
                let quiet = alert.snoozedUntil.map {
                    texts(.quietUntil(InstantText.minute($0, in: Configuration.zone)))
                }
                return [
                    texts.when(alert.since), alert.ruleID,
                    alert.notification?.data.title ?? "", alert.notifiedOn.joined(separator: ", "),
                    quiet ?? (alert.acknowledgedAt == nil ? "" : texts(.acknowledged)),
                    Self.short(alert.notification?.id ?? ""),
                ]
            })
    }

    private func section(
        _ entries: [OutboxEntry], _ texts: TableTexts, orSay nothing: String
    ) -> Section {
        Section(
            notifications: entries.map(\.notification), nothing: nothing,
            columns: [
                (texts(.changed), .dropped(1)), (texts(.channel), .left),
                (texts(.tries), .dropped(3, isRight: true)), (texts(.next), .dropped(2)),
                (texts(.notification), .cuttable), (texts(.problem), .cuttable),
                (texts(.id), .dropped(4)),
            ],
            rows: entries.map { entry in
                [
                    texts.when(entry.createdAt), entry.channel, "\(entry.attempts)",
                    entry.state == .waiting ? texts.when(entry.dueAt) : "-",
                    entry.notification.data.title, entry.problem?.problem ?? "",
                    Self.short(entry.notification.id),
                ]
            })
    }

    /// One of the lists, as notifications for programs and as a table for people.
    private struct Section {
        let notifications: [AlertNotification]
        let nothing: String
        let columns: [(String, Table.Alignment)]
        let rows: [[String]]
    }

    private static func short(_ id: String) -> String { String(id.prefix(12)) }
}

/// `saldovakt alerts acknowledge`: ends the reminders of an alert.
struct AlertsAcknowledgeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "acknowledge", abstract: "Ends the reminders of an alert that fires.",
        discussion: "Its end is still notified, and so is everything new.")

    @Argument(
        help: "A notification's id or its beginning, or a rule's id.",
        completion: OfferedNames.alerts.completion) var id: String

    @OptionGroup var state: StateOptions

    func run() async throws {
        for alert in try await AlertView(state).alerts(meantBy: id) {
            try await state.leave(.acknowledge(alert.reference), at: SystemClock().now)
            Terminal.write("acknowledged: \(alert.title)")
        }
    }
}

/// `saldovakt alerts snooze`: silences an alert for a while.
struct AlertsSnoozeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "snooze", abstract: "Keeps an alert that fires quiet for a while.",
        discussion: "It is notified again then if it still fires, and its end if it does not.")

    @Argument(
        help: "A notification's id or its beginning, or a rule's id.",
        completion: OfferedNames.alerts.completion) var id: String

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
}

/// `saldovakt alerts retry`: tries a notification again that waits or was abandoned.
struct AlertsRetryCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "retry",
        abstract: "Tries a notification again at once, even one that failed for good.")

    @Argument(help: "A notification's id or its beginning.") var id: String

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
