import Alerts
import BenchSupport
import Finance
import Foundation
import Rules
import Store

/// One cycle after the other, put together from the same parts as the watcher's.
struct Cycle {
    /// Where everything is stored.
    let store: SQLiteAlertStore
    /// Decides what verdicts mean.
    let engine: AlertEngine
    /// Evaluates.
    var evaluator: Evaluator
    /// What is known.
    var facts: Facts
    /// The zone of the bank.
    let zone: TimeZone
    /// The alert states.
    private var ledger = AlertLedger()
    private var due: DueIndex
    private var journal = EvaluationJournal()
    /// How many stored and new rows were looked at: those that the store gave out for the answer,
    /// and those that evaluation took in.
    var rowsTouched = 0

    /// Starts with these parts.
    init(
        store: SQLiteAlertStore, engine: AlertEngine, evaluator: Evaluator, facts: Facts,
        zone: TimeZone
    ) {
        self.store = store
        self.engine = engine
        due = DueIndex(ledger, engine: engine)
        self.evaluator = evaluator
        self.facts = facts
        self.zone = zone
    }

    /// Takes an answer; notes how long evaluation and decision took.
    @discardableResult
    mutating func run(_ answer: Snapshot, _ stopwatch: Stopwatch = Stopwatch()) async throws
        -> Stopwatch
    {
        let holdings = try await store.holdings(for: answer)
        let source = facts.sources[answer.source] ?? SourceFacts(id: answer.source)
        let result = Reconciler.reconcile(answer, source: source, with: holdings, zone: zone)
        rowsTouched += holdings.records.values.map(\.count).reduce(0, +)
        rowsTouched += result.changes.transactions.count
        facts.sources[answer.source] = result.source
        for account in result.accounts { facts.accounts[account.account.id] = account }
        var own = stopwatch
        let (decision, news) = await own.time { decide(result.changes, at: answer.observedAt) }
        var commit = CycleCommit(
            reconciliation: result, alerts: decision.change, outbox: decision.outbox)
        commit.evaluations = news
        try await store.commit(commit)
        ledger.apply(decision.change)
        due.apply(decision.change, engine: engine)
        journal.accept(news)
        return own
    }

    private mutating func decide(
        _ changes: FactChanges, at now: Date
    ) -> (AlertDecision, [EvaluationEntry]) {
        let verdicts = evaluator.apply(
            changes, facts: facts, at: now,
            detail: due.needsEveryPoll || !ledger.silences.isEmpty ? .every : .changed)
        let decision = engine.decide(verdicts, facts: facts, ledger: ledger, due: due, at: now)
        let news = journal.news(
            verdicts, rules: engine.rules, facts: facts, change: decision.change, ledger: ledger,
            at: now)
        return (decision, news)
    }
}
