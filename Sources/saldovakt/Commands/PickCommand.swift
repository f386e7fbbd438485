import Alerts
import ArgumentParser
import Console
import Finance
import Foundation
import Store

/// `saldovakt pick`: lets a person choose transactions and prints them.
struct PickCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pick", abstract: "Lets you choose transactions and prints them.",
        discussion: """
            Type to search; account:, over:, under:, since:, until:, status:, type: and category: \
            narrow the list, Tab completes them. Arrow keys move, Space chooses, Enter prints what \
            was chosen to standard output. Escape and Ctrl-C leave with status 130 and print \
            nothing. Nothing is stored. The list is drawn on the terminal itself, so that the \
            output can go into a pipe:

              saldovakt pick --csv | column -t -s,
            """)

    /// How many transactions are held ready for the search.
    private static let mostItems = 20_000

    @OptionGroup var state: StateOptions
    @OptionGroup var rows: RowOptions

    func run() async throws {
        let store = try state.facts()
        let facts = try await store.currentFacts()
        let page = try await store.transactions(limit: Self.mostItems)
        let lines = page.transactions.map {
            TransactionText.Line($0, account: facts.accounts[$0.accountID]?.account)
        }
        var session = try PickSession(
            lines, accounts: facts.accounts.values.map(\.account), isCut: page.next != nil)
        let places = try await session.run()
        TransactionText.write(places.map { lines[$0] }, form: rows.form, why: false)
    }
}
