import Alerts
import Finance
import Foundation
import Store

/// Takes the same answer about all accounts over and over, some minutes apart.
struct QuietPolls {
    /// The state folder.
    let folder: String
    /// How many answers.
    let count: Int
    /// How many days after the first one they come; the day's first answer is at its first minute.
    let day: Int
    /// The minute of the first answer.
    let minute: Int

    /// How many rows an account has in the answer.
    private static let rows = 10

    /// Takes the answers.
    func run() async throws {
        let store = try SQLiteAlertStore.open(folder: folder)
        for number in 0..<count { try await take(answer(minute: minute + number), by: store) }
    }

    private func take(_ answer: Snapshot, by store: SQLiteAlertStore) async throws {
        let input = try await store.reconciliationInput(for: answer)
        let result = Reconciler.reconcile(
            answer, source: SourceFacts(id: BenchBank.source), with: input, zone: .gmt)
        try await store.commit(
            CycleCommit(reconciliation: result, alerts: AlertLedgerChange(), outbox: []))
    }

    private func answer(minute: Int) -> Snapshot {
        let first = BenchBank.today.adding(days: 2)
        let accounts = 0..<BenchBank.accounts
        let rows = accounts.flatMap { account in
            (0..<Self.rows).map { BenchBank.row(account: account, $0, on: first) }
        }
        let seconds = Double(((2 + day) * 24 * 60 + minute) * 60)
        return Snapshot(
            source: BenchBank.source, observedAt: BenchBank.now.addingTimeInterval(seconds),
            outcome: .complete,
            accounts: accounts.map { BenchBank.account($0, booked: 1, from: first) },
            transactions: rows, scheduled: nil)
    }
}
