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
        let read = read(by: rule, in: facts, naming, bindings)
        var seen: Set<UUID> = []
        return read.map(\.account.account).filter { seen.insert($0.id).inserted }
    }

    /// Whether the bank gives every figure that a rule reads, of one account or of all that should
    /// have it.
    public static func hasFigures(
        of rule: Rule, on account: UUID?, in facts: Facts, naming: AccountNaming,
        bindings: [String: [UUID]]
    ) -> Bool {
        // One side of an `or` is enough.
        if rule.body.condition?.hasAlternatives == true { return true }
        return read(by: rule, in: facts, naming, bindings).allSatisfy { figure, read in
            guard let figure, account == nil || read.account.id == account else { return true }
            return figure.value(of: read) != nil || !figure.isOwed(by: read)
        }
    }

    /// The accounts that a rule reads, in the order of the sentence, each with the figure that is
    /// read; without one for a sum of transactions.
    private static func read(
        by rule: Rule, in facts: Facts, _ naming: AccountNaming, _ bindings: [String: [UUID]]
    ) -> [(figure: Figure?, account: AccountFacts)] {
        var registry = AccountRegistry(naming: naming, bindings: bindings)
        _ = registry.follow(facts)
        return rule.body.readings.flatMap { reading in
            registry.accounts(of: reading.selector, facts).filter { facts in
                let account = facts.account
                return (reading.scope != nil || reading.figure?.isMeant(of: account) ?? true)
                    && (reading.currency ?? account.currency) == account.currency
            }.map { (reading.figure, $0) }
        }
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
