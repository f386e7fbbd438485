import ArgumentParser

/// `saldovakt access`: which programs may read which accounts through the library.
struct AccessCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "access",
        abstract: "Decides which programs may read which accounts, and from which day on.",
        discussion: """
            A reader is a program that uses the library or 'saldovakt changes --reader' under a \
            name. Between programs of one user this is a courtesy: each of them could read the \
            state folder itself.
            """,
        subcommands: [
            AccessGrantCommand.self, AccessNarrowCommand.self, AccessListCommand.self,
            AccessRevokeCommand.self,
        ])
}
