extension Rule {
    /// How the identifiers of the program's own rules begin.
    public static let ownPrefix = "saldovakt-"

    /// Makes a rule from a sentence of the program itself, such as its health rules.
    ///
    /// ```swift
    /// try Rule.builtIn(id: "saldovakt-bank", sentence: "bank is unreachable for 1 hour")
    /// ```
    ///
    /// - Throws: the sentence's problems, if it is not a sentence that works.
    public static func builtIn(
        id: String, sentence: String, notify: [String] = ["desktop"], urgency: Urgency = .normal
    ) throws(SentenceError) -> Rule {
        let (parsed, problems) = SentenceParser.check(sentence)
        guard let parsed, !problems.contains(where: { $0.severity == .error }) else {
            throw SentenceError(problems: problems)
        }
        return Rule(
            id: id, sentence: sentence, kind: parsed.body.kind, body: parsed.body,
            clauses: Clauses(parsed.clauses), notify: notify, urgency: urgency,
            bodyKey: parsed.body.key)
    }
}
