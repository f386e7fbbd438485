import ArgumentParser

/// `saldovakt transactions`: what the store knows about movements, and a person's word on it.
struct TransactionsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "transactions",
        abstract: "Shows transactions; joins or splits what was recognised wrongly.",
        subcommands: [
            TransactionsListCommand.self, TransactionsJoinCommand.self,
            TransactionsSplitCommand.self,
        ],
        defaultSubcommand: TransactionsListCommand.self)
}
