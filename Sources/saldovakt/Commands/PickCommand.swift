import Alerts
import ArgumentParser
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
        let store = try ReadStore.open(state.state)
        let facts = try await ReadStore.reading { () throws(StoreError) in
            try await store.currentFacts()
        }
        let page = try await ReadStore.reading { () throws(StoreError) in
            try await store.transactions(limit: Self.mostItems)
        }
        let items = page.transactions.map { transaction in
            PickItem(
                TransactionText.Line(
                    transaction: transaction,
                    account: facts.accounts[transaction.accountID]?.account, evidence: nil))
        }
        let places = try await pick(
            items, accounts: facts.accounts.values.map(\.account), isCut: page.next != nil)
        TransactionText.write(places.map { items[$0].line }, form: rows.form, why: false)
    }

    private func pick(
        _ items: [PickItem], accounts: [Account], isCut: Bool
    ) async throws -> [Int] {
        guard let keyboard = Keyboard() else {
            throw CommandFailure(
                .environment, code: "no-terminal", problem: "there is no terminal to choose on",
                fix: "run it in a terminal; scripts ask 'saldovakt transactions --json'")
        }
        var session = PickSession(
            keyboard: keyboard,
            screen: PickScreen(items, isCut: isCut, hasColour: Terminal.welcomesColour),
            model: PickModel(items: items, accounts: accounts))
        return try await session.run()
    }
}
