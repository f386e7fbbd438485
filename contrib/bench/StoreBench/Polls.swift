import Alerts
import BenchSupport
import Finance
import Foundation
import Store

/// Takes answers as the watcher does: reads what is known, reconciles, commits.
struct Polls {
    /// The state folder.
    let folder: String
    /// How many answers of each kind.
    let count: Int

    /// How many rows an answer has.
    private static let rows = 100
    /// Days between answers with news, beyond which reconciling does not look back.
    private static let pause = 20

    private struct Times {
        var reading = Stopwatch()
        var reconciling = Stopwatch()
        var committing = Stopwatch()
        var all = Stopwatch()
    }

    /// Prints what answers with and without news cost.
    func run() async throws {
        let store = try SQLiteAlertStore.open(folder: folder)
        var (news, silence) = (Times(), Times())
        for turn in 0..<count {
            try await take(turn, repeated: 0, by: store, &news)
            try await take(turn, repeated: 1, by: store, &silence)
        }
        report(news, "news")
        report(silence, "silence")
    }

    private func report(_ times: Times, _ name: String) {
        times.all.reportMedians(name)
        times.reading.reportMedians(name + "-holdings")
        times.reconciling.reportMedians(name + "-reconcile")
        times.committing.reportMedians(name + "-commit")
    }

    private func take(
        _ turn: Int, repeated: Int, by store: SQLiteAlertStore, _ times: inout Times
    ) async throws {
        let answer = snapshot(turn, repeated: repeated)
        let source = SourceFacts(id: BenchBank.source)
        // Handed around, because closures can't change parts of one value side by side.
        var (reading, reconciling) = (times.reading, times.reconciling)
        var committing = times.committing
        try await times.all.time {
            let holdings = try await reading.time { try await store.holdings(for: answer) }
            let result = await reconciling.time {
                Reconciler.reconcile(answer, source: source, with: holdings, zone: .gmt)
            }
            try await committing.time {
                try await store.commit(
                    CycleCommit(
                        reconciliation: result, alerts: AlertLedgerChange(), outbox: []))
            }
        }
        (times.reading, times.reconciling) = (reading, reconciling)
        times.committing = committing
    }

    /// An answer about one account, a hundred rows of one day.
    private func snapshot(_ turn: Int, repeated: Int) -> Snapshot {
        let account = turn % BenchBank.accounts
        let day = BenchBank.today.adding(days: (turn + 1) * Self.pause)
        let first = turn * Self.rows
        let rows = (first..<first + Self.rows).map {
            BenchBank.row(account: account, $0, on: day)
        }
        let seconds = Double(((turn + 1) * Self.pause * 24 + repeated) * 3_600)
        return Snapshot(
            source: BenchBank.source, observedAt: BenchBank.now.addingTimeInterval(seconds),
            outcome: .complete,
            accounts: [BenchBank.account(account, booked: Int64(turn), from: day)],
            transactions: rows, scheduled: nil)
    }
}
