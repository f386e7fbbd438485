import Alerts
import ArgumentParser
import Foundation
import Settings

/// `saldovakt alerts snooze`: quiet for a while, told again if it is still so.
struct AlertsSnoozeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "snooze", abstract: "Keeps an alert that fires quiet for a while.",
        discussion: "It is told again then if it still fires, and its end if it does not.")

    @Argument(help: "A notice's id or its beginning, or a rule's id.")
    var id: String

    @Option(
        name: .customLong("for"),
        help: ArgumentHelp("How long, such as 2h; one day if not said.", valueName: "duration"))
    var length: IntervalArgument?

    @OptionGroup var settings: SettingsOptions
    @OptionGroup var state: StateOptions

    func run() async throws {
        let zone = try Configuration(file: settings.settings).settings.timeZone
        let view = try await AlertView(folder: state.state)
        let now = SystemClock().now
        let seconds = (length?.duration ?? .seconds(86_400)) / .seconds(1)
        let until = now.addingTimeInterval(seconds)
        for alert in try AlertChoice(id, in: view.ledger).alerts {
            try await AlertView.leave(
                Instruction(at: now, order: .snooze(alert.reference, until: until)),
                folder: state.state)
            let title = alert.notice?.data.title ?? alert.ruleID
            Terminal.write("quiet until \(Words.moment(until, in: zone)): \(title)")
        }
    }
}
