import Finance

/// Reads `rules.json` (section 5 of the rule language).
public enum RulesFile: Sendable {
    /// Reads and checks a rules file.
    ///
    /// - Parameter channels: the channels of the settings; `desktop` and `terminal` always exist
    ///   too.
    /// - Returns: the rules if there is no error, and all findings.
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
            located: reader.located, groups: reader.groups, groupNames: reader.groupNames)
    }

    /// How many findings are shown; correcting one often corrects others.
    static let shownFindings = 50

    /// The first findings and, if there are more, their number.
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

    /// The digest of a file's bytes that is stored in ``RuleSet/fileHash``.
    public static func hash(of bytes: [UInt8]) -> String {
        StableHash(String(decoding: bytes, as: UTF8.self)).hex
    }
}

/// The result of reading a rules file.
public struct RulesFileResult: Sendable {
    /// The enabled rules; `nil` if there is any error (D36).
    public let ruleSet: RuleSet?
    /// The first findings in the order of the file, and the number of further ones.
    ///
    /// If there are only warnings, the rules can be used.
    public let findings: [RuleFinding]
    /// Every readable rule of the file with its place, to be checked against the store.
    public let located: [LocatedRule]
    /// The names that the file defines for all its rules.
    public let groups: NamedGroups
    let groupNames: [GroupName]
}

/// The name of a group of accounts or of a member, with a finding.
///
/// The finding applies to a group that has the name of an account, and to a member that is no
/// account.
struct GroupName: Sendable {
    let folded: String
    let isGroup: Bool
    let finding: RuleFinding
}

/// A rule together with the place of its sentence in the file.
public struct LocatedRule: Sendable {
    public let rule: Rule
    public let isEnabled: Bool
    let file: String
    let line: Int
    /// The columns of all code points of the sentence and of its end, counted from 1.
    let columns: [Int]

    func finding(_ problem: SentenceProblem) -> RuleFinding {
        RuleFinding(
            problem, sentence: rule.sentence, rule: rule.id, file: file, line: line,
            columns: columns)
    }
}

extension RuleFinding.Excerpt {
    /// A sentence with a marked range; a long sentence is cut far from the range.
    init(of sentence: String, at span: Range<Int>) {
        let width = 500
        let isShort = sentence.utf8.count <= 2 * width
        let first = isShort ? 0 : max(0, span.lowerBound - width / 2)
        let rest = sentence.unicodeScalars.dropFirst(first)
        let shown = Array(isShort ? rest : rest.prefix(width))
        let offset = span.lowerBound - first
        self.init(
            text: String(scalars: shown), offset: offset,
            length: max(1, isShort ? span.count : min(span.count, shown.count - offset)))
    }
}

extension RuleFinding {
    /// Puts a problem of a sentence at its place in the file.
    init(
        _ problem: SentenceProblem, sentence: String, rule: String?, file: String, line: Int,
        columns: [Int]
    ) {
        let last = columns.count - 1
        let start = columns[min(problem.span.lowerBound, last)]
        let end = columns[min(problem.span.upperBound, last)]
        self.init(
            file: file, line: line, column: start, length: max(1, end - start), rule: rule,
            code: problem.code, severity: problem.severity, message: problem.message,
            expected: problem.expected, suggestion: problem.suggestion,
            replacement: problem.replacement, alternatives: problem.alternatives,
            language: problem.language, excerpt: Excerpt(of: sentence, at: problem.span))
    }
}
