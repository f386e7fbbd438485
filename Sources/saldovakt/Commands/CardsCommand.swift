import Alerts
import ArgumentParser
import Console
import Finance
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

    @Flag(help: "Show deleted cards too, which banks go on listing.")
    var all = false

    @Flag(help: "Write one JSON array.")
    var json = false

    /// A card, the name of its account if that is known, and the bank that lists it.
    private typealias Row = (card: PaymentCard, account: String?, source: String)

    func run() async throws {
        let shown = try await rows().filter { all || $0.card.status != .deleted }
        if json { return Terminal.write(JSONOutput.array(shown.map(Self.json)).text) }
        Self.table(shown).write(
            orSay: #"no card is stored: set "cards": true for the bank in the settings file"#)
    }

    private func rows() async throws -> [Row] {
        let store = try state.facts()
        let facts = try await store.currentFacts()
        let names = Dictionary(
            facts.accounts.values.compactMap { account in
                account.account.accountNumber.map { ($0, account.account.displayName) }
            }, uniquingKeysWith: { first, _ in first })
        var rows: [Row] = []
        for source in facts.sources.keys.sorted() {
            for card in try await store.paymentCards(of: source) {
                rows.append((card, card.accountNumber.flatMap { names[$0] }, source))
            }
        }
        return rows
    }

    private static func table(_ rows: [Row]) -> Table {
        var table = Table([
            ("Card", .left), ("Account", .left), ("Status", .left), ("Last day", .left),
            ("Product", .left), ("Bank", .left),
        ])
        for row in rows {
            table.add([
                row.card.label, row.account ?? row.card.accountNumber?.grouped ?? "",
                row.card.status.rawValue, row.card.lastDay?.description ?? "",
                row.card.product ?? "", row.source,
            ])
        }
        return table
    }

    private static func json(_ row: Row) -> JSONOutput {
        let card = row.card
        return [
            "id": .string(card.id), "number": .text(card.number), "scheme": .text(card.scheme),
            "product": .text(card.product), "status": .string(card.status.rawValue),
            "account": .text(row.account), "accountNumber": .text(card.accountNumber?.masked),
            "lastDay": .text(card.lastDay?.description), "source": .string(row.source),
        ]
    }
}
