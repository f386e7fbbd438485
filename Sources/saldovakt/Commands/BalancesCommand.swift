import Alerts
import ArgumentParser
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

    @Option(name: .long, help: "Only this account: its name, or the end of its number.")
    var account: String?

    @Option(
        name: .long,
        help: ArgumentHelp("Only from this day on, such as 2026-03-01.", valueName: "day"))
    var since: DayArgument?

    @OptionGroup var rows: RowOptions

    func run() async throws {
        let store = try ReadStore.open(state.state)
        let facts = try await ReadStore.reading { () throws(StoreError) in
            try await store.currentFacts()
        }
        var histories: [BalanceText.History] = []
        for account in try accounts(in: facts) {
            histories.append(try await history(of: account, in: store))
        }
        switch rows.form {
        case .json: Terminal.write(BalanceText.rows(histories).json)
        case .csv: Terminal.put(BalanceText.rows(histories).csv)
        case .table: show(histories)
        }
    }

    private func accounts(in facts: Facts) throws -> [Account] {
        let all = facts.accounts.values.map(\.account)
        if let account { return [try AccountChoice.account(account, among: all)] }
        return all.sorted {
            ($0.institutionName, $0.displayName, $0.bankAccountID)
                < ($1.institutionName, $1.displayName, $1.bankAccountID)
        }
    }

    private func show(_ histories: [BalanceText.History]) {
        guard Terminal.isInteractive else {
            let table = BalanceText.table(histories, zone: Configuration.zone)
            for line in table.lines(isAligned: false) { Terminal.write(line) }
            return
        }
        for (number, history) in histories.enumerated() {
            if number > 0 { Terminal.write("") }
            let lines = BalanceText.view(
                history, from: start, to: SystemClock().now, columns: Terminal.size.columns,
                zone: Configuration.zone)
            for line in lines { Terminal.write(line) }
        }
    }

    /// The first instant of the day that was named.
    private var start: Date? {
        since.map { $0.day.instant(in: Configuration.zone) }
    }

    /// Reads page by page, newest first, up to the record that held at the start.
    private func history(
        of account: Account, in store: FinanceStore
    ) async throws -> BalanceText.History {
        var records: [AccountBalance] = []
        var last: Date?
        while true {
            let page = try await ReadStore.reading { [last] () throws(StoreError) in
                try await store.accountBalances(for: account.id, before: last, limit: 500)
            }
            let inside = page.prefix { record in
                start.map { record.currentBalance.asOfDate >= $0 } ?? true
            }
            records += inside
            guard inside.count == page.count, let oldest = page.last else {
                let before = page.dropFirst(inside.count).first
                return BalanceText.History(account: account, records: records, before: before)
            }
            last = oldest.currentBalance.asOfDate
        }
    }
}
