/// One complaint about a sentence, with its place in the sentence.
public struct SentenceProblem: Sendable, Hashable {
    /// Where, in code points of the sentence; may be empty at its end.
    public let span: Range<Int>
    /// The stable code, such as `unknown-word`.
    public let code: String
    /// How bad it is.
    public let severity: RuleFinding.Severity
    /// What is wrong, one sentence without a full stop.
    public let message: String
    /// What would fit instead, in phrases.
    public let expected: [String]
    /// The whole sentence as it works, tried before it is offered.
    public let suggestion: String?
    /// The word to put in place of the marked one, if that makes ``suggestion``.
    public let replacement: String?

    /// Makes a problem.
    public init(
        span: Range<Int>, code: String, severity: RuleFinding.Severity = .error, message: String,
        expected: [String] = [], suggestion: String? = nil, replacement: String? = nil
    ) {
        self.span = span
        self.code = code
        self.severity = severity
        self.message = message
        self.expected = expected
        self.suggestion = suggestion
        self.replacement = replacement
    }
}

/// A sentence that does not work, with everything that is wrong with it.
public struct SentenceError: Error, Sendable, Hashable {
    /// What is wrong; at least one error.
    public let problems: [SentenceProblem]

    /// Makes an error.
    public init(problems: [SentenceProblem]) {
        self.problems = problems
    }
}
