import Alerts
import Finance
import Foundation
import Store

/// Fills a new state folder with booked rows, as years of polls leave it.
struct Filling {
    /// The folder.
    let folder: String
    /// How many rows.
    let rows: Int

    private static let portion = 5_000

    /// Makes the folder.
    func run() async throws {
        let store = try SQLiteAlertStore.open(folder: folder)
        let accounts = (0..<BenchBank.accounts).map(facts)
        try await commit([], accounts, to: store)
        var identifiers = accounts.map { NewIdentifiers(account: $0.account.id) }
        for start in stride(from: 0, to: rows, by: Self.portion) {
            let numbers = start..<min(start + Self.portion, rows)
            try await commit(numbers.map { record($0, &identifiers) }, [], to: store)
        }
    }

    private func commit(
        _ records: [TransactionRecord], _ accounts: [AccountFacts], to store: SQLiteAlertStore
    ) async throws {
        let now = BenchBank.now
        try await store.commit(
            CycleCommit(
                reconciliation: Reconciliation(
                    source: SourceFacts(
                        id: BenchBank.source, lastSuccess: now, lastComplete: now,
                        lastAttempt: now),
                    accounts: accounts, balances: [], records: records,
                    changes: FactChanges(observedAt: now), scheduled: nil),
                alerts: AlertLedgerChange(), outbox: []))
    }

    private func facts(_ number: Int) -> AccountFacts {
        let observation = BenchBank.account(number, booked: 0, from: BenchBank.today)
        return AccountFacts(
            account: observation.account, booked: observation.booked,
            available: observation.available, creditLimit: nil, freshAt: BenchBank.now,
            completeAt: BenchBank.now, firstSeen: BenchBank.now)
    }

    private func record(
        _ number: Int, _ identifiers: inout [NewIdentifiers]
    ) -> TransactionRecord {
        let account = number % BenchBank.accounts
        let age = (rows - 1 - number) / (BenchBank.accounts * BenchBank.rowsADay)
        let row = BenchBank.row(
            account: account, number, on: BenchBank.today.adding(days: -age))
        return TransactionRecord(
            transaction: Transaction(
                id: identifiers[account].next(for: row), accountID: BenchBank.details(account).id,
                observed: row,
                firstSeen: BenchBank.now),
            observation: row, isBaseline: true)
    }
}
