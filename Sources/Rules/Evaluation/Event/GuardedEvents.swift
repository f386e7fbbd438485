import Finance
import Foundation

/// Checks events, repetitions and absences against the `while` of their rules.
///
/// An absence fires when both it and its condition are true. Its alert does not end when only the
/// condition becomes false.
///
/// An event whose condition is unknown waits for the next poll that can decide it, but at most a
/// month, after which it is no longer news. A waiting repetition is lost when the program ends.
struct GuardedEvents: Sendable {
    private struct Waiting: Sendable {
        let ruleID: String
        let subject: Subject
        let since: Date
        var evidence: Verdict.Evidence
        /// Whether the transaction went away while the event waited.
        var isGone = false
    }

    private var conditions: [String: CompiledCondition] = [:]
    private var limits: [String: Amount] = [:]
    private var waiting: [Waiting] = []

    /// How long an event waits at most, in seconds.
    static let timeout: TimeInterval = 31 * 86_400

    /// Compiles the `while` of the rules that have one.
    init(_ rules: [Rule], _ compiler: inout RuleCompiler) {
        for rule in rules {
            if case .condition = rule.body { continue }
            guard let condition = rule.body.condition else { continue }
            conditions[rule.id] = compiler.compile(condition)
            limits[rule.id] = rule.body.ownFilters.firstAmount
        }
    }

    /// Whether no rule has a `while`.
    var isEmpty: Bool { conditions.isEmpty }

    /// Adds events that waited before a restart or a reload.
    mutating func seed(_ events: [WaitingEvent]) {
        for event in events where conditions[event.ruleID] != nil {
            var evidence = Verdict.Evidence(transaction: event.transaction)
            if let transaction = event.transaction {
                evidence.take(transaction)
                evidence.limit = limits[event.ruleID]?.money(
                    in: transaction.transactionAmount.currency)
            }
            waiting.append(
                Waiting(
                    ruleID: event.ruleID, subject: .transaction(event.transactionID),
                    since: event.since, evidence: evidence, isGone: event.transaction == nil))
        }
    }

    /// Returns the verdicts, after judging guarded rules and waiting events.
    ///
    /// Waiting events follow the changes of their transactions.
    mutating func judge(_ verdicts: [Verdict], _ state: inout EvaluationState) -> [Verdict] {
        for change in state.moment.transactions where !waiting.isEmpty { follow(change) }
        var judged: [Verdict] = []
        let before = waiting.count
        for verdict in verdicts where !take(verdict, state.moment.now) {
            judged.append(judge(absence: verdict, &state))
        }
        var kept: [Waiting] = []
        for (place, event) in waiting.enumerated() {
            let verdict = self.verdict(on: event, &state)
            if case .unknown = verdict.finding { kept.append(event) }
            // An event that was never recorded as waiting need not be reported as stopped.
            if verdict.finding == .clear(isRecovered: true), place >= before { continue }
            judged.append(verdict)
        }
        waiting = kept
        return judged
    }

    /// An absence counts only while its condition is true; other verdicts are returned unchanged.
    private func judge(absence verdict: Verdict, _ state: inout EvaluationState) -> Verdict {
        guard verdict.finding == .holds, let condition = conditions[verdict.ruleID] else {
            return verdict
        }
        let truth = truth(of: condition, verdict.evidence, &state)
        return Verdict(
            ruleID: verdict.ruleID, subject: verdict.subject,
            finding: truth.finding(isRecovered: false), evidence: verdict.evidence)
    }

    /// Holds an event of a guarded rule back to be judged; `false` for any other verdict.
    private mutating func take(_ verdict: Verdict, _ now: Date) -> Bool {
        guard conditions[verdict.ruleID] != nil, verdict.subject.isOccurrence else { return false }
        let place = waiting.firstIndex {
            $0.subject == verdict.subject && $0.ruleID == verdict.ruleID
        }
        switch verdict.finding {
        case .occurred:
            if let place {
                waiting[place].evidence = verdict.evidence
            } else {
                waiting.append(
                    Waiting(
                        ruleID: verdict.ruleID, subject: verdict.subject, since: now,
                        evidence: verdict.evidence))
            }
            return true
        case .corrected: return place != nil
        case .holds, .clear, .unknown: return false
        }
    }

    private mutating func follow(_ change: TransactionChange) {
        guard let id = (change.after ?? change.before)?.id else { return }
        for place in waiting.indices where waiting[place].subject == .transaction(id) {
            waiting[place].isGone = change.after == nil
            if let after = change.after { waiting[place].evidence.take(after) }
        }
    }

    private func verdict(on event: Waiting, _ state: inout EvaluationState) -> Verdict {
        Verdict(
            ruleID: event.ruleID, subject: event.subject,
            finding: finding(on: event, &state), evidence: event.evidence)
    }

    private func finding(on event: Waiting, _ state: inout EvaluationState) -> Verdict.Finding {
        let moment = state.moment
        guard !event.isGone, moment.now.timeIntervalSince(event.since) <= Self.timeout,
            let condition = conditions[event.ruleID]
        else { return .clear(isRecovered: true) }
        let truth = truth(of: condition, event.evidence, &state)
        return truth == .isSo ? .occurred : truth.finding()
    }

    private func truth(
        of condition: CompiledCondition, _ evidence: Verdict.Evidence,
        _ state: inout EvaluationState
    ) -> Answer.Truth {
        let account = evidence.accountID.flatMap { state.moment.facts.accounts[$0] }
        // A rule on several accounts has no single account for its condition.
        guard account != nil || evidence.accountID == nil else { return .unknown(.missingFigure) }
        var context = ReadingContext(account: account, currency: nil)
        context.isOfEvent = true
        return state.find(condition, context).truth
    }
}

extension Subject {
    /// Whether the subject is about something that happens once.
    fileprivate var isOccurrence: Bool {
        switch self {
        case .transaction, .set: true
        default: false
        }
    }
}

extension Verdict.Evidence {
    /// Replaces the transaction and its amount with the newest ones.
    fileprivate mutating func take(_ newest: Transaction) {
        accountID = newest.accountID
        value = newest.signedAmount
        transaction = newest
    }
}
