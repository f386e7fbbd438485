import Alerts
import ArgumentParser
import Finance
import Foundation
import Store

/// `saldovakt accounts`: the accounts with their newest figures, from the store.
struct AccountsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "accounts", abstract: "Shows your accounts and their newest figures.",
        discussion: "Reads what the last poll stored; it asks no bank.")

    @OptionGroup var state: StateOptions

    @Flag(name: .long, help: "Write one JSON array.")
    var json = false

    func run() async throws {
        let store = try ReadStore.open(state.state)
        let facts = try await ReadStore.reading { () throws(StoreError) in
            try await store.currentFacts()
        }
        let accounts = facts.accounts.values.sorted {
            ($0.account.institutionName, $0.account.displayName, $0.account.bankAccountID)
                < ($1.account.institutionName, $1.account.displayName, $1.account.bankAccountID)
        }
        if json {
            Terminal.write(JSONText.array(accounts.map(AccountText.json)))
        } else {
            AccountText.table(accounts, zone: Configuration.zone)
                .write(orSay: "no account has been read yet")
        }
    }
}
