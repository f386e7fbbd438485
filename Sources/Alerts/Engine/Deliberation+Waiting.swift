import Foundation
public import Rules

extension Deliberation {
    /// Remembers an event whose `while` can't be known yet, so that a restart does not lose it.
    mutating func wait(_ key: AlertKey, _ turn: RuleTurn) {
        guard turn.rule.kind == .event, case .transaction = key.subject, alert(key) == nil,
            engine.policy.remembersEvents
        else { return }
        var state = AlertState(key, since: now)
        state.life = .pending(AlertLife.Pending())
        keep(state)
    }

    /// Forgets an event that waited: its condition was not so, or its transaction is gone.
    mutating func stopWaiting(_ key: AlertKey) {
        guard alert(key)?.phase == .pending else { return }
        removeAlerts { $0 == key }
    }

    /// Whether an event was neither announced nor was true before the rule was first looked at.
    func isNews(_ verdict: Verdict, _ turn: RuleTurn) -> Bool {
        if let since = verdict.evidence.since, since < turn.state.baselineAt { return false }
        return alert(turn.key(verdict)).map { $0.phase == .pending } ?? true
    }
}

extension AlertLedger {
    /// The events whose `while` could not be known yet, in the order of their keys.
    public func waitingEvents(of rules: RuleSet) -> [AlertState] {
        alerts.values.filter { state in
            guard state.phase == .pending, case .transaction = state.subject else { return false }
            return rules.rule(state.ruleID)?.bodyKey == state.body
        }.sorted { $0.key.text < $1.key.text }
    }
}
