import Alerts
import ArgumentParser
import Finance
import Foundation
import Store

/// `saldovakt cards`: the payment cards and when they end, from the store.
struct CardsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cards", abstract: "Shows your payment cards and when they expire.",
        discussion: """
            Reads what the last poll stored; it asks no bank. Cards are read once a day if the \
            settings of the bank say "cards": true; you are told a month before one expires.
            """)

    @OptionGroup var state: StateOptions

    @Flag(name: .long, help: "Show deleted cards too, which banks go on listing.")
    var all = false

    @Flag(name: .long, help: "Write one JSON array.")
    var json = false

    func run() async throws {
        let store = try ReadStore.open(state.state)
        let rows = try await ReadStore.reading { () throws(StoreError) in try await Self.rows(store)
        }
        let shown = rows.filter { all || $0.card.status != .deleted }
        if json {
            Terminal.write(JSONText.array(shown.map(CardText.json)))
        } else {
            for line in CardText.table(shown).lines(isAligned: Terminal.isInteractive) {
                Terminal.write(line)
            }
        }
    }

    private static func rows(_ store: FinanceStore) async throws(StoreError) -> [CardText.Row] {
        let facts = try await store.currentFacts()
        let names = Dictionary(
            facts.accounts.values.compactMap { account in
                account.account.accountNumber.map { ($0, account.account.displayName) }
            }, uniquingKeysWith: { first, _ in first })
        var rows: [CardText.Row] = []
        for source in facts.sources.keys.sorted() {
            for card in try await store.paymentCards(of: source) {
                let account = card.accountNumber.flatMap { names[$0] }
                rows.append(CardText.Row(card: card, account: account, source: source))
            }
        }
        return rows
    }
}
