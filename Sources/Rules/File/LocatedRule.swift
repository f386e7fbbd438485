/// A rule together with the places of its sentence in the file.
public struct LocatedRule: Sendable {
    /// The rule.
    public let rule: Rule
    /// Whether `enabled` is not false.
    public let isEnabled: Bool
    /// The file's name as it was given.
    let file: String
    /// The line of the sentence, from 1.
    let line: Int
    /// The column of every code point of the sentence and of its end, from 1.
    let columns: [Int]

    /// A finding about a part of the sentence.
    func finding(_ problem: SentenceProblem) -> RuleFinding {
        RuleFinding(
            problem, sentence: rule.sentence, rule: rule.id, file: file, line: line,
            columns: columns)
    }
}
