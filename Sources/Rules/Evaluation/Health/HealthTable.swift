import Finance
import Foundation

/// All rules of a rule set on a single state of the program or of a bank connection.
///
/// Each bank, account or channel is evaluated separately. A health state joined with another
/// condition is evaluated by ``LevelTable``.
struct HealthTable: RuleTable {
    private let rules: [(id: String, health: CompiledHealth)]

    init(_ rules: [Rule], _ compiler: inout RuleCompiler) {
        self.rules = rules.compactMap { rule in
            guard case .condition(.health(let health)) = rule.body else { return nil }
            return (rule.id, CompiledHealth(health))
        }
    }

    var isEmpty: Bool { rules.isEmpty }

    mutating func verdicts(_ state: inout EvaluationState) -> [Verdict] {
        let reader = HealthReader(moment: state.moment)
        return rules.flatMap { id, health -> [Verdict] in
            switch health {
            case .unreachable, .sourceOlder, .signIn:
                reader.sources(for: health).map {
                    Self.verdict(id, .source($0), reader.read(health, of: $0))
                }
            case .accountOlder(let age, let selector):
                state.accounts(of: selector).map { account in
                    let subject = account.account.id
                    return Self.verdict(
                        id, .account(subject), reader.read(age, of: account), account: subject)
                }
            case .notifications:
                reader.channels.map { Self.verdict(id, .channel($0), reader.read(channel: $0)) }
            }
        }
    }

    private static func verdict(
        _ id: String, _ subject: Subject, _ answer: Answer, account: UUID? = nil
    ) -> Verdict {
        let finding: Verdict.Finding =
            switch answer.truth {
            case .isSo: .holds
            case .unknown(let reason): .unknown(reason)
            case .isNot, .notApplicable: .clear(isRecovered: true)
            }
        return Verdict(
            ruleID: id, subject: subject, finding: finding, evidence: answer.evidence(of: account))
    }
}
