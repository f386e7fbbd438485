import Finance
import Rules

/// The rules of a case: sentences, or objects as in a rules file; any channel will do.
struct CaseRules: Sendable {
    /// The rules as if they stood in a file of their own, one in a line.
    let loaded: RulesFileResult
    /// Every error in them, at its place in the file of cases.
    let problems: [CaseProblem]

    /// - Parameter groups: the `groups` of the case, an object with keys of a rules file.
    init(_ node: JSONNode, _ groups: JSONNode?, in json: PositionedJSON) {
        let elements = node.elements ?? []
        let lines = elements.map { json.text(in: $0.range).replacing("\n", with: " ") }
        let named = (groups?.members ?? []).map { member in
            "\"\(member.key)\": \(json.text(in: member.value.range)), ".replacing("\n", with: " ")
        }
        let head = "{\"version\": 1, \(named.joined())\"rules\": [\n"
        let file = head + lines.joined(separator: ",\n") + "]}"
        let channels = elements.flatMap { $0["notify"]?.elements ?? [] }.compactMap(\.string)
        loaded = RulesFile.load(Array(file.utf8), fileName: "rules", channels: Set(channels))
        guard !elements.isEmpty else {
            problems = [
                CaseProblem(
                    "there are no rules here", fix: "write [\"balance under 100\"]",
                    at: node.range)
            ]
            return
        }
        problems = loaded.findings.filter { $0.severity == .error }.map { finding in
            CaseProblem(
                "[\(finding.code)] \(finding.message)",
                fix: finding.suggestion.map { "did you mean \"\($0)\"?" }
                    ?? "try the rule with rules check",
                at: Self.range(of: finding, in: elements, lines) ?? node.range)
        }
    }

    /// The place in the file of cases that a finding of the made file means.
    private static func range(
        of finding: RuleFinding, in elements: [JSONNode], _ lines: [String]
    ) -> Range<Int>? {
        let index = finding.line - 2
        guard elements.indices.contains(index) else { return nil }
        let before = String(
            String.UnicodeScalarView(lines[index].unicodeScalars.prefix(finding.column - 1)))
        let start = elements[index].range.lowerBound + before.utf8.count
        return start..<(start + 1)
    }
}
