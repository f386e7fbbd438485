public import Finance
public import Foundation

/// Checks rules against the accounts and transactions that are known (RL-52).
public enum StoreChecks: Sendable {
    /// All findings of the checks against the store, in the order of the file.
    ///
    /// - Parameters:
    ///   - facts: the known accounts; if there are none, accounts are not checked.
    ///   - transactions: the whole stored history; if it is empty, filters are not checked.
    ///   - bindings: the accounts that folded names were bound to before (D20).
    public static func findings(
        for result: RulesFileResult, facts: Facts, transactions: [Transaction],
        zone: TimeZone, pollInterval: Duration? = nil, naming: AccountNaming = AccountNaming(),
        bindings: [String: [UUID]] = [:]
    ) -> [RuleFinding] {
        let store = CheckedStore(
            facts: facts, transactions: transactions, zone: zone, pollInterval: pollInterval,
            naming: naming, bindings: bindings)
        let named =
            store.accounts.isEmpty
            ? [] : result.groupNames.filter { name in store.isAccount(name.folded) == name.isGroup }
        return named.map(\.finding)
            + result.located.flatMap { located in
                var check = StoreCheck(store: store, rule: located.rule, groups: result.groups)
                check.run()
                return check.problems
                    .sorted { ($0.span.lowerBound, $0.code) < ($1.span.lowerBound, $1.code) }
                    .map(located.finding)
            }
    }
}

/// Checks one rule against the store.
struct StoreCheck {
    let store: CheckedStore
    let rule: Rule
    let groups: NamedGroups
    private(set) var problems: [SentenceProblem] = []

    mutating func run() {
        if !store.accounts.isEmpty {
            for scope in rule.body.scopes { checkNames(in: scope) }
            checkFigures()
            checkCurrencies()
            checkReach()
        }
        if !store.transactions.isEmpty {
            checkTexts()
            checkClassification()
            checkKinds()
        }
        checkLearning()
        checkLengths()
    }

    /// Adds a problem; a suggestion is kept only if it is a sentence without problems.
    mutating func add(
        _ code: String, at span: Range<Int>, _ message: String,
        severity: RuleFinding.Severity = .warning, expected: [String] = [],
        replacement: String? = nil
    ) {
        let suggestion = replacement.flatMap { working(span, $0) }
        problems.append(
            SentenceProblem(
                span: span, code: code, severity: severity, message: message, expected: expected,
                suggestion: suggestion, replacement: suggestion == nil ? nil : replacement))
    }

    private func working(_ span: Range<Int>, _ text: String) -> String? {
        guard span.upperBound <= rule.sentence.unicodeScalars.count else { return nil }
        let changed = rule.sentence.replacing(scalars: span, by: text)
        return SentenceParser.check(changed, groups: groups).problems.isEmpty ? changed : nil
    }
}

/// The data for the checks, prepared once for all rules.
struct CheckedStore {
    private let facts: Facts
    /// All accounts, sorted by name.
    let accounts: [AccountFacts]
    /// The zone of the person's days.
    let zone: TimeZone
    let pollInterval: Duration?
    /// The accounts by name, with the accounts that names were bound to.
    let registry: AccountRegistry
    /// The accounts that folded names were bound to before (D20).
    let bindings: [String: [UUID]]
    let transactions: [Transaction]
    /// Every merchant in the history, as people read it.
    let merchants: [String]

    init(
        facts: Facts, transactions: [Transaction], zone: TimeZone, pollInterval: Duration?,
        naming: AccountNaming, bindings: [String: [UUID]]
    ) {
        self.facts = facts
        var registry = AccountRegistry(naming: naming, bindings: bindings)
        _ = registry.follow(facts)
        accounts = registry.everyone().compactMap { facts.accounts[$0] }
        self.registry = registry
        self.zone = zone
        self.pollInterval = pollInterval
        self.bindings = bindings
        self.transactions = transactions
        merchants = Set(transactions.map(Self.merchant)).filter { !$0.isEmpty }.sorted()
    }

    /// The banks in the settings and those of known accounts.
    var banks: [String] {
        Set(accounts.map(\.account.institutionName)).union(facts.program.sources)
            .union(facts.sources.keys).sorted()
    }

    /// Whether an account has a folded name.
    func isAccount(_ name: String) -> Bool {
        var registry = registry
        return !registry.identifiers(named: name).isEmpty
    }

    func accounts(of selector: AccountSelector) -> [AccountFacts] {
        var registry = registry
        return registry.accounts(of: selector, facts)
    }

    /// The merchant, or else the text without the parts that a booking adds.
    private static func merchant(_ transaction: Transaction) -> String {
        if let name = transaction.merchantName, !name.isEmpty { return name }
        let text = transaction.originalTransactionDescription
        guard let bare = MatchText.unwrapped(text) else { return text }
        return String(scalars: bare.compactMap { Unicode.Scalar($0) }).uppercased()
    }
}
