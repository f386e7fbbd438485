import Finance

/// A scenario with mistakes, all of them at once.
public struct ScenarioError: Error, Sendable, Equatable {
    /// The name of the file, or what stands for it.
    public let file: String
    /// The mistakes, in the order of the text.
    public let findings: [ScenarioFinding]

    /// Whether the file could not even be read; what it says may be right.
    public var isUnreadable: Bool { findings.contains { $0.code == ScenarioFinding.unreadable } }

    /// Describes mistakes in a file.
    init(file: String, findings: [ScenarioFinding]) {
        self.file = file
        self.findings = findings.enumerated().sorted { left, right in
            let places = [left, right].map { ($0.element.line ?? 0, $0.element.column ?? 0) }
            return (places[0].0, places[0].1, left.offset) < (
                places[1].0, places[1].1, right.offset
            )
        }.map(\.element)
    }
}

extension ScenarioError: CustomStringConvertible {
    /// Each mistake on a line of its own, followed by a line that says how to fix it.
    public var description: String {
        findings.map { finding in
            let place =
                if let line = finding.line, let column = finding.column {
                    "\(file):\(line):\(column)"
                } else {
                    file
                }
            let path = finding.path.isEmpty ? "" : "\(finding.path): "
            return """
                \(place): error: [\(finding.code)] \(path)\(finding.problem)
                  fix: \(finding.fix)
                """
        }.joined(separator: "\n")
    }
}

/// Something in a scenario that is wrong.
public struct ScenarioFinding: Sendable, Equatable {
    /// A short name of the kind of error, stable for programs.
    public let code: String
    /// Where in the structure: `timeline[2].do[0].amount`; empty for the whole.
    public let path: String
    /// The line of the file, from 1; `nil` for a scenario that was not read from text.
    public let line: Int?
    /// The byte in the line, from 1.
    public let column: Int?
    /// What is wrong.
    public let problem: String
    /// What to do about it.
    public let fix: String

    /// The code of a file that cannot be read.
    static let unreadable = "unreadable"

    /// Describes a finding.
    init(code: String, path: String, position: TextPosition?, problem: String, fix: String) {
        self.code = code
        self.path = path
        line = position?.line
        column = position?.column
        self.problem = problem
        self.fix = fix
    }
}
