public import Finance
public import Foundation

extension Evaluator {
    /// The accounts that a rule reads now, for explanations and checks.
    ///
    /// - Parameters:
    ///   - rule: a checked rule.
    ///   - facts: the facts, which contain the known accounts.
    ///   - naming: the names of accounts, with their aliases.
    ///   - bindings: the accounts that names were bound to before (D20).
    public static func accounts(
        readBy rule: Rule, in facts: Facts, naming: AccountNaming = AccountNaming(),
        bindings: [String: [UUID]] = [:]
    ) -> [Account] {
        var registry = AccountRegistry(naming: naming, bindings: bindings)
        _ = registry.follow(facts)
        var found: [Account] = []
        for reading in rule.body.readings {
            for account in registry.accounts(of: reading.selector, facts).map(\.account) {
                let isMeant = reading.scope != nil || reading.figure?.isMeant(of: account) ?? true
                if isMeant, !found.contains(account) { found.append(account) }
            }
        }
        return found
    }

    /// The accounts that a condition names and compares, in the order of the sentence and each
    /// once.
    ///
    /// Each account comes with the figure that is compared, or without one for a sum. A condition
    /// that reads a single figure gives none.
    public static func namedFigures(
        of rule: Rule, in facts: Facts, naming: AccountNaming = AccountNaming(),
        bindings: [String: [UUID]] = [:]
    ) -> [(account: Account, value: Money?)] {
        guard case .condition(let condition) = rule.body else { return [] }
        let isJoined = condition.leaves.count > 1
        let named = condition.leaves.flatMap(\.named).filter { isJoined || $0.figure != nil }
        guard named.count > 1 || isJoined && named.contains(where: { $0.figure != nil }) else {
            return []
        }
        var registry = AccountRegistry(naming: naming, bindings: bindings)
        _ = registry.follow(facts)
        var found: [(account: Account, value: Money?)] = []
        for (figure, scope) in named {
            guard let account = registry.accounts(of: AccountSelector(scope), facts).first,
                !found.contains(where: { $0.account.id == account.account.id })
            else { continue }
            let value = figure?.value(of: account)
            if figure == nil || value != nil { found.append((account.account, value)) }
        }
        return found.count > 1 || isJoined ? found : []
    }
}

extension Condition {
    /// The named accounts on both sides of a comparison, each with its figure if it has one.
    fileprivate var named: [(figure: Figure?, scope: Scope)] {
        guard case .level(let level) = self else { return [] }
        var quantities = [level.quantity]
        if case .reference(.quantity(let other)) = level.comparison.operand {
            quantities.append(other)
        }
        return quantities.compactMap { quantity in
            guard let scope = quantity.scope, case .named = scope.reach else { return nil }
            switch quantity.kind {
            case .figure(let figure, false, _): return (figure, scope)
            case .aggregate: return (nil, scope)
            default: return nil
            }
        }
    }
}
