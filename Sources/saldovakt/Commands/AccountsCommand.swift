import Alerts
import ArgumentParser
import Console
import Finance
import Foundation
import Store

/// `saldovakt accounts`: the accounts with their newest figures, from the store.
struct AccountsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "accounts", abstract: "Shows your accounts and their newest figures.",
        discussion: "Reads what the last poll stored; it asks no bank.")

    @OptionGroup var state: StateOptions

    @Flag(help: "Write one JSON array.")
    var json = false

    func run() async throws {
        let accounts = AccountChoice.sorted(try await state.facts().currentFacts())
        if json {
            Terminal.write(JSONOutput.array(accounts.map(Self.json)).text)
        } else {
            Self.table(accounts, zone: Configuration.zone)
                .write(orSay: "no account has been read yet")
        }
    }

    private static func table(_ accounts: [AccountFacts], zone: TimeZone) -> Table {
        var table = Table([
            ("Account", .cuttable), ("Number", .left), ("Available", .right), ("Balance", .right),
            ("Credit", .right), ("Bank", .left), ("Updated", .left),
        ])
        let style = MoneyStyle.norwegian
        for facts in accounts {
            table.add([
                facts.account.displayName, facts.account.accountNumber?.grouped ?? "",
                style.optional(facts.available), style.optional(facts.booked),
                facts.creditLimit.map { $0.minorUnits == 0 ? "" : style.text($0) } ?? "",
                facts.account.institutionName, InstantText.moment(facts.freshAt, in: zone),
            ])
        }
        return table
    }

    /// Amounts are decimal text, signed from the holder's side.
    private static func json(_ facts: AccountFacts) -> JSONOutput {
        .object(
            facts.account.head + [
                ("currency", .string(facts.account.currency.code)),
                ("available", .text(facts.available?.decimalText)),
                ("booked", .text(facts.booked?.decimalText)),
                ("creditLimit", .text(facts.creditLimit?.decimalText)),
                ("freshAt", .instant(facts.freshAt)),
            ])
    }
}

extension Account {
    /// The members that say which account a JSON object is about.
    var head: [(String, JSONOutput)] {
        [
            ("id", .string(id.uuidString.lowercased())), ("name", .string(displayName)),
            ("number", .text(accountNumber?.masked)),
            ("kind", assetAccount != nil ? "asset" : "liability"),
            ("source", .string(institutionName)),
        ]
    }
}
