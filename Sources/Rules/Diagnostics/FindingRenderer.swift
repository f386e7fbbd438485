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
        let strings = FindingStrings(language: finding.language)
        // If an unknown word has a suggestion, the message would add nothing.
        if finding.code != "unknown-word" || finding.suggestion == nil {
            lines.append("    " + clean(finding.message))
        }
        if !finding.expected.isEmpty {
            let expected = finding.expected.joined(separator: ", ")
            lines.append("    \(strings.expected): " + clean(expected))
        }
        if !finding.alternatives.isEmpty {
            lines.append(
                "    " + (finding.code == "two-readings" ? strings.readAs : strings.nearest))
            lines += finding.alternatives.map { "      " + clean($0) }
        }
        if let suggestion = suggestion(of: finding) { lines.append("    " + clean(suggestion)) }
        return lines.joined(separator: "\n")
    }

    /// All findings, with blank lines between them.
    public static func text(_ findings: [RuleFinding]) -> String {
        findings.map { text($0) }.joined(separator: "\n\n")
    }

    private static func suggestion(of finding: RuleFinding) -> String? {
        guard let suggestion = finding.suggestion else { return nil }
        let question = FindingStrings(language: finding.language).didYouMean
        guard let word = finding.replacement else { return "\(question):  \(suggestion)" }
        return "\(question) \"\(word)\"?  →  \(suggestion)"
    }

    /// The findings as a JSON object, which is the contract of `rules check --json` (D2).
    ///
    /// - Parameter rules: the rules of the file; `readAs` lists those that are written in other
    ///   words.
    public static func json(_ findings: [RuleFinding], rules: [Rule] = []) -> String {
        let readings: [JSONOutput] = rules.compactMap { rule in
            rule.readAs.map { ["rule": .string(rule.id), "sentence": .string($0)] }
        }
        let members = [("findings", JSONOutput.array(findings.map(object)))]
        return JSONOutput.object(members + (readings.isEmpty ? [] : [("readAs", .array(readings))]))
            .text
    }

    private static func object(_ finding: RuleFinding) -> JSONOutput {
        // The keys are a contract, so alternative sentences are written as expected ones.
        let expected = finding.expected.isEmpty ? finding.alternatives : finding.expected
        return [
            "file": .string(finding.file), "line": .whole(finding.line),
            "column": .whole(finding.column), "length": .whole(finding.length),
            "rule": .text(finding.rule), "code": .string(finding.code),
            "severity": .string(finding.severity.rawValue), "message": .string(finding.message),
            "expected": .texts(expected), "suggestion": .text(finding.suggestion),
        ]
    }

    /// The text without characters that could control a terminal.
    ///
    /// Every code point stays one column.
    private static func clean(_ text: String) -> String {
        String(
            scalars: text.unicodeScalars.lazy.map { scalar in
                switch scalar.properties.generalCategory {
                case .control, .format, .lineSeparator, .paragraphSeparator: " "
                default: scalar
                }
            })
    }
}
