import Alerts
import Finance
import Foundation

/// The history of balances as charts, tables and for programs.
enum BalanceText: Sendable {
    /// The records of one account.
    struct History: Sendable {
        /// The account.
        let account: Account
        /// The records of the time that was asked for, newest first.
        let records: [AccountBalance]
        /// The record that held when that time began, if there is one.
        let before: AccountBalance?
    }

    /// How many records a person sees below a chart.
    static let shownRecords = 10
    /// How many lines of bars a chart has.
    static let chartRows = 6

    /// The records for programs; amounts are decimal text, signed from the holder's side.
    static func rows(_ histories: [History]) -> DataRows {
        var rows = DataRows(["account", "accountId", "at", "booked", "available", "currency"])
        for history in histories {
            for record in history.records {
                rows.add([
                    history.account.displayName, history.account.id.uuidString.lowercased(),
                    InstantText.text(record.currentBalance.asOfDate),
                    record.booked?.signedAmount.decimalText,
                    record.available?.signedAmount.decimalText, history.account.currency.code,
                ])
            }
        }
        return rows
    }

    /// All records as one table.
    static func table(_ histories: [History], zone: TimeZone) -> Table {
        var table = Table([
            ("Account", .left), ("At", .left), ("Balance", .right), ("Available", .right),
        ])
        let style = MoneyStyle.norwegian
        for history in histories {
            for record in history.records {
                table.add([
                    SafeText.neutralised(history.account.displayName),
                    Words.moment(record.currentBalance.asOfDate, in: zone),
                    style.optional(record.booked?.signedAmount),
                    style.optional(record.available?.signedAmount),
                ])
            }
        }
        return table
    }

    /// One account for a person: its newest figure, the chart, the newest records.
    static func view(
        _ history: History, from start: Date?, to end: Date, columns: Int, zone: TimeZone
    ) -> [String] {
        let newest = history.records.first ?? history.before
        let title =
            SafeText.neutralised(history.account.displayName) + "  "
            + MoneyStyle.norwegian.optional(newest.flatMap(figure))
        let all = history.records + [history.before].compactMap(\.self)
        let points = all.compactMap { record in
            figure(record).map {
                BalanceChart.Point(at: record.currentBalance.asOfDate, minorUnits: $0.minorUnits)
            }
        }
        let first = start ?? points.map(\.at).min() ?? end
        let chart = BalanceChart(points, currency: history.account.currency, from: first, to: end)
        let shown = History(
            account: history.account, records: Array(history.records.prefix(shownRecords)),
            before: nil)
        return [title] + chart.lines(columns: columns, rows: chartRows, zone: zone) + [""]
            + table([shown], zone: zone).lines(isAligned: true)
    }

    /// The booked figure, or the available one of a bank that gives no other.
    private static func figure(_ record: AccountBalance) -> Money? {
        (record.booked ?? record.available)?.signedAmount
    }
}
