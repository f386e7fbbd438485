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
