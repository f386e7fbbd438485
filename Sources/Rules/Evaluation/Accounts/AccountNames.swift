import Finance
import Foundation

/// Finds accounts by the names that people use, and remembers what it found (D20).
struct AccountNames: Sendable {
    private let naming: AccountNaming
    private var bound: [String: [UUID]]
    /// The names that were bound since they were last asked for.
    private var fresh: Set<String> = []

    /// Takes the other names of accounts, by their display name, and which accounts folded names
    /// were bound to before.
    init(aliases: [String: [String]], bindings: [String: [UUID]] = [:]) {
        bound = bindings
        naming = AccountNaming(aliases: aliases)
    }

    /// The accounts with that folded name; once found, a later rename does not matter.
    mutating func identifiers(named name: String, among accounts: [AccountFacts]) -> [UUID] {
        if let known = bound[name] { return known }
        let found = naming.accounts(named: name, among: accounts.map(\.account)).map(\.id)
        if !found.isEmpty {
            bound[name] = found
            fresh.insert(name)
        }
        return found
    }

    /// The bindings that are new since the last call.
    mutating func takeFresh() -> [String: [UUID]] {
        guard !fresh.isEmpty else { return [:] }
        let names = fresh
        fresh = []
        return bound.filter { names.contains($0.key) }
    }

    /// The accounts that a selector leaves, in the order given.
    mutating func accounts(
        of selector: AccountSelector, among accounts: [AccountFacts]
    ) -> [AccountFacts] {
        if selector.isEverything { return accounts }
        let excepted = selector.exceptions.flatMap { identifiers(named: $0, among: accounts) }
        guard case .named(let name) = selector.reach else {
            return accounts.filter { !excepted.contains($0.account.id) }
        }
        let named = identifiers(named: name, among: accounts)
        return accounts.filter { named.contains($0.account.id) }
    }

    /// Whether a selector leaves one account in.
    mutating func includes(
        _ account: AccountFacts, _ selector: AccountSelector, among accounts: [AccountFacts]
    ) -> Bool {
        selector.isEverything
            || self.accounts(of: selector, among: accounts)
                .contains { $0.account.id == account.account.id }
    }

    /// Every folded name of an account: its own, its aliases, its number.
    func names(of account: Account) -> [String] { naming.names(of: account).map(\.text) }

    /// All accounts in the order of their names.
    static func sorted(_ facts: Facts) -> [AccountFacts] {
        facts.accounts.values.sorted(by: precedes)
    }

    private static func precedes(_ left: AccountFacts, _ right: AccountFacts) -> Bool {
        let (one, other) = (left.account, right.account)
        guard one.displayName == other.displayName else {
            return one.displayName < other.displayName
        }
        return one.id.uuidString < other.id.uuidString
    }
}
