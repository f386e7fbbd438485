import Finance
import Foundation

/// Payment cards as tables and as JSON.
enum CardText: Sendable {
    /// A card with what belongs to it.
    struct Row: Sendable {
        /// The card.
        let card: PaymentCard
        /// The name of its account, if that is known.
        let account: String?
        /// The bank that lists it.
        let source: String
    }

    /// A table with one row a card.
    static func table(_ rows: [Row]) -> Table {
        var table = Table([
            ("Card", .left), ("Account", .left), ("Status", .left), ("Last day", .left),
            ("Product", .left), ("Bank", .left),
        ])
        for row in rows {
            table.add([
                row.card.label, row.account ?? row.card.accountNumber?.grouped ?? "",
                row.card.status.rawValue, row.card.lastDay.map(\.description) ?? "",
                row.card.product ?? "", row.source,
            ])
        }
        return table
    }

    /// One card as an object.
    static func json(_ row: Row) -> String {
        JSONText.object([
            ("id", JSONText.string(row.card.id)),
            ("number", JSONText.string(row.card.number)),
            ("scheme", JSONText.string(row.card.scheme)),
            ("product", JSONText.string(row.card.product)),
            ("status", JSONText.string(row.card.status.rawValue)),
            ("account", JSONText.string(row.account)),
            ("accountNumber", JSONText.string(row.card.accountNumber?.masked)),
            ("lastDay", JSONText.string(row.card.lastDay.map(\.description))),
            ("source", JSONText.string(row.source)),
        ])
    }
}
