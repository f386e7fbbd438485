/// A sentence that does not work, with everything that is wrong with it.
public struct SentenceError: Error, Sendable, Hashable {
    /// What is wrong; at least one error.
    public let problems: [SentenceProblem]

    /// Makes an error.
    public init(problems: [SentenceProblem]) {
        self.problems = problems
    }
}
