import Finance

/// Writes findings for people and for programs.
public enum FindingRenderer: Sendable {
    /// One finding in several lines (RL-50).
    ///
    /// ```
    /// rules.json:5:43: error [unknown-word] in rule "low-bruks"
    ///     balance of 'Brukskonto' is undr 100 NOK
    ///                                ^^^^
    ///     expected: under, over, at least, at most
    ///     did you mean "under"?  →  balance of 'Brukskonto' is under 100 NOK
    /// ```
    public static func text(_ finding: RuleFinding) -> String {
        let place = "\(clean(finding.file)):\(finding.line):\(finding.column)"
        let rule = finding.rule.map { " in rule \"\(clean($0))\"" } ?? ""
        var lines = ["\(place): \(finding.severity.rawValue) [\(finding.code)]\(rule)"]
        if let excerpt = finding.excerpt {
            lines.append("    " + clean(excerpt.text))
            lines.append(
                "    " + String(repeating: " ", count: excerpt.offset)
                    + String(repeating: "^", count: excerpt.length))
        }
        // What was expected says it all where a word does not fit.
        if finding.code != "unknown-word" || finding.expected.isEmpty {
            lines.append("    " + clean(finding.message))
        }
        if !finding.expected.isEmpty {
            lines.append("    expected: " + clean(finding.expected.joined(separator: ", ")))
        }
        if let suggestion = suggestion(of: finding) { lines.append("    " + clean(suggestion)) }
        return lines.joined(separator: "\n")
    }

    /// All findings with blank lines in between.
    public static func text(_ findings: [RuleFinding]) -> String {
        findings.map { text($0) }.joined(separator: "\n\n")
    }

    private static func suggestion(of finding: RuleFinding) -> String? {
        guard let suggestion = finding.suggestion else { return nil }
        guard let word = finding.replacement else { return "did you mean:  \(suggestion)" }
        return "did you mean \"\(word)\"?  →  \(suggestion)"
    }

    /// One JSON object with the key `findings`, the contract of `rules check --json` (D2).
    public static func json(_ findings: [RuleFinding]) -> String {
        #"{"findings":["# + findings.map(object).joined(separator: ",") + "]}"
    }

    private static func object(_ finding: RuleFinding) -> String {
        let expected = finding.expected.map(quoted).joined(separator: ",")
        let members: [(String, String)] = [
            ("file", quoted(finding.file)), ("line", "\(finding.line)"),
            ("column", "\(finding.column)"), ("length", "\(finding.length)"),
            ("rule", finding.rule.map(quoted) ?? "null"), ("code", quoted(finding.code)),
            ("severity", quoted(finding.severity.rawValue)),
            ("message", quoted(finding.message)), ("expected", "[\(expected)]"),
            ("suggestion", finding.suggestion.map(quoted) ?? "null"),
        ]
        return "{" + members.map { "\(quoted($0)):\($1)" }.joined(separator: ",") + "}"
    }

    private static func quoted(_ text: String) -> String { JSONWriter.quoted(text) }

    /// The text without anything that could steer a terminal; every code point stays one column.
    private static func clean(_ text: String) -> String {
        var view = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator: view.append(" ")
            default: view.append(scalar)
            }
        }
        return String(view)
    }
}
