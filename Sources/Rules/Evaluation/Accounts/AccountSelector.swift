import Finance
import Foundation

/// The accounts that a part of a sentence speaks of, names folded.
struct AccountSelector: Sendable, Hashable {
    /// Which accounts, before exceptions.
    enum Reach: Sendable, Hashable {
        /// The sentence says nothing.
        case implicit
        /// Each by itself.
        case each
        /// All together.
        case all
        case named(String)
    }

    let reach: Reach
    /// The names of those that are left out.
    let exceptions: [String]

    /// Reads a scope; `nil` is a sentence that names none.
    init(_ scope: Scope?) {
        exceptions = (scope?.exceptions ?? []).map(\.folded).sorted()
        reach =
            switch scope?.reach {
            case nil: .implicit
            case .each: .each
            case .all: .all
            case .named(let name): .named(name.folded)
            }
    }

    /// Reads the accounts that filters leave, `except on …` included.
    init(_ filters: [Filter]) {
        let scope = AccountSelector(filters.scope)
        let excluded = filters.compactMap(\.excluded).flatMap(\.names).map(\.folded)
        reach = scope.reach
        exceptions = Set(scope.exceptions + excluded).sorted()
    }

    /// Whether every account stands for itself.
    var isVariable: Bool { reach == .implicit || reach == .each }

    /// Whether one value over the accounts depends on which accounts there are.
    var spansBanks: Bool { reach == .implicit || reach == .all }

    /// Whether it is every account there is.
    var isEverything: Bool {
        if case .named = reach { false } else { exceptions.isEmpty }
    }
}

/// Which accounts the numbered selectors of a ``MatchPool`` leave in, kept while accounts come.
struct SelectedAccounts: Sendable {
    private enum Selection: Sendable {
        case everything
        case only(Set<UUID>)
        case except(Set<UUID>)
    }

    private var selections: [Selection] = []
    /// The selectors that speak of a folded name.
    private var byName: [String: [Int]] = [:]
    /// The selectors that leave in this account and few others.
    private var byAccount: [UUID: [Int32]] = [:]

    /// Starts before any account.
    init() {}

    /// How many selectors are known.
    var count: Int { selections.count }

    /// Whether the selector with that number leaves an account in; −1 is every account.
    func includes(_ account: UUID, _ selector: Int32) -> Bool {
        guard selector >= 0, Int(selector) < selections.count else { return true }
        return switch selections[Int(selector)] {
        case .everything: true
        case .only(let accounts): accounts.contains(account)
        case .except(let accounts): !accounts.contains(account)
        }
    }

    /// The selectors that name an account.
    func naming(_ account: UUID) -> [Int32] { byAccount[account] ?? [] }

    /// Finds out again what all selectors leave in.
    mutating func rebuild(_ selectors: [AccountSelector], _ registry: inout AccountRegistry) {
        selections = selectors.map { _ in .everything }
        byName = [:]
        byAccount = [:]
        for (number, selector) in selectors.enumerated() where !selector.isEverything {
            for name in selector.folded { byName[name, default: []].append(number) }
            select(number, selector, &registry)
        }
    }

    /// Finds out what selectors leave in that speak of one of these folded names.
    mutating func add(
        naming names: Set<String>, _ selectors: [AccountSelector],
        _ registry: inout AccountRegistry
    ) {
        guard !byName.isEmpty else { return }
        for name in names {
            for number in byName[name] ?? [] { select(number, selectors[number], &registry) }
        }
    }

    private mutating func select(
        _ number: Int, _ selector: AccountSelector, _ registry: inout AccountRegistry
    ) {
        guard case .named = selector.reach else {
            let excepted = selector.exceptions.flatMap { registry.identifiers(named: $0) }
            selections[number] = .except(Set(excepted))
            return
        }
        let accounts = registry.identifiers(of: selector)
        if case .only(let before) = selections[number] {
            for account in before { byAccount[account]?.removeAll { $0 == Int32(number) } }
        }
        selections[number] = .only(Set(accounts))
        for account in accounts { byAccount[account, default: []].append(Int32(number)) }
    }
}

extension AccountSelector {
    /// The folded names that it speaks of.
    fileprivate var folded: [String] {
        let names = if case .named(let name) = reach { [name] + exceptions } else { exceptions }
        return names.flatMap { AccountNaming.keys(of: $0) }
    }

    /// Whether it leaves in only accounts with a name.
    var isNamed: Bool {
        if case .named = reach { true } else { false }
    }
}
