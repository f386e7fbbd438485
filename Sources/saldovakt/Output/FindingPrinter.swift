import Rules

/// Findings of a rules file, for people and for programs.
enum FindingPrinter: Sendable {
    /// All findings as text, a blank line between them.
    static func text(_ findings: [RuleFinding]) -> String {
        FindingRenderer.text(findings)
    }

    /// All findings as one JSON object (D2).
    static func json(_ findings: [RuleFinding]) -> String {
        FindingRenderer.json(findings)
    }
}

extension RuleFinding {
    /// The finding about a file that can't be read at all.
    static func unreadable(_ path: String) -> RuleFinding {
        RuleFinding(
            file: path, line: 1, column: 1, code: "unreadable",
            message: "the rules file can't be read: check the path and its permissions")
    }
}
