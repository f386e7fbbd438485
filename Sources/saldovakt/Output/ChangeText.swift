import Alerts
import Finance
import Foundation
import Store

/// A change set as lines and as JSON.
struct ChangeText: Sendable {
    /// A thing that came or changed, in both forms.
    struct Line: Sendable {
        /// For people.
        let text: String
        /// For programs.
        let json: String
    }

    /// One line for each thing, and one with the token.
    let lines: [String]
    /// One object.
    let json: String

    /// Writes a change set.
    init<Model>(_ page: HistoryChanges<Model>, line: (Model) -> Line)
    where Model.ID == UUID {
        let (inserted, updated) = (page.inserted.map(line), page.updated.map(line))
        let deleted = page.deleted.map {
            ($0.uuidString.lowercased(), page.deletionReasons[$0]?.rawValue)
        }
        lines =
            deleted.map { "- \($0.0)" + ($0.1.map { " (\($0))" } ?? "") }
            + inserted.map { "+ " + $0.text } + updated.map { "~ " + $0.text }
            + ["token \(page.newToken.text)"]
        json = JSONText.object([
            ("inserted", JSONText.array(inserted.map(\.json))),
            ("updated", JSONText.array(updated.map(\.json))),
            (
                "deleted",
                JSONText.array(
                    deleted.map {
                        JSONText.object([
                            ("id", JSONText.string($0.0)), ("reason", JSONText.string($0.1)),
                        ])
                    })
            ),
            ("token", JSONText.string(page.newToken.text)),
        ])
    }

    /// An account.
    static func line(_ account: Account) -> Line {
        Line(
            text:
                "\(SafeText.neutralised(account.displayName)) \(account.id.uuidString.lowercased())",
            json: JSONText.object([
                ("id", JSONText.string(account.id.uuidString.lowercased())),
                ("name", JSONText.string(account.displayName)),
                ("number", JSONText.string(account.accountNumber?.masked)),
                ("kind", JSONText.string(account.assetAccount != nil ? "asset" : "liability")),
                ("source", JSONText.string(account.institutionName)),
                ("currency", JSONText.string(account.currencyCode)),
                (
                    "creditLimit",
                    JSONText.string(
                        account.liabilityAccount?.creditInformation.creditLimit?.decimalText)
                ),
            ]))
    }

    /// A balance record.
    static func line(_ balance: AccountBalance, in zone: TimeZone) -> Line {
        let style = MoneyStyle.norwegian
        let (available, booked) = (balance.available?.signedAmount, balance.booked?.signedAmount)
        return Line(
            text: "\(Words.moment(balance.asOfDate, in: zone)) "
                + "\(style.optional(available ?? booked))",
            json: JSONText.object([
                ("id", JSONText.string(balance.id.uuidString.lowercased())),
                ("available", JSONText.string(available?.decimalText)),
                ("booked", JSONText.string(booked?.decimalText)),
                ("currency", JSONText.string(balance.currencyCode)),
                ("asOf", JSONText.string(Words.iso(balance.asOfDate))),
            ]))
    }

    /// A transaction.
    static func line(_ transaction: Transaction) -> Line {
        let text = SafeText.neutralised(transaction.transactionDescription)
        return Line(
            text: "\(transaction.transactionDate) \(transaction.status.rawValue) "
                + "\(MoneyStyle.norwegian.optional(transaction.signedAmount)) \(text)",
            json: TransactionText.object(
                TransactionText.Line(transaction: transaction, account: nil, evidence: nil)))
    }
}
