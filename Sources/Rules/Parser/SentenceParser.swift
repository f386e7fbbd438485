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
        let problem = attempt.problem.map(attempt.repaired) ?? Diagnosis(attempt).problem()
        return .failure(SentenceError(problems: [problem]))
    }
}

/// One run of the parser over one text.
struct ParseAttempt {
    /// The text in code points.
    let scalars: [Unicode.Scalar]
    /// The text.
    let text: String
    /// The parser, which knows afterwards how far it got.
    private(set) var parser: Parser
    /// What can't be although the words fit; `nil` if a word does not fit.
    private(set) var problem: SentenceProblem?

    /// Cuts the text into tokens.
    init(_ text: String) {
        self.text = text
        scalars = Array(text.unicodeScalars)
        parser = Parser(tokens: Lexer.tokens(of: text))
    }

    /// Reads the sentence; afterwards ``problem`` or the parser's expectations say what is wrong.
    mutating func run() -> Sentence? {
        do {
            let (body, clauses) = try parser.sentence()
            return Sentence(body: body, clauses: clauses, text: text)
        } catch .problem(let problem) {
            self.problem = problem
        } catch {}
        return nil
    }

    /// The problem with a suggestion, if one of the expected words is spelt like the wrong one.
    func repaired(_ problem: SentenceProblem) -> SentenceProblem {
        let written = string(problem.span).filter { $0.isLetter || $0 == " " }
        guard let word = EditDistance.nearest(to: written, among: problem.expected).first else {
            return problem
        }
        let head = string(0..<problem.span.lowerBound)
        let tail = string(problem.span.upperBound..<scalars.count)
        var next = ParseAttempt(head + word + tail)
        guard next.run() != nil else { return problem }
        return SentenceProblem(
            span: problem.span, code: problem.code, message: problem.message,
            expected: problem.expected, suggestion: next.text, replacement: word)
    }

    private func string(_ span: Range<Int>) -> String {
        var view = String.UnicodeScalarView()
        view.append(contentsOf: scalars[span])
        return String(view)
    }
}

extension SentenceProblem {
    static func tooLong(_ length: Int) -> SentenceProblem {
        SentenceProblem(
            span: SentenceParser.lengthLimit..<length, code: "too-long",
            message: "a sentence has at most \(SentenceParser.lengthLimit) characters, this one "
                + "has \(length)")
    }
}
