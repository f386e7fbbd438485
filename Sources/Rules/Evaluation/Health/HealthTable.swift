import Finance
import Foundation

/// All rules of a rule set on the program and on bank connections.
struct HealthTable: RuleTable {
    let rules: [HealthRule]

    /// Compiles the rules on health alone.
    init(_ rules: [Rule], _ compiler: inout RuleCompiler) {
        self.rules = rules.compactMap { HealthRule($0) }
    }

    /// Whether there is nothing to look at.
    var isEmpty: Bool { rules.isEmpty }

    /// The verdicts of all rules now.
    mutating func verdicts(_ state: inout EvaluationState) -> [Verdict] {
        rules.flatMap { $0.verdicts(&state) }
    }
}

/// A rule on one state of the program or of a bank connection, compiled.
///
/// Each bank, account or channel speaks for itself. States that are joined with something else
/// are conditions like others.
struct HealthRule: Sendable {
    private let id: String
    private let health: CompiledHealth

    /// Compiles a rule; `nil` if it is not on health alone.
    init?(_ rule: Rule) {
        guard case .condition(.health(let health)) = rule.body else { return nil }
        id = rule.id
        self.health = CompiledHealth(health)
    }

    /// The verdicts of the rule now.
    func verdicts(_ state: inout EvaluationState) -> [Verdict] {
        let moment = state.moment
        let reader = HealthReader(moment: moment)
        switch health {
        case .unreachable, .sourceOlder, .signIn:
            return reader.sources(for: health).map { source in
                verdict(.source(source), reader.read(health, of: source))
            }
        case .accountOlder(let age, let selector):
            return state.accounts(of: selector).map { account in
                let id = account.account.id
                return verdict(.account(id), reader.read(age, of: account), account: id)
            }
        case .notifications:
            return moment.facts.program.channels.keys.sorted().map { channel in
                verdict(.channel(channel), reader.read(channel: channel))
            }
        }
    }

    private func verdict(_ subject: Subject, _ answer: Answer, account: UUID? = nil) -> Verdict {
        let finding: Verdict.Finding =
            switch answer.truth {
            case .isSo: .holds
            case .unknown(let reason): .unknown(reason)
            case .isNot, .notApplicable: .clear(isRecovered: true)
            }
        return Verdict(
            ruleID: id, subject: subject, finding: finding,
            evidence: answer.evidence(of: account))
    }
}
