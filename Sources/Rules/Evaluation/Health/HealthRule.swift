import Finance
import Foundation

/// A rule on the state of the bank's data, compiled.
struct HealthRule: Sendable {
    private enum Kind {
        case unreachable
        case sourceOlder(CalendarSpan)
        case accountOlder(CalendarSpan, AccountSelector)
    }

    private let id: String
    private let kind: Kind

    /// Compiles a rule; `nil` if it is not on health.
    init?(_ rule: Rule) {
        guard case .condition(.health(let health)) = rule.body else { return nil }
        id = rule.id
        switch health.kind {
        case .bankUnreachable: kind = .unreachable
        case .dataOlder(nil, let age): kind = .sourceOlder(age.value)
        case .dataOlder(let scope?, let age):
            kind = .accountOlder(age.value, AccountSelector(scope))
        case .signInExpires, .notificationsFailing: return nil
        }
    }

    /// The verdicts of the rule now.
    func verdicts(_ moment: EvaluationMoment, _ names: inout AccountNames) -> [Verdict] {
        let sources = moment.facts.sources.values.sorted { $0.id < $1.id }
        switch kind {
        case .unreachable:
            return sources.map {
                verdict($0, holds: $0.failingSince != nil, since: $0.failingSince)
            }
        case .sourceOlder(let age):
            return sources.map { source in
                // A bank that never answered is as old as its first failure.
                let read = source.lastSuccess ?? source.failingSince
                return verdict(source, holds: isOlder(read, age, moment), since: read)
            }
        case .accountOlder(let age, let selector):
            return names.accounts(of: selector, among: moment.accounts).map { account in
                verdict(account, holds: isOlder(account.freshAt, age, moment))
            }
        }
    }

    private func isOlder(_ read: Date?, _ age: CalendarSpan, _ moment: EvaluationMoment) -> Bool {
        read.map { age.end(from: $0, in: moment.zone) < moment.now } ?? false
    }

    private func verdict(_ source: SourceFacts, holds: Bool, since: Date?) -> Verdict {
        Verdict(
            ruleID: id, subject: .source(source.id),
            finding: holds ? .holds : .clear(isRecovered: true),
            evidence: Verdict.Evidence(since: holds ? since : nil, failure: source.failure))
    }

    private func verdict(_ account: AccountFacts, holds: Bool) -> Verdict {
        let id = account.account.id
        return Verdict(
            ruleID: self.id, subject: .account(id),
            finding: holds ? .holds : .clear(isRecovered: true),
            evidence: Verdict.Evidence(accountID: id, since: holds ? account.freshAt : nil))
    }
}
