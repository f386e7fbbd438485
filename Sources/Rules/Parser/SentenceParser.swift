/// Reads one sentence of the rule language.
///
/// ```swift
/// SentenceParser.parse("balance under 100 NOK")          // .success
/// SentenceParser.parse("balance undr 100 NOK")           // .failure, did you mean "under"?
/// ```
public enum SentenceParser: Sendable {
    /// The most characters that a sentence may have (RL-7).
    public static let lengthLimit = 500

    /// Reads a sentence by its grammar alone; ``check(_:)`` also looks whether it makes sense.
    public static func parse(_ sentence: String) -> Result<Sentence, SentenceError> {
        let length = sentence.unicodeScalars.count
        guard length <= lengthLimit else {
            return .failure(SentenceError(problems: [.tooLong(length)]))
        }
        var attempt = ParseAttempt(sentence)
        if let parsed = attempt.run() { return .success(parsed) }
        let problem =
            attempt.problem.map(attempt.repaired)
            ?? Diagnosis(attempt.explained()).problem()
        return .failure(SentenceError(problems: [problem]))
    }
}

extension SentenceProblem {
    /// More characters than a sentence may have (RL-7).
    static func tooLong(_ length: Int) -> SentenceProblem {
        SentenceProblem(
            span: SentenceParser.lengthLimit..<length, code: "too-long",
            message: "a sentence has at most \(SentenceParser.lengthLimit) characters, this one "
                + "has \(length)")
    }
}
