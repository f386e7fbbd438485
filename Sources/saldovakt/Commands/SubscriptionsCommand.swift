import Alerts
import ArgumentParser
import Console
import Finance
import Foundation
import Rules
import Store

/// `saldovakt subscriptions`: lists recurring payments.
struct SubscriptionsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "subscriptions", abstract: "Lists payments that come again and again.",
        discussion: """
            Recognised are like amounts at one merchant, on one account, at regular distance, three \
            times or more: every week, 2 weeks, month, quarter or year. Reads what was stored; it asks \
            no bank.
            """)

    @OptionGroup var state: StateOptions
    @OptionGroup var rows: RowOptions

    func run() async throws {
        let store = try state.facts()
        let facts = try await store.currentFacts()
        let today = CalendarDay(of: SystemClock().now, in: Configuration.zone)
        var transactions: [Transaction] = []
        var cursor: TransactionCursor?
        repeat {
            // Three yearly payments lie within three years.
            let years = TransactionFilter(from: today.adding(months: -Subscription.monthsRead))
            let page = try await store.transactions(matching: years, after: cursor, limit: 5_000)
            transactions += page.transactions
            cursor = page.next
        } while cursor != nil
        let found = Subscription.found(in: transactions, on: today)
        let names = facts.accounts.mapValues(\.account.displayName)
        switch rows.form {
        case .json: Terminal.write(Self.rows(found, names, today).json)
        case .csv: Terminal.put(Self.rows(found, names, today).csv)
        case .table:
            Self.table(found, names, today).write(orSay: Configuration.tables(.noSubscription))
        }
    }

    private static func rows(
        _ found: [Subscription], _ names: [UUID: String], _ today: CalendarDay
    ) -> DataRows {
        DataRows(
            [
                "merchant", "account", "accountId", "amount", "previous", "currency", "every",
                "count", "first", "last", "next", "state",
            ],
            found.map { found in
                [
                    found.merchant, names[found.accountID], found.accountID.uuidString.lowercased(),
                    found.last.transactionAmount.decimalText, found.previousAmount?.decimalText,
                    found.last.transactionAmount.currency.code, found.rhythm.rawValue,
                    "\(found.count)", found.first.description,
                    found.last.transactionDate.description, found.next.description,
                    found.isMissing(on: today) ? "missing" : "current",
                ]
            })
    }

    private static func table(
        _ found: [Subscription], _ names: [UUID: String], _ today: CalendarDay
    ) -> Table {
        let (style, texts) = (MoneyStyle.norwegian, Configuration.tables)
        return Table(
            [
                (texts(.merchant), .cuttable), (texts(.account), .dropped(3)),
                (texts(.amount), .right), (texts(.every), .dropped(2)), (texts(.last), .dropped(1)),
                (texts(.next), .left),
            ],
            found.map { found in
                [
                    SafeText.neutralised(found.merchant),
                    SafeText.neutralised(names[found.accountID] ?? ""),
                    style.text(found.last.transactionAmount), texts(.rhythm(found.rhythm)),
                    style.text(found.last.transactionDate),
                    found.isMissing(on: today) ? "missing" : style.text(found.next),
                ]
            })
    }
}
