public import Finance

/// Looks at rules in the light of the accounts and transactions that are known (RL-52).
public enum StoreChecks: Sendable {
    /// Everything that does not suit the store, in the order of the file.
    ///
    /// - Parameters:
    ///   - result: a rules file as it was read.
    ///   - facts: the accounts there are; without any, nothing is said about accounts.
    ///   - transactions: the whole stored history; without any, nothing is said about filters.
    ///   - pollInterval: how often the bank is asked; `nil` if it is not known.
    ///   - aliases: other names of accounts, by their display name.
    public static func findings(
        for result: RulesFileResult, facts: Facts, transactions: [Transaction],
        pollInterval: Duration? = nil, aliases: [String: [String]] = [:]
    ) -> [RuleFinding] {
        let store = CheckedStore(
            facts: facts, transactions: transactions, pollInterval: pollInterval,
            aliases: aliases)
        return result.located.flatMap { located in
            var check = StoreCheck(store: store, rule: located.rule)
            check.run()
            return check.problems
                .sorted { ($0.span.lowerBound, $0.code) < ($1.span.lowerBound, $1.code) }
                .map(located.finding)
        }
    }
}

/// What the checks look at, prepared once for all rules.
struct CheckedStore {
    /// All accounts in the order of their names.
    let accounts: [AccountFacts]
    /// How often the bank is asked.
    let pollInterval: Duration?
    /// The names of accounts.
    let names: AccountNames
    /// The whole stored history.
    let transactions: [Transaction]
    /// Every merchant of the history, as people read it.
    let merchants: [String]

    /// Prepares the store.
    init(
        facts: Facts, transactions: [Transaction], pollInterval: Duration?,
        aliases: [String: [String]]
    ) {
        accounts = AccountNames.sorted(facts)
        self.pollInterval = pollInterval
        names = AccountNames(aliases: aliases)
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
