import ArgumentParser
import Finance
import Foundation
import Store

/// `saldovakt access grant`: lets a reader see accounts.
struct AccessGrantCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "grant", abstract: "Lets a reader see accounts from a day on.",
        discussion: "Granting again replaces the day: an earlier one shows more, a later one less.")

    @Argument(help: "The name of the reader.")
    var reader: ReaderArgument

    @OptionGroup var state: StateOptions

    @Option(name: .long, help: "An account: its name, or the end of its number. May be repeated.")
    var account: [String] = []

    @Flag(name: .long, help: "All accounts that are there now.")
    var all = false

    @Option(
        name: .long,
        help: ArgumentHelp("The first day it may see; without it, all.", valueName: "day"))
    var since: DayArgument?

    func validate() throws {
        guard all != !account.isEmpty else {
            throw ValidationError("name accounts with --account, or say --all")
        }
    }

    func run() async throws {
        let known = try await AccessDesk.accounts(state.state)
        let chosen = try all ? known : account.map { try AccountChoice.account($0, among: known) }
        let access = chosen.map { AccountAccess(accountID: $0.id, earliest: since?.day) }
        let count = try await AccessDesk.decide(state.state) { book throws(AccessDesk.Problem) in
            try await book.grant(reader.name, access, at: Date())
        }
        Terminal.write(AccessText.changed(count, for: reader.name))
    }
}
