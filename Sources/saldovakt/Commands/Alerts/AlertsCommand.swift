import ArgumentParser

/// `saldovakt alerts`: what fires, what waits, and what a person does about it.
struct AlertsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "alerts", abstract: "Shows alerts and notices on their way, and tends them.",
        discussion: "Without an option it shows what fires.",
        subcommands: [
            AlertsListCommand.self, AlertsAcknowledgeCommand.self, AlertsSnoozeCommand.self,
            AlertsRetryCommand.self,
        ], defaultSubcommand: AlertsListCommand.self)
}
