import Alerts
import ArgumentParser
import Foundation

/// `saldovakt alerts acknowledge`: no more reminders of what is known.
struct AlertsAcknowledgeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "acknowledge", abstract: "Ends the reminders of an alert that fires.",
        discussion: "Its end is still told, and so is everything new.")

    @Argument(help: "A notice's id or its beginning, or a rule's id.")
    var id: String

    @OptionGroup var state: StateOptions

    func run() async throws {
        let view = try await AlertView(folder: state.state)
        for alert in try AlertChoice(id, in: view.ledger).alerts {
            try await AlertView.leave(
                Instruction(at: SystemClock().now, order: .acknowledge(alert.reference)),
                folder: state.state)
            Terminal.write("acknowledged: \(alert.notice?.data.title ?? alert.ruleID)")
        }
    }
}
