import ArgumentParser

/// `saldovakt channels`: the ways to you.
struct ChannelsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "channels", abstract: "Lists and tries the channels of your settings.",
        subcommands: [ChannelsListCommand.self, ChannelsTestCommand.self])
}
