import Finance
import Foundation

/// What the checks look at, prepared once for all rules.
struct CheckedStore {
    /// All accounts in the order of their names.
    let accounts: [AccountFacts]
    /// How often the bank is asked.
    let pollInterval: Duration?
    /// The names of accounts, and what they were bound to.
    let names: AccountNames
    /// The accounts that folded names were bound to before (D20).
    let bindings: [String: [UUID]]
    /// The whole stored history.
    let transactions: [Transaction]
    /// Every merchant of the history, as people read it.
    let merchants: [String]

    /// Prepares the store.
    init(
        facts: Facts, transactions: [Transaction], pollInterval: Duration?,
        aliases: [String: [String]], bindings: [String: [UUID]]
    ) {
        accounts = AccountNames.sorted(facts)
        self.pollInterval = pollInterval
        names = AccountNames(aliases: aliases, bindings: bindings)
        self.bindings = bindings
        self.transactions = transactions
        merchants = Set(transactions.map(Self.merchant)).filter { !$0.isEmpty }.sorted()
    }

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
