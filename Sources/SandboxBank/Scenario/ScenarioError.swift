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
