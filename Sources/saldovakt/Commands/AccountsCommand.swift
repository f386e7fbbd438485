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

    @Flag(name: .long, help: "Write one JSON array.")
    var json = false

    func run() async throws {
        let accounts = AccountChoice.sorted(try await state.facts().currentFacts())
        if json {
            Terminal.write(JSONText.array(accounts.map(Self.json)))
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

    /// One account as an object; amounts are decimal text, signed from the holder's side.
    private static func json(_ facts: AccountFacts) -> String {
        JSONWriter.text { json in
            json.addHead(of: facts.account)
            json.add("currency", facts.account.currency.code)
            json.add("available", facts.available)
            json.add("booked", facts.booked)
            json.add("creditLimit", facts.creditLimit)
            json.add("freshAt", InstantText.seconds(facts.freshAt))
        }
    }
}

extension JSONWriter {
    /// Adds what identifies an account.
    mutating func addHead(of account: Account) {
        add("id", account.id.uuidString.lowercased())
        add("name", account.displayName)
        add("number", account.accountNumber?.masked)
        add("kind", account.assetAccount != nil ? "asset" : "liability")
        add("source", account.institutionName)
    }
}
