import ArgumentParser
import Finance
import Foundation
import Store

/// `saldovakt access narrow`: hides older days from a reader.
struct AccessNarrowCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "narrow", abstract: "Hides from a reader what is older than a day.")

    @Argument(help: "The name of the reader.")
    var reader: ReaderArgument

    @OptionGroup var state: StateOptions

    @Option(name: .long, help: ArgumentHelp("The first day it may see.", valueName: "day"))
    var since: DayArgument

    @Option(name: .long, help: "Only this account. May be repeated; without it, all it may see.")
    var account: [String] = []

    func run() async throws {
        let chosen = try await AccessDesk.choice(account, state.state)
        let count = try await AccessDesk.decide(state.state) { book throws(AccessDesk.Problem) in
            try await book.narrow(reader.name, to: since.day, accounts: chosen, at: Date())
        }
        Terminal.write(AccessText.changed(count, for: reader.name))
    }
}
