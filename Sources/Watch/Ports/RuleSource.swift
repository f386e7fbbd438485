public import Rules

/// Where the rules come from: a file that may change at any time.
public protocol RuleSource: Sendable {
    /// Looks whether the rules changed since the last call that returned `loaded` or `rejected`.
    ///
    /// Cheap when nothing changed. With `force` a file that looks unchanged is read all the same.
    func load(force: Bool) async -> RuleLoad
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
