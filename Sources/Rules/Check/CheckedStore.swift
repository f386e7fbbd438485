import Finance
import Foundation

/// What the checks look at, prepared once for all rules.
struct CheckedStore {
    /// All accounts in the order of their names.
    let accounts: [AccountFacts]
    /// How often the bank is asked.
    let pollInterval: Duration?
    private let registry: AccountRegistry
    /// The accounts that folded names were bound to before (D20).
    let bindings: [String: [UUID]]
    /// What is known of the accounts.
    let facts: Facts
    /// The whole stored history.
    let transactions: [Transaction]
    /// Every merchant of the history, as people read it.
    let merchants: [String]

    /// Prepares the store.
    init(
        facts: Facts, transactions: [Transaction], pollInterval: Duration?,
        aliases: [String: [String]], bindings: [String: [UUID]]
    ) {
        var registry = AccountRegistry(aliases: aliases, bindings: bindings)
        _ = registry.follow(facts)
        accounts = registry.everyone().compactMap { facts.accounts[$0] }
        self.registry = registry
        self.pollInterval = pollInterval
        self.facts = facts
        self.bindings = bindings
        self.transactions = transactions
        merchants = Set(transactions.map(Self.merchant)).filter { !$0.isEmpty }.sorted()
    }

    /// The accounts that a selector leaves, in the order of their names.
    func accounts(of selector: AccountSelector) -> [AccountFacts] {
        var registry = registry
        return registry.accounts(of: selector, facts)
    }

    /// Every folded name of an account.
    func names(of account: Account) -> [String] { registry.names(of: account) }

    /// The merchant, else the text without what a booking wraps around it.
    private static func merchant(_ transaction: Transaction) -> String {
        if let name = transaction.merchantName, !name.isEmpty { return name }
        let text = transaction.originalTransactionDescription
        guard let bare = MatchText.unwrapped(text) else { return text }
        var view = String.UnicodeScalarView()
        view.append(contentsOf: bare.compactMap { Unicode.Scalar($0) })
        return String(view).uppercased()
    }
}
