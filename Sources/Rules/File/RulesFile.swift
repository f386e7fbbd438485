/// Reads `rules.json` (section 5 of the rule language).
public enum RulesFile: Sendable {
    /// Reads and checks a rules file.
    ///
    /// - Parameters:
    ///   - bytes: the file.
    ///   - fileName: its name, for the findings.
    ///   - channels: the names of the channels in the settings; `desktop` and `terminal` always
    ///     exist besides.
    /// - Returns: the rules if nothing is an error, and all findings at once.
    public static func load(
        _ bytes: [UInt8], fileName: String, channels: Set<String>
    ) -> RulesFileResult {
        RulesFileResult(ruleSet: nil, findings: [], located: [])
    }
}
