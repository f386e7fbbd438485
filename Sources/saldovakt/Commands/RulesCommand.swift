import ArgumentParser

/// `saldovakt rules`: work on a rules file.
struct RulesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rules", abstract: "Checks, formats, explains and tries your rules.",
        subcommands: [
            RulesCheckCommand.self, RulesExplainCommand.self, RulesFmtCommand.self,
            RulesReplayCommand.self, RulesTestCommand.self,
        ])
}
