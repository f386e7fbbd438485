import Alerts
import ArgumentParser
import Console
import Finance
import Foundation
import Settings
import Store

/// `saldovakt alerts acknowledge`: no more reminders of what is known.
struct AlertsAcknowledgeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "acknowledge", abstract: "Ends the reminders of an alert that fires.",
        discussion: "Its end is still told, and so is everything new.")

    @Argument(help: "A notification's id or its beginning, or a rule's id.")
    var id: String

    @OptionGroup var state: StateOptions

    func run() async throws {
        for alert in try await AlertView(state).alerts(meantBy: id) {
            try await state.leave(.acknowledge(alert.reference), at: SystemClock().now)
            Terminal.write("acknowledged: \(alert.notice?.data.title ?? alert.ruleID)")
        }
    }
}

/// `saldovakt alerts snooze`: quiet for a while, told again if it is still so.
struct AlertsSnoozeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "snooze", abstract: "Keeps an alert that fires quiet for a while.",
        discussion: "It is told again then if it still fires, and its end if it does not.")

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
            let title = alert.notice?.data.title ?? alert.ruleID
            Terminal.write("quiet until \(InstantText.moment(until, in: zone)): \(title)")
        }
    }
}

/// `saldovakt alerts retry`: one more attempt at a notice that was given up or waits.
struct AlertsRetryCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "retry",
        abstract: "Tries a notification again at once, even one that was given up.")

    @Argument(help: "A notification's id or its beginning.")
    var id: String

    @OptionGroup var state: StateOptions

    func run() async throws {
        let found = try await state.alerts().entries(noticePrefix: id)
        let open = found.filter { $0.state == .waiting || $0.state == .gaveUp }
        let ids = Set(open.map(\.notice.id))
        guard let noticeID = ids.first, ids.count == 1 else {
            throw CommandFailure(
                .wrong, code: ids.isEmpty ? "unknown-notice" : "ambiguous-id",
                problem: ids.isEmpty
                    ? "no undelivered notification has this id: '\(id)'"
                    : "\(ids.count) notifications begin like this: '\(id)'",
                fix: "'saldovakt alerts --gave-up' and '--pending' show ids")
        }
        try await state.leave(.retry(noticeID: noticeID), at: SystemClock().now)
        let channels = open.map(\.channel).joined(separator: ", ")
        Terminal.write("tried again on \(channels): \(open.first?.notice.data.title ?? noticeID)")
    }
}

extension AlertView {
    /// The firing alerts that a person means: by a notice's id or its beginning, or by a rule's id.
    ///
    /// - Throws: ``CommandFailure`` if none is meant, or several notifications begin like this.
    fileprivate func alerts(meantBy id: String) throws(CommandFailure) -> [AlertState] {
        let firing = ledger.alerts.values.filter { $0.phase == .firing }
            .sorted { ($0.since, $0.key.text) < ($1.since, $1.key.text) }
        let ofRule = firing.filter { $0.ruleID == id }
        guard ofRule.isEmpty else { return ofRule }
        let noticed =
            id.hasPrefix("ntc_") ? firing.filter { $0.notice?.id.hasPrefix(id) == true } : []
        if noticed.isEmpty {
            let nearest = NearestName.find(id, among: firing.map(\.ruleID))
            throw CommandFailure(
                .wrong, code: "unknown-alert", problem: "no alert that fires has this id: '\(id)'",
                fix: nearest.map { "use '\($0)'" }
                    ?? "'saldovakt alerts' shows what fires, with its ids")
        }
        guard noticed.count == 1 else {
            throw CommandFailure(
                .wrong, code: "ambiguous-id",
                problem: "\(noticed.count) alerts begin like this: '\(id)'",
                fix: "write more of the id; 'saldovakt alerts' shows it")
        }
        return noticed
    }
}

extension AlertState {
    /// The alert as an instruction names it.
    fileprivate var reference: AlertReference {
        AlertReference(
            noticeID: notice?.id, ruleID: ruleID, accountID: notice?.data.account?.id)
    }
}
