import Alerts
import ArgumentParser
import Console
import Finance
import Foundation
import Store

/// `saldovakt balances`: how balances went, from the store.
struct BalancesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "balances", abstract: "Shows how the balances of your accounts went.",
        discussion: """
            Reads what was stored; it asks no bank. A record is kept when a figure changed. On a \
            terminal each account has a chart over its newest records; in a pipe there are only \
            the records, all of them, newest first.
            """)

    @OptionGroup var state: StateOptions

    @Option(help: "Only this account: its name, or the end of its number.")
    var account: String?

    @Option(help: ArgumentHelp("Only from this day on, such as 2026-03-01.", valueName: "day"))
    var since: CalendarDay?

    @OptionGroup var rows: RowOptions

    func run() async throws {
        let store = try state.facts()
        let facts = try await store.currentFacts()
        var histories: [BalanceHistory] = []
        for account in try accounts(in: facts) {
            histories.append(try await history(of: account, in: store))
        }
        switch rows.form {
        case .json: Terminal.write(BalanceHistory.rows(histories).json)
        case .csv: Terminal.put(BalanceHistory.rows(histories).csv)
        case .table: show(histories)
        }
    }

    private func accounts(in facts: Facts) throws -> [Account] {
        let all = AccountChoice.sorted(facts).map(\.account)
        return try account.map { [try AccountChoice.account($0, among: all)] } ?? all
    }

    private func show(_ histories: [BalanceHistory]) {
        let zone = Configuration.zone
        guard Terminal.isInteractive else {
            let table = BalanceHistory.table(histories, zone: zone)
            for line in table.lines(isAligned: false) { Terminal.write(line) }
            return
        }
        for (number, history) in histories.enumerated() {
            if number > 0 { Terminal.write("") }
            let lines = history.view(
                from: start, to: SystemClock().now, columns: Terminal.size.columns, zone: zone)
            for line in lines { Terminal.write(line) }
        }
    }

    private var start: Date? { since?.instant(in: Configuration.zone) }

    /// Reads page by page, newest first, up to the record that held at the start.
    private func history(
        of account: Account, in store: FinanceStore
    ) async throws -> BalanceHistory {
        var records: [AccountBalance] = []
        var last: Date?
        while true {
            let page = try await store.accountBalances(for: account.id, before: last, limit: 500)
            let inside = page.prefix { record in
                start.map { record.currentBalance.asOfDate >= $0 } ?? true
            }
            records += inside
            guard inside.count == page.count, let oldest = page.last else {
                let before = page.dropFirst(inside.count).first
                return BalanceHistory(account: account, records: records, before: before)
            }
            last = oldest.currentBalance.asOfDate
        }
    }
}

/// The balance records of one account.
private struct BalanceHistory: Sendable {
    let account: Account
    /// The records of the time that was asked for, newest first.
    let records: [AccountBalance]
    /// The record that held when that time began, if there is one.
    let before: AccountBalance?

    /// The records for programs; amounts are decimal text, signed from the holder's side.
    static func rows(_ histories: [BalanceHistory]) -> DataRows {
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

    static func table(_ histories: [BalanceHistory], zone: TimeZone) -> Table {
        var table = Table([
            ("Account", .left), ("At", .left), ("Balance", .right), ("Available", .right),
        ])
        let style = MoneyStyle.norwegian
        for history in histories {
            for record in history.records {
                table.add([
                    history.account.displayName,
                    InstantText.moment(record.currentBalance.asOfDate, in: zone),
                    style.optional(record.booked?.signedAmount),
                    style.optional(record.available?.signedAmount),
                ])
            }
        }
        return table
    }

    /// The account for a person: its newest figure, a chart of six lines, the ten newest records.
    func view(from start: Date?, to end: Date, columns: Int, zone: TimeZone) -> [String] {
        let newest = records.first ?? before
        let title =
            SafeText.neutralised(account.displayName) + "  "
            + MoneyStyle.norwegian.optional(newest.flatMap(Self.figure))
        let points = (records + [before].compactMap(\.self)).compactMap { record in
            Self.figure(record).map {
                BalanceChart.Point(at: record.currentBalance.asOfDate, minorUnits: $0.minorUnits)
            }
        }
        let first = start ?? points.map(\.at).min() ?? end
        let chart = BalanceChart(points, currency: account.currency, from: first, to: end)
        let shown = BalanceHistory(
            account: account, records: Array(records.prefix(10)), before: nil)
        return [title] + chart.lines(columns: columns, rows: 6, zone: zone) + [""]
            + Self.table([shown], zone: zone).lines(isAligned: true)
    }

    /// The booked figure, or the available one of a bank that gives no other.
    private static func figure(_ record: AccountBalance) -> Money? {
        (record.booked ?? record.available)?.signedAmount
    }
}
