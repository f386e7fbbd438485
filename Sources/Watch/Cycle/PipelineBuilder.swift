public import Alerts
import Finance
public import Foundation
import Rules

/// Makes a ``Pipeline`` from rules and a store; holds everything else that it needs.
public struct PipelineBuilder: Sendable {
    /// The interval of polls for which the settings name none.
    public static let standardInterval = Duration.seconds(300)
    /// How notifications are sent, and how often the banks are polled, which freshness and `for`
    /// depend on.
    public private(set) var policy: AlertPolicy
    /// The ids of the configured bank connections; empty where they are unknown.
    public let sources: Set<String>
    /// When the program was started; `nil` where it makes no difference.
    public var startedAt: Date?

    /// The zone of the person's calendar and of the bank's days.
    public var zone: TimeZone { policy.zone }

    public init(policy: AlertPolicy, sources: Set<String> = [], startedAt: Date? = nil) {
        self.sources = sources
        self.startedAt = startedAt
        self.policy = policy
    }

    /// Returns the builder with the reloaded settings.
    func adopting(_ configuration: ReloadedConfiguration) -> PipelineBuilder {
        var builder = self
        builder.policy = configuration.policy
        return builder
    }

    /// Returns the builder for one household of many, whose identifiers differ from all others'.
    package func naming(household: String) -> PipelineBuilder {
        var builder = self
        builder.policy.household = household
        return builder
    }

    /// Makes a pipeline that continues from the stored state.
    func pipeline(for rules: RuleSet, store: any AlertStore, at now: Date)
        async throws(StoreError) -> Pipeline
    {
        var draft = draft(rules, try await store.alertLedger(), try await store.facts())
        let empty = draft.evaluator
        var needed = empty.historyNeeded(at: now)
        while let day = needed {
            draft.evaluator = empty
            draft.evaluator.seed(with: try await store.transactions(since: day))
            needed = draft.evaluator.historyNeeded(at: now, before: day)
        }
        try await seedHistory(of: &draft.evaluator, from: store)
        if let instant = draft.evaluator.balancesNeeded(at: now) {
            let balances = try await store.balances(since: instant)
            draft.evaluator.seed(with: balances, facts: draft.facts, at: now)
        }
        if let day = draft.firstWaitingDay(in: zone) {
            draft.seed(waitingAmong: try await store.transactions(since: day))
        }
        let journal = EvaluationJournal(try await store.evaluations())
        return finished(draft, journal, at: now)
    }

    /// Makes a pipeline that continues from a state in memory, without a journal.
    func pipeline(for rules: RuleSet, state: InMemoryState, at now: Date) -> Pipeline {
        var draft = draft(rules, state.ledger, state.facts)
        let empty = draft.evaluator
        var needed = empty.historyNeeded(at: now)
        while let day = needed {
            draft.evaluator = empty
            draft.evaluator.seed(with: state.transactions(since: day))
            needed = draft.evaluator.historyNeeded(at: now, before: day)
        }
        if draft.evaluator.needsWholeHistory { draft.evaluator.seed(history: state.history) }
        if let instant = draft.evaluator.balancesNeeded(at: now) {
            let balances = state.balances(since: instant)
            draft.evaluator.seed(with: balances, facts: draft.facts, at: now)
        }
        if let day = draft.firstWaitingDay(in: zone) {
            draft.seed(waitingAmong: state.transactions(since: day))
        }
        return finished(draft, nil, at: now)
    }

    private func draft(_ rules: RuleSet, _ ledger: AlertLedger, _ facts: Facts) -> PipelineDraft {
        var ledger = ledger
        if let startedAt { ledger.startHealthClocks(of: rules, at: startedAt) }
        var evaluator = evaluator(for: rules, bindings: ledger.bindings)
        evaluator.learn(facts)
        return PipelineDraft(rules: rules, ledger: ledger, facts: facts, evaluator: evaluator)
    }

    private func finished(
        _ draft: PipelineDraft, _ journal: EvaluationJournal?, at now: Date
    ) -> Pipeline {
        var facts = draft.facts
        facts.program = programFacts(for: draft.rules)
        return Pipeline(
            evaluator: draft.evaluator, engine: AlertEngine(rules: draft.rules, policy: policy),
            facts: facts, ledger: draft.ledger, journal: journal, zone: zone, at: now)
    }

    /// Feeds the stored history to the evaluator page by page, so that memory stays bounded.
    private func seedHistory(
        of evaluator: inout Evaluator, from store: any AlertStore
    ) async throws(StoreError) {
        guard evaluator.needsWholeHistory else { return }
        var place: Int64?
        repeat {
            let page = try await store.history(after: place, limit: 10_000)
            evaluator.seed(history: page.rows)
            place = page.next
        } while place != nil
    }

    /// The facts about the program itself before the outbox was read.
    func programFacts(for rules: RuleSet) -> ProgramFacts {
        let channels = rules.readsChannels ? Set(rules.rules.flatMap(\.notify)) : []
        return ProgramFacts(
            channels: Dictionary(uniqueKeysWithValues: channels.map { ($0, ChannelFacts()) }),
            sources: sources, startedAt: startedAt)
    }

    /// Makes an evaluator without history that knows only which accounts names stand for.
    func evaluator(for rules: RuleSet, bindings: [String: [UUID]] = [:]) -> Evaluator {
        Evaluator(
            rules: rules, zone: zone, pollIntervals: policy.pollIntervals, naming: policy.naming,
            holidays: policy.holidays, bindings: bindings)
    }
}

/// A pipeline in the making: the facts, and an evaluator that is fed the stored rows.
private struct PipelineDraft {
    let rules: RuleSet
    let ledger: AlertLedger
    let facts: Facts
    var evaluator: Evaluator

    /// The day from which stored rows are needed for events that waited for their `while` at the
    /// last exit; `nil` if none did.
    ///
    /// It is 100 days before the oldest of them: a transaction is seen soon after its day, a
    /// reservation may be older.
    func firstWaitingDay(in zone: TimeZone) -> CalendarDay? {
        ledger.waitingEvents(of: rules).map(\.since).min().map {
            CalendarDay(of: $0, in: zone).adding(days: -100)
        }
    }

    /// Feeds the waiting events to the evaluator, with their transactions.
    mutating func seed(waitingAmong stored: [Transaction]) {
        let known = Dictionary(stored.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        evaluator.seed(
            waiting: ledger.waitingEvents(of: rules).compactMap { state in
                guard case .transaction(let id) = state.subject else { return nil }
                return WaitingEvent(
                    ruleID: state.ruleID, transactionID: id, transaction: known[id],
                    since: state.since)
            })
    }
}
