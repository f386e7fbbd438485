/// Why some characters of a sentence can't be read.
struct LexicalProblem: Sendable, Hashable {
    /// The stable code of the finding.
    let code: String
    /// What is wrong, for people.
    let message: String
    /// What could stand there instead; the first that makes the sentence work is suggested.
    let replacements: [String]
    /// What would fit, in phrases.
    let expected: [String]

    /// Makes a problem.
    init(
        _ code: String, _ message: String, replacements: [String] = [], expected: [String] = []
    ) {
        self.code = code
        self.message = message
        self.replacements = replacements
        self.expected = expected
    }
}
