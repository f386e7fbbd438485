package import Alerts
package import Finance
package import Foundation
package import Rules

/// What a report is made of, as it is stored.
package struct ReportInput: Sendable {
    package var facts = Facts()
    /// Oldest first, with the record that held when the report's time began.
    package var balances: [UUID: [AccountBalance]] = [:]
    /// Those of the last three years; recurring payments are recognised from them.
    package var transactions: [Transaction] = []
    /// What the rules file names, own categories among it.
    package var groups = NamedGroups.none
    package var limits: [UUID: [AccountLimit]] = [:]
    /// In any order; one that went to several channels may be there several times.
    package var notifications: [AlertNotification] = []
    package var firing: [AlertState] = []
    /// Who watches; `nil` if nobody does.
    package var watcher: String?
    package var waiting = 0
    package var gaveUp = 0
    /// What banks are called, by their identifiers.
    package var bankNames: [String: String] = [:]
    package var pollIntervals = PollIntervals(.seconds(300))

    package init() {}
}

extension AccountLimit {
    /// The limits of rules on the balance, what is available or the credit used of an account, by account.
    ///
    /// A share of another figure counts as it is now. How old figures are makes no difference.
    package static func found(
        in rules: [Rule], _ facts: Facts, at now: Date, zone: TimeZone,
        aliases: [String: [String]] = [:], bindings: [String: [UUID]] = [:]
    ) -> [UUID: [AccountLimit]] {
        let rules = rules.filter { $0.body.limitedFigure != nil }
        let facts = facts.asRead(at: now)
        var evaluator = Evaluator(
            rules: RuleSet(rules: rules, fileHash: ""), zone: zone,
            pollIntervals: PollIntervals(.seconds(300)), aliases: aliases, bindings: bindings)
        evaluator.learn(facts)
        let changes = FactChanges(
            observedAt: now, refreshedAccounts: Set(facts.accounts.keys), transactions: [])
        var found: [UUID: [AccountLimit]] = [:]
        for verdict in evaluator.apply(changes, facts: facts, at: now) {
            guard let figure = rules.first(where: { $0.id == verdict.ruleID })?.body.limitedFigure,
                let limit = verdict.evidence.limit, let account = verdict.evidence.accountID,
                let amount = figure == .creditUsed ? try? limit.negated() : limit
            else { continue }
            found[account, default: []].append(
                AccountLimit(
                    ruleID: verdict.ruleID, isOfAvailable: figure == .available, amount: amount))
        }
        return found
    }
}

extension Body {
    /// The figure of single accounts that is compared, if it has a curve.
    fileprivate var limitedFigure: Figure? {
        var compared: Figure?
        switch self {
        case .condition(.level(let level)):
            if case .figure(let figure, isTotal: false, _) = level.quantity.kind {
                compared = figure
            }
        case .condition(.forecast(let forecast)): compared = forecast.figure
        default: break
        }
        return compared == .creditLimit ? nil : compared
    }
}

extension Facts {
    /// The facts as if every bank had answered at an instant.
    fileprivate func asRead(at now: Date) -> Facts {
        var facts = self
        for id in accounts.keys { facts.accounts[id]?.freshAt = now }
        for source in sources.keys {
            facts.sources[source]?.failingSince = nil
            facts.sources[source]?.scheduled?.readAt = now
        }
        return facts
    }
}
