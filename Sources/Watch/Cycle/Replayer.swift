public import Alerts
public import Finance
public import Foundation
public import Rules

/// Plays recorded answers through the real pipeline on their own clock, in memory (D62).
///
/// Nothing is sent and nothing is stored; what falls due between two lines is played before the
/// second (D5). The same lines give the same notices, byte for byte.
public struct Replayer: Sendable {
    private var pipeline: Pipeline
    private var records: [UUID: [UUID: TransactionRecord]] = [:]
    private var now: Date?

    /// Starts with an empty memory.
    public init(rules: RuleSet, builder: PipelineBuilder) {
        pipeline = builder.emptyPipeline(for: rules)
    }

    /// Plays one answer of a bank.
    ///
    /// - Returns: the notices that are told up to and at its time, in order.
    public mutating func play(_ snapshot: Snapshot) -> [Notice] {
        var notices = playDue(until: snapshot.observedAt)
        let outcome = pipeline.process(snapshot, with: holdings(for: snapshot))
        for record in outcome.reconciliation?.records ?? [] {
            records[record.transaction.accountID, default: [:]][record.transaction.id] = record
        }
        notices += accept(outcome)
        return notices
    }

    /// Plays one bare transaction: always new, no baseline.
    public mutating func play(_ transaction: Transaction, of account: AccountFacts) -> [Notice] {
        var notices = playDue(until: transaction.firstSeen)
        let change = TransactionChange(before: nil, after: transaction, cause: .appeared)
        let changes = FactChanges(
            observedAt: transaction.firstSeen, refreshedAccounts: [account.account.id],
            transactions: [change])
        notices += accept(pipeline.process(changes, accounts: [account]))
        return notices
    }

    /// The facts of an account that earlier lines mentioned.
    public func facts(of account: UUID) -> AccountFacts? {
        pipeline.facts.accounts[account]
    }

    /// The notices that are still held when the recording ends, with their due times (D53).
    public mutating func finish() -> [Notice] {
        pipeline.ledger.rules.values
            .flatMap(\.held)
            .sorted { ($0.dueAt, $0.notice.id) < ($1.dueAt, $1.notice.id) }
            .map { held in
                var data = held.notice.data
                data.pending = true
                return Notice(
                    type: held.notice.type, id: held.notice.id, timestamp: held.dueAt, data: data)
            }
    }

    private mutating func playDue(until end: Date) -> [Notice] {
        var notices: [Notice] = []
        while let last = now, let due = pipeline.nextDue(after: last), due < end {
            now = due
            notices += accept(pipeline.playDue(at: due))
        }
        now = end
        return notices
    }

    private mutating func accept(_ outcome: CycleOutcome) -> [Notice] {
        pipeline.accept(outcome)
        return outcome.decision.notices
    }

    private func holdings(for snapshot: Snapshot) -> Holdings {
        var holdings = Holdings(accounts: pipeline.facts.accounts)
        for account in snapshot.accounts {
            let id = account.details.id
            holdings.records[id] = records[id].map { Array($0.values) } ?? []
        }
        return holdings
    }
}
