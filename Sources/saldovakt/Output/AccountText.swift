import Alerts
import Finance
import Foundation

/// Accounts as tables and as JSON.
enum AccountText: Sendable {
    /// A table with one row an account.
    static func table(_ accounts: [AccountFacts], zone: TimeZone) -> Table {
        var table = Table([
            ("Account", .cuttable), ("Number", .left), ("Available", .right), ("Balance", .right),
            ("Credit", .right), ("Bank", .left), ("Read", .left),
        ])
        let style = MoneyStyle.norwegian
        for facts in accounts {
            table.add([
                SafeText.neutralised(facts.account.displayName),
                facts.account.accountNumber?.grouped ?? "",
                style.optional(facts.available), style.optional(facts.booked),
                facts.creditLimit.map { $0.minorUnits == 0 ? "" : style.optional($0) } ?? "",
                facts.account.institutionName, Words.moment(facts.freshAt, in: zone),
            ])
        }
        return table
    }

    /// One account as an object; amounts are decimal text, signed from the holder's side.
    static func json(_ facts: AccountFacts) -> String {
        let account = facts.account
        return JSONText.object([
            ("id", JSONText.string(account.id.uuidString.lowercased())),
            ("name", JSONText.string(account.displayName)),
            ("number", JSONText.string(account.accountNumber?.masked)),
            ("kind", JSONText.string(account.assetAccount != nil ? "asset" : "liability")),
            ("source", JSONText.string(account.institutionName)),
            ("currency", JSONText.string(account.currency.code)),
            ("available", JSONText.string(facts.available?.decimalText)),
            ("booked", JSONText.string(facts.booked?.decimalText)),
            ("creditLimit", JSONText.string(facts.creditLimit?.decimalText)),
            ("freshAt", JSONText.string(Words.iso(facts.freshAt))),
        ])
    }
}
