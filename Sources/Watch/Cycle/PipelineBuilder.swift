public import Alerts
import Finance
public import Foundation
import Rules

/// What a ``Pipeline`` is made of besides the rules, and how to make one from a store.
public struct PipelineBuilder: Sendable {
    /// The zone of the person's calendar and of the bank's days.
    public let zone: TimeZone
    /// How often the banks are polled; freshness and `for` are measured with it.
    public let pollInterval: Duration
    /// How often banks are polled where nobody says it.
    public static let standardInterval = Duration.seconds(300)
    /// How notices are told.
    public let policy: AlertPolicy
    /// Other names of accounts, by their name in the bank.
    public let aliases: [String: [String]]
    /// When the credentials of each bank end, by its source; only where it is known.
    public let signInExpires: [String: Date]
    /// The bank connections there are; none where nobody knows.
    public let sources: Set<String>
    /// When the program was started; `nil` where it makes no difference.
    public var startedAt: Date?

    /// Makes a builder.
    public init(
        zone: TimeZone, pollInterval: Duration, policy: AlertPolicy,
        aliases: [String: [String]] = [:], signInExpires: [String: Date] = [:],
        sources: Set<String> = [], startedAt: Date? = nil
    ) {
        self.sources = sources
        self.startedAt = startedAt
        self.zone = zone
        self.pollInterval = pollInterval
        self.policy = policy.naming(aliases)
        self.aliases = aliases
        self.signInExpires = signInExpires
    }

    /// The same builder with what the settings say now.
    func adopting(_ surroundings: RuleSurroundings) -> PipelineBuilder {
        PipelineBuilder(
            zone: zone, pollInterval: pollInterval, policy: surroundings.policy,
            aliases: surroundings.aliases, signInExpires: signInExpires, sources: sources,
            startedAt: startedAt)
    }

    /// Makes a pipeline that goes on where the store stands.
    func pipeline(for rules: RuleSet, store: any AlertStore, at now: Date)
        async throws(StoreError) -> Pipeline
    {
        var ledger = try await store.alertLedger()
        if let startedAt { ledger.startHealthClocks(of: rules, at: startedAt) }
        var evaluator = evaluator(for: rules, bindings: ledger.bindings)
        var facts = try await store.facts()
        evaluator.learn(facts)
        if let day = evaluator.historyNeeded(at: now) {
            evaluator.seed(with: try await store.transactions(since: day))
        }
        try await seedHistory(of: &evaluator, from: store)
        if let instant = evaluator.balancesNeeded(at: now) {
            let balances = try await store.balances(since: instant)
            evaluator.seed(with: balances, facts: facts, at: now)
        }
        evaluator.seed(waiting: try await waitingEvents(in: ledger, rules, store))
        facts.program = programFacts(for: rules)
        return Pipeline(
            evaluator: evaluator, engine: AlertEngine(rules: rules, policy: policy),
            facts: facts, ledger: ledger,
            journal: EvaluationJournal(try await store.evaluations()), zone: zone,
            at: now)
    }

    /// Takes in everything that is stored, in portions, so that memory does not follow its size.
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

    /// What the program knows about itself before it has looked at the outbox.
    func programFacts(for rules: RuleSet) -> ProgramFacts {
        let channels = rules.readsChannels ? Set(rules.rules.flatMap(\.notify)) : []
        return ProgramFacts(
            signInExpires: signInExpires,
            channels: Dictionary(uniqueKeysWithValues: channels.map { ($0, ChannelFacts()) }),
            sources: sources, startedAt: startedAt)
    }

    /// The events that waited for their `while` when the program ended.
    private func waitingEvents(
        in ledger: AlertLedger, _ rules: RuleSet, _ store: any AlertStore
    ) async throws(StoreError) -> [WaitingEvent] {
        let states = ledger.waitingEvents(of: rules)
        guard let first = states.map(\.since).min() else { return [] }
        // A transaction is seen soon after its day; a reservation may be older.
        let day = CalendarDay(of: first, in: zone).adding(days: -100)
        let stored = try await store.transactions(since: day)
        let known = Dictionary(
            stored.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        return states.compactMap { state in
            guard case .transaction(let id) = state.subject else { return nil }
            return WaitingEvent(
                ruleID: state.ruleID, transactionID: id, transaction: known[id],
                since: state.since)
        }
    }

    /// Makes an evaluator that has seen nothing, except which accounts names stand for.
    func evaluator(for rules: RuleSet, bindings: [String: [UUID]] = [:]) -> Evaluator {
        Evaluator(
            rules: rules, zone: zone, pollInterval: pollInterval, aliases: aliases,
            bindings: bindings)
    }
}

extension AlertPolicy {
    /// The policy that knows these other names of accounts.
    fileprivate func naming(_ aliases: [String: [String]]) -> AlertPolicy {
        var policy = self
        policy.aliases = aliases
        return policy
    }
}
