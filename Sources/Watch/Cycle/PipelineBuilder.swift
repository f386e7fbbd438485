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
    /// How notices are told.
    public let policy: AlertPolicy
    /// Other names of accounts, by their name in the bank.
    public let aliases: [String: [String]]

    /// Makes a builder.
    public init(
        zone: TimeZone, pollInterval: Duration, policy: AlertPolicy,
        aliases: [String: [String]] = [:]
    ) {
        self.zone = zone
        self.pollInterval = pollInterval
        self.policy = policy.naming(aliases)
        self.aliases = aliases
    }

    /// Makes a pipeline that goes on where the store stands.
    func pipeline(for rules: RuleSet, store: any AlertStore, at now: Date)
        async throws(StoreError) -> Pipeline
    {
        var evaluator = evaluator(for: rules)
        if let day = evaluator.historyNeeded(at: now) {
            evaluator.seed(with: try await store.transactions(since: day))
        }
        try await seedHistory(of: &evaluator, from: store)
        return Pipeline(
            evaluator: evaluator, engine: AlertEngine(rules: rules, policy: policy),
            facts: try await store.facts(), ledger: try await store.alertLedger(),
            journal: EvaluationJournal(try await store.evaluations()), zone: zone)
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

    /// Makes an evaluator that has seen nothing.
    func evaluator(for rules: RuleSet) -> Evaluator {
        Evaluator(rules: rules, zone: zone, pollInterval: pollInterval, aliases: aliases)
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
