import Finance
import Foundation

/// The known accounts, found by identifier, by name and by selector.
///
/// The registry is updated account by account, so that a look-up takes the same time for any number
/// of accounts. A name keeps the account that it was first found for, whatever the bank calls that
/// account later (D20).
struct AccountRegistry: Sendable {
    /// How the accounts changed since the last update.
    enum Change: Sendable {
        /// The accounts and their names are the same.
        case none
        /// These accounts are new, and nothing else changed.
        case added([UUID])
        /// Some accounts were renamed or have gone.
        case rebuilt
    }

    private let naming: AccountNaming
    private var bound: [String: [UUID]] = [:]
    private var boundNames: [UUID: [String]] = [:]
    /// The names that were bound since ``takeFresh()`` was last called.
    private var fresh: Set<String> = []
    private var known: [UUID: Account] = [:]
    /// The numbers of accounts, in the order in which they were added.
    private var places: [UUID: Int] = [:]
    private var byName: [String: [UUID]] = [:]
    /// All accounts sorted by name; `nil` until needed.
    private var order: [UUID]?

    /// Takes the names of accounts, and the accounts that names were bound to before.
    init(naming: AccountNaming, bindings: [String: [UUID]] = [:]) {
        self.naming = naming
        for (name, accounts) in bindings { bind(name, accounts) }
    }

    private mutating func bind(_ name: String, _ accounts: [UUID]) {
        bound[name] = accounts
        for account in accounts { boundNames[account, default: []].append(name) }
    }

    /// Updates the accounts from the facts and returns how they changed.
    ///
    /// - Parameter touched: the only accounts that can be new or renamed; `nil` if any can.
    mutating func follow(_ facts: Facts, touched: Set<UUID>? = nil) -> Change {
        var added: [UUID] = []
        var isRenamed = false
        func look(_ id: UUID, _ account: Account) {
            guard let old = known[id] else { return added.append(id) }
            if old != account { isRenamed = true }
        }
        if let touched {
            for id in touched { if let facts = facts.accounts[id] { look(id, facts.account) } }
        } else {
            for (id, facts) in facts.accounts { look(id, facts.account) }
        }
        guard !isRenamed, known.count + added.count == facts.accounts.count else {
            rebuild(facts)
            return .rebuilt
        }
        guard !added.isEmpty else { return .none }
        for id in added { if let account = facts.accounts[id]?.account { add(account) } }
        return .added(added)
    }

    private mutating func rebuild(_ facts: Facts) {
        known = [:]
        places = [:]
        byName = [:]
        order = nil
        for facts in facts.accounts.values { add(facts.account) }
    }

    private mutating func add(_ account: Account) {
        known[account.id] = account
        places[account.id] = places.count
        order = nil
        for name in Set(names(of: account) + [bankKey(of: account)]) {
            byName[name, default: []].append(account.id)
        }
    }

    /// The number of an account, counted from 0; it is valid until accounts are renamed or go.
    func place(of account: UUID) -> Int? { places[account] }

    /// All accounts sorted by name.
    mutating func everyone() -> [UUID] {
        if let order { return order }
        let all = sorted(known.keys)
        order = all
        return all
    }

    /// The accounts with a folded name; once found, a later rename does not matter.
    mutating func identifiers(named name: String) -> [UUID] {
        if let known = bound[name] { return known }
        let found = Set(AccountNaming.keys(of: name).flatMap { byName[$0] ?? [] })
        guard !found.isEmpty else { return [] }
        let accounts = sorted(found)
        bind(name, accounts)
        fresh.insert(name)
        return accounts
    }

    /// The accounts that a selector covers, sorted by name.
    mutating func identifiers(of selector: AccountSelector) -> [UUID] {
        if selector.isEverything { return everyone() }
        let excepted = Set(selector.exceptions.flatMap { identifiers(of: $0) })
        guard selector.isNamed else { return everyone().filter { !excepted.contains($0) } }
        let named = Set(selector.members.flatMap { identifiers(of: $0) }).subtracting(excepted)
        return sorted(named.filter { known[$0] != nil })
    }

    /// The facts of the accounts that a selector covers, sorted by name.
    mutating func accounts(of selector: AccountSelector, _ facts: Facts) -> [AccountFacts] {
        identifiers(of: selector).compactMap { facts.accounts[$0] }
    }

    /// Whether a selector covers an account.
    mutating func includes(_ account: UUID, _ selector: AccountSelector) -> Bool {
        if selector.isEverything { return known[account] != nil }
        if selector.exceptions.contains(where: { identifiers(of: $0).contains(account) }) {
            return false
        }
        guard selector.isNamed else { return known[account] != nil }
        return selector.members.contains { identifiers(of: $0).contains(account) }
    }

    /// The accounts of a term.
    ///
    /// The accounts of a bank are never bound, because the bank may get more of them.
    mutating func identifiers(of term: AccountTerm) -> [UUID] {
        switch term {
        case .name(let name): identifiers(named: name)
        case .bank(let bank): byName[AccountTerm.key(ofBank: bank)] ?? []
        }
    }

    /// Whether a selector names an account or a bank of which no account is known.
    mutating func lacksAccounts(of selector: AccountSelector) -> Bool {
        selector.members.contains { identifiers(of: $0).isEmpty }
    }

    /// Returns the bindings that are new since the last call.
    mutating func takeFresh() -> [String: [UUID]] {
        guard !fresh.isEmpty else { return [:] }
        let names = fresh
        fresh = []
        return bound.filter { names.contains($0.key) }
    }

    /// Every folded name of an account: its name, its aliases and its number.
    func names(of account: Account) -> [String] { naming.names(of: account).map(\.text) }

    /// Every folded name by which sentences may refer to an account, including former names.
    func spokenNames(of id: UUID) -> [String] {
        (known[id].map { names(of: $0) + [bankKey(of: $0)] } ?? []) + (boundNames[id] ?? [])
    }

    private func bankKey(of account: Account) -> String {
        AccountTerm.key(ofBank: account.institutionName)
    }

    /// The account with an identifier.
    func account(_ id: UUID) -> Account? { known[id] }

    private func sorted(_ ids: some Collection<UUID>) -> [UUID] {
        ids.count > 1 ? ids.sorted(by: isBefore) : Array(ids)
    }

    /// Whether an account is sorted before another by name.
    func isBefore(_ left: UUID, _ right: UUID) -> Bool {
        guard let one = known[left], let other = known[right] else { return left < right }
        guard one.displayName == other.displayName else {
            return one.displayName < other.displayName
        }
        return left < right
    }
}
