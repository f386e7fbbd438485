/// A rule together with the places of its sentence in the file.
public struct LocatedRule: Sendable {
    /// The rule.
    public let rule: Rule
    /// Whether `enabled` is not false.
    public let isEnabled: Bool

    /// Makes a located rule.
    init(rule: Rule, isEnabled: Bool) {
        self.rule = rule
        self.isEnabled = isEnabled
    }
}
