public import Rules
import Testing

extension Make {
    /// A checked rule from its sentence: `Make.rule("balance under 100 NOK")`.
    ///
    /// A sentence that does not work records an issue and gives a rule on the bank's health.
    public static func rule(
        _ sentence: String, id: String = "rule", notify: [String] = ["desktop"],
        urgency: Urgency = .normal, message: String? = nil, title: String? = nil,
        resolve: Bool = true
    ) -> Rule {
        let (parsed, problems) = SentenceParser.check(sentence)
        let isUsable = parsed != nil && !problems.contains { $0.severity == .error }
        if !isUsable { Issue.record("'\(sentence)' is no rule: \(problems)") }
        let text = isUsable ? sentence : "bank is unreachable"
        do {
            let rule = try Rule.builtIn(id: id, sentence: text, notify: notify, urgency: urgency)
            return Rule(
                id: id, sentence: text, kind: rule.kind, body: rule.body, clauses: rule.clauses,
                notify: notify, message: message, title: title, urgency: urgency,
                resolve: resolve, bodyKey: rule.bodyKey)
        } catch {
            preconditionFailure("a sentence of the program itself does not work: \(error)")
        }
    }

    /// A set of rules from sentences; each rule's id is its sentence.
    public static func rules(_ sentences: String...) -> RuleSet {
        RuleSet(rules: sentences.map { rule($0, id: $0) }, fileHash: "test")
    }
}
