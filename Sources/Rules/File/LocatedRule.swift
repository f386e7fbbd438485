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

extension RuleFinding {
    /// Puts a problem of a sentence to its place in the file.
    init(
        _ problem: SentenceProblem, sentence: String, rule: String?, file: String, line: Int,
        columns: [Int]
    ) {
        let last = columns.count - 1
        let start = columns[min(problem.span.lowerBound, last)]
        let end = columns[min(problem.span.upperBound, last)]
        self.init(
            file: file, line: line, column: start, length: max(1, end - start), rule: rule,
            code: problem.code, severity: problem.severity, message: problem.message,
            expected: problem.expected, suggestion: problem.suggestion,
            replacement: problem.replacement,
            excerpt: Excerpt(
                text: sentence, offset: problem.span.lowerBound,
                length: max(1, problem.span.count)))
    }
}
