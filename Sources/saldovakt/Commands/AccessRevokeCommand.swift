import ArgumentParser
import Finance
import Foundation
import Store

/// `saldovakt access revoke`: takes access away, or removes a bank with all that came from it.
struct AccessRevokeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "revoke", abstract: "Takes access away from a reader, or removes a bank.",
        discussion: """
            With --source the bank's accounts, balances, transactions and alerts are removed from \
            the state folder; stop 'saldovakt watch' first, and take the bank out of the settings.
            """)

    @Argument(help: "The name of the reader.")
    var reader: ReaderArgument?

    @OptionGroup var state: StateOptions

    @Option(name: .long, help: "Only this account. May be repeated; without it, all it may see.")
    var account: [String] = []

    @Option(
        name: .long,
        help: ArgumentHelp("Remove this bank, by its id in the settings.", valueName: "bank"))
    var source: String?

    func validate() throws {
        guard (reader == nil) != (source == nil) else {
            throw ValidationError("name a reader, or a bank with --source")
        }
    }

    func run() async throws {
        if let source { return try await remove(source) }
        guard let reader else { return }
        let chosen = try await AccessDesk.choice(account, state.state)
        let count = try await AccessDesk.decide(state.state) { book throws(AccessDesk.Problem) in
            try await book.revoke(reader.name, accounts: chosen, at: Date())
        }
        Terminal.write(AccessText.changed(count, for: reader.name))
    }

    private func remove(_ source: String) async throws {
        do {
            let folder = Configuration.stateFolder(state.state)
            // Nothing is made for the sake of removing something from it.
            _ = try FinanceStore.open(folder: folder)
            let removed = try await SQLiteAlertStore.open(folder: folder).remove(source: source)
            for line in AccessText.removed(removed, source) { Terminal.write(line) }
        } catch {
            throw CommandFailure(error)
        }
    }
}
