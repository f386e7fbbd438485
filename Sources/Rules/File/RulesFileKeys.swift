/// The names that a rules file may use; the JSON Schema beside the examples has the same (RL-40).
enum RulesFileKeys {
    /// The keys of the whole file.
    static let file = ["$schema", "version", "rules"]
    /// The keys of a rule.
    static let rule = RuleKey.allCases.map(\.rawValue)
    /// The channels that always exist (RL-42).
    static let builtInChannels: Set<String> = ["desktop", "terminal"]
    /// Where a rule without `notify` is told.
    static let defaultNotify = ["desktop"]
    /// The only version of the format.
    static let version = 1
    /// The most rules in one file (RL-7).
    static let ruleLimit = 10_000
    /// The most characters of an id.
    static let idLimit = 100
    /// The most characters of a message, title or note.
    static let textLimit = 1_000
}
