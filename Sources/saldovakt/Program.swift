import ArgumentParser
import Console
import Glibc

/// The root of the command line: `saldovakt`.
struct SaldovaktCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "saldovakt",
        abstract: "Watches your own bank accounts and notifies you of what happens on them.",
        discussion: """
            Write what you want to be told as one English sentence each, in a rules file:
            "balance under 100 NOK", "new debit over 500". Then run:

              saldovakt watch --rules rules.json

            Try it without a bank: saldovakt demo
            """,
        version: Version.text,
        subcommands: [
            WatchCommand.self, DemoCommand.self, RulesCommand.self, AccountsCommand.self,
            BalancesCommand.self, CardsCommand.self, TransactionsCommand.self, PickCommand.self,
            ChangesCommand.self,
            AccessCommand.self, AlertsCommand.self, SilenceCommand.self, StatusCommand.self,
            DoctorCommand.self, ChannelsCommand.self, LoginCommand.self, LogoutCommand.self,
            SandboxCommand.self, EvalCommand.self, RulesReplayCommand.self,
        ])

    /// Parses the process's arguments, runs the command and ends the process.
    static func run() async -> Never {
        do {
            var command = try parseAsRoot()
            if var asynchronous = command as? any AsyncParsableCommand {
                try await asynchronous.run()
            } else {
                try command.run()
            }
            ExitStatus.fine.leave()
        } catch {
            leave(after: error)
        }
    }

    private static func leave(after error: any Error) -> Never {
        if let failure = CommandFailure(anyOf: error) {
            failure.complain()
            failure.status.leave()
        }
        if let status = error as? ExitStatus { status.leave() }
        let text = fullMessage(for: error)
        // Help and version are answers, everything else is a mistake in the arguments.
        if exitCode(for: error) == .success {
            Terminal.write(text)
            ExitStatus.fine.leave()
        }
        UsageMessage(text).failure.complain()
        ExitStatus.usage.leave()
    }
}

/// The entry point: parses the arguments, runs one command and leaves with its exit status.
@main
enum Program {
    static func main() async {
        Terminal.openMissingDescriptors()
        // A limit on the size of files is an error of the write, which is told; not the end.
        signal(SIGXFSZ, SIG_IGN)
        await SaldovaktCommand.run()
    }
}

/// The version of the program.
enum Version: Sendable {
    /// What `saldovakt --version` prints.
    static let text = "0.1.0"
}
