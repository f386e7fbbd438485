import Finance
import Rules

extension Deliberation {
    /// Whether old data is no news because its bank is known not to answer (RL-32): a person gets
    /// one notice about a bank, not one for each rule on its state.
    func isInhibited(_ verdict: Verdict, _ key: AlertKey, _ rule: Rule) -> Bool {
        guard rule.kind == .health, HealthTopic(rule.body, failure: nil) == .data,
            alert(key)?.phase != .firing, let source = source(of: verdict)
        else { return false }
        return engine.rules.rules.contains { other in
            guard other.kind == .health,
                case .bank = HealthTopic(other.body, failure: nil)
            else { return false }
            let key = AlertKey(
                ruleID: other.id, body: other.bodyKey, subject: .source(source))
            return alert(key)?.phase == .firing
        }
    }

    private func source(of verdict: Verdict) -> String? {
        if case .source(let id) = verdict.subject { return id }
        return verdict.accountID.flatMap { facts.accounts[$0]?.account.institutionName }
    }
}

extension Rule {
    /// Whether waiting makes no sense: a refused sign-in does not heal by itself, so the program's
    /// own rule on the bank tells it at once.
    func cannotHeal(_ verdict: Verdict) -> Bool {
        kind == .health && id.hasPrefix(Self.ownPrefix)
            && verdict.evidence.failure?.kind == .refused
    }
}
