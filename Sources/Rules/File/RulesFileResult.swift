/// What reading a rules file brought.
public struct RulesFileResult: Sendable {
    /// The enabled rules; `nil` if anything is an error (D36).
    public let ruleSet: RuleSet?
    /// The first complaints in the order of the file, and how many more there are; warnings alone do not keep the rules back.
    public let findings: [RuleFinding]
    /// Every rule of the file that could be read, with its places, for checks with the store.
    public let located: [LocatedRule]

    /// Makes a result.
    init(ruleSet: RuleSet?, findings: [RuleFinding], located: [LocatedRule]) {
        self.ruleSet = ruleSet
        self.findings = findings
        self.located = located
    }
}
