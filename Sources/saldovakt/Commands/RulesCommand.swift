import ArgumentParser

/// `saldovakt rules`: work on a rules file.
struct RulesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rules", abstract: "Checks your rules.",
        subcommands: [RulesCheckCommand.self])
}
