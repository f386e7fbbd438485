import Alerts
import Finance
import Rules

/// What a case says about one finding on its rules; what it does not say is not compared.
struct ExpectedFinding: Sendable {
    private let said: [(key: String, value: String)]

    /// The keys of an expected finding.
    static let keys = ["code", "severity", "rule", "marks", "text", "suggestion"]

    /// Reads an expectation; all its values are texts.
    init(_ node: JSONNode) throws(CaseProblem) {
        said = try ExpectedNotice.texts(of: node, known: Self.keys)
    }

    /// Whether the finding is as expected in everything that is said.
    func matches(_ finding: RuleFinding) -> Bool {
        said.allSatisfy { key, value in
            let found = Self.found(key, in: finding)
            return key == "text" ? found.contains(value) : found == value
        }
    }

    /// The expectation as a line for people.
    var words: String {
        SafeText.neutralised(
            said.map { "\($0.key) \($0.value)" }.joined(separator: ", "), limit: nil)
    }

    /// A finding as a line for people, with everything that an expectation could say.
    static func words(of finding: RuleFinding) -> String {
        let parts = keys.compactMap { key in
            let found = found(key, in: finding)
            return found.isEmpty ? nil : "\(key) \(found)"
        }
        return SafeText.neutralised(parts.joined(separator: ", "), limit: nil)
    }

    private static func found(_ key: String, in finding: RuleFinding) -> String {
        switch key {
        case "code": finding.code
        case "severity": finding.severity.rawValue
        case "rule": finding.rule ?? "null"
        case "marks": marked(in: finding)
        case "suggestion": finding.suggestion ?? "null"
        default: finding.message
        }
    }

    /// The words that the carets stand under.
    private static func marked(in finding: RuleFinding) -> String {
        guard let excerpt = finding.excerpt else { return "" }
        let scalars = excerpt.text.unicodeScalars.dropFirst(excerpt.offset).prefix(excerpt.length)
        return String(String.UnicodeScalarView(scalars))
    }
}
