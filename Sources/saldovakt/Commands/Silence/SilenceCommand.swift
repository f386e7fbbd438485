import ArgumentParser

/// `saldovakt silence`: times in which a person does not want to be told.
struct SilenceCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "silence", abstract: "Begins, shows and ends times without notices.",
        discussion: """
            A silence delays and never drops: at its end you are told as one what it held back, \
            and what was over by then as one line.
            """,
        subcommands: [
            SilenceAddCommand.self, SilenceListCommand.self, SilenceEndCommand.self,
        ])
}
