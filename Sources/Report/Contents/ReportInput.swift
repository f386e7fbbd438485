package import Alerts
package import Finance
package import Foundation
package import Rules

/// The stored data of a report.
package struct ReportInput: Sendable {
    package var facts = Facts()
    /// Oldest first, with the record that held when the report's time began.
    package var balances: [UUID: [AccountBalance]] = [:]
    /// The transactions of the last three years; recurring payments are recognised from them.
    package var transactions: [Transaction] = []
    /// The names in the rules file, own categories among them.
    package var groups = NamedGroups.none
    package var limits: [UUID: [AccountLimit]] = [:]
    /// In any order; one that went to several channels may occur several times.
    package var notifications: [AlertNotification] = []
    package var firing: [AlertState] = []
    /// The running watcher's line about itself; `nil` if none runs.
    package var watcher: String?
    package var waiting = 0
    package var gaveUp = 0
    /// The names of banks, by their identifiers.
    package var bankNames: [String: String] = [:]
    package var pollIntervals = PollIntervals(.seconds(300))

    package init() {}
}

extension AccountLimit {
    /// The limits that rules set for a balance, the available amount or the credit used, by
    /// account.
    ///
    /// A share of another figure is computed from its present value. The age of figures does not
    /// matter.
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
