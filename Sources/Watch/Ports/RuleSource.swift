public import Alerts
public import Finance
public import Foundation
public import Rules

/// Where the rules come from: a file that may change at any time.
public protocol RuleSource: Sendable {
    /// Looks whether the rules changed since the last call that returned `loaded` or `rejected`.
    ///
    /// Cheap when nothing changed. With `force` a file that looks unchanged is read all the same.
    func load(force: Bool) async -> RuleLoad

    /// What is doubtful about the rules in force, held against real accounts and history: an
    /// account that does not exist, a filter that never matched.
    ///
    /// - Parameter bindings: the accounts that names are bound to, by folded name (D20).
    func findings(
        facts: Facts, transactions: [Transaction], bindings: [String: [UUID]]
    ) async -> [RuleFinding]

    /// What the settings say around the rules that were loaded last; `nil` if that never changes.
    func surroundings() async -> RuleSurroundings?
}

extension RuleSource {
    /// Nothing that changes.
    public func surroundings() async -> RuleSurroundings? { nil }
}

/// What rules are carried out with besides themselves, as far as it may change with them.
public struct RuleSurroundings: Sendable {
    /// How notices are told.
    public let policy: AlertPolicy
    /// Other names of accounts, by their name in the bank.
    public let aliases: [String: [String]]
    /// The names of the channels that exist; what waits for another one is given up.
    public let channels: Set<String>

    /// Gathers them.
    public init(
        policy: AlertPolicy, aliases: [String: [String]], channels: Set<String>
    ) {
        self.policy = policy
        self.aliases = aliases
        self.channels = channels
    }
}

/// What a look at the rules brought.
public enum RuleLoad: Sendable {
    /// The same as before.
    case unchanged
    /// New rules without errors; `findings` are warnings.
    case loaded(RuleSet, findings: [RuleFinding])
    /// A file that can't be used; the old rules stay in force.
    case rejected([RuleFinding])
}
