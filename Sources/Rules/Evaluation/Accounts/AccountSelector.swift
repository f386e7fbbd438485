import Finance
import Foundation

/// A name in a sentence that selects accounts, in folded form.
enum AccountTerm: Sendable, Hashable {
    case name(String)
    /// Every account of a bank in the settings.
    case bank(String)
}

/// The accounts that a part of a sentence refers to.
struct AccountSelector: Sendable, Hashable {
    /// Which accounts, before exceptions.
    enum Reach: Sendable, Hashable {
        /// The sentence names no account.
        case implicit
        /// Each account separately.
        case each
        /// All accounts together.
        case all
        case named
    }

    let reach: Reach
    /// The accounts and banks that the sentence names; empty means all accounts.
    let members: Set<AccountTerm>
    /// The accounts that are excluded.
    let exceptions: Set<AccountTerm>

    /// Reads the accounts that filters select, including `except on …`.
    init(_ filters: [Filter]) {
        self.init(filters.scope, without: filters.compactMap(\.excluded).flatMap(\.terms))
    }

    /// Reads a scope; `nil` means that the sentence names no account.
    init(_ scope: Scope?, without excluded: [AccountTerm] = []) {
        let exceptions = (scope?.exceptions ?? []).flatMap(\.meant)
        self.exceptions = Set(exceptions.map { .name($0.folded) } + excluded)
        members = Set(scope?.terms ?? [])
        reach =
            switch scope?.reach {
            case nil: .implicit
            case .each, .either: .each
            case .all: .all
            case .named(let name): name.members.isEmpty ? .named : .all
            }
    }

    /// Whether every account is evaluated separately.
    var isVariable: Bool { reach == .implicit || reach == .each }

    /// Whether a value over the accounts depends on which accounts exist.
    var spansBanks: Bool { (reach == .implicit || reach == .all) && members.isEmpty }

    /// Whether the selector covers every account.
    var isEverything: Bool { members.isEmpty && exceptions.isEmpty }

    /// Whether the selector covers only accounts that it names.
    var isNamed: Bool { !members.isEmpty }
}

/// The accounts that the numbered selectors of a ``MatchPool`` cover, updated as accounts appear.
struct SelectedAccounts: Sendable {
    private enum Selection: Sendable {
        case everything
        case only(Set<UUID>)
        case except(Set<UUID>)
    }

    private var selections: [Selection] = []
    /// The numbers of the selectors that contain a folded name.
    private var byName: [String: [Int]] = [:]
    /// The numbers of the selectors that name an account.
    private var byAccount: [UUID: [Int32]] = [:]

    /// How many selectors are known.
    var count: Int { selections.count }

    /// Whether the selector with a number covers an account; −1 means every account.
    func includes(_ account: UUID, _ selector: Int32) -> Bool {
        guard selector >= 0, Int(selector) < selections.count else { return true }
        return switch selections[Int(selector)] {
        case .everything: true
        case .only(let accounts): accounts.contains(account)
        case .except(let accounts): !accounts.contains(account)
        }
    }

    /// The numbers of the selectors that name an account.
    func naming(_ account: UUID) -> [Int32] { byAccount[account] ?? [] }

    /// Evaluates all selectors again.
    mutating func rebuild(_ selectors: [AccountSelector], _ registry: inout AccountRegistry) {
        selections = selectors.map { _ in .everything }
        byName = [:]
        byAccount = [:]
        for (number, selector) in selectors.enumerated() where !selector.isEverything {
            for name in selector.folded { byName[name, default: []].append(number) }
            select(number, selector, &registry)
        }
    }

    /// Evaluates those selectors again that contain one of some folded names.
    mutating func add(
        naming names: Set<String>, _ selectors: [AccountSelector], _ registry: inout AccountRegistry
    ) {
        guard !byName.isEmpty else { return }
        for name in names {
            for number in byName[name] ?? [] { select(number, selectors[number], &registry) }
        }
    }

    private mutating func select(
        _ number: Int, _ selector: AccountSelector, _ registry: inout AccountRegistry
    ) {
        guard selector.isNamed else {
            let excepted = selector.exceptions.flatMap { registry.identifiers(of: $0) }
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
    /// The keys of all names in the selector.
    fileprivate var folded: [String] { members.union(exceptions).flatMap(\.keys) }
}

extension AccountTerm {
    /// The keys of names that an account of the term can have.
    fileprivate var keys: [String] {
        switch self {
        case .name(let name): AccountNaming.keys(of: name)
        case .bank(let bank): [Self.key(ofBank: bank)]
        }
    }

    static func key(ofBank bank: String) -> String { "bank " + MatchText.fold(bank) }
}
