import Finance

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
        var reader = RulesFileReader(bytes: bytes, fileName: fileName, channels: channels)
        reader.read()
        let findings = reader.findings.sorted { ($0.line, $0.column) < ($1.line, $1.column) }
        let isUsable = !findings.contains { $0.severity == .error }
        let rules = reader.located.filter(\.isEnabled).map(\.rule)
        return RulesFileResult(
            ruleSet: isUsable ? RuleSet(rules: rules, fileHash: hash(of: bytes)) : nil,
            findings: bounded(findings, isCutShort: reader.isCutShort),
            located: reader.located)
    }

    /// So many findings are shown: nobody reads more, and mending one often mends others.
    static let shownFindings = 50

    /// The first findings and, if there are more, how many.
    private static func bounded(_ findings: [RuleFinding], isCutShort: Bool) -> [RuleFinding] {
        guard findings.count > shownFindings, let last = findings.last else { return findings }
        let others = findings.dropFirst(shownFindings)
        let isError = others.contains { $0.severity == .error }
        return findings.prefix(shownFindings) + [
            RuleFinding(
                file: last.file, line: others[shownFindings].line,
                column: others[shownFindings].column, code: "more-findings",
                severity: isError ? .error : .warning,
                message: "\(isCutShort ? "at least " : "")\(others.count) more findings from here "
                    + "on are not shown")
        ]
    }

    /// The digest of a file's bytes that ``RuleSet/fileHash`` carries.
    public static func hash(of bytes: [UInt8]) -> String {
        StableHash(String(decoding: bytes, as: UTF8.self)).hex
    }
}
