import Finance

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
    ///
    /// - Parameter isExplaining: see ``Parser/init(tokens:isExplaining:)``.
    init(_ text: String, isExplaining: Bool = false) {
        self.text = text
        scalars = Array(text.unicodeScalars)
        parser = Parser(tokens: Lexer.tokens(of: scalars), isExplaining: isExplaining)
    }

    /// The same attempt once more, with what would have fitted where it got stuck.
    func explained() -> ParseAttempt {
        var again = self
        again.problem = nil
        again.parser = Parser(tokens: parser.tokens, isExplaining: true)
        _ = again.run()
        return again
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
        let written = String(scalars: scalars[problem.span]).filter { $0.isLetter || $0 == " " }
        guard let word = EditDistance.nearest(to: written, among: problem.expected).first else {
            return problem
        }
        let head = String(scalars: scalars[..<problem.span.lowerBound])
        let tail = String(scalars: scalars[problem.span.upperBound...])
        var next = ParseAttempt(head + word + tail)
        guard next.run() != nil else { return problem }
        return SentenceProblem(
            span: problem.span, code: problem.code, message: problem.message,
            expected: problem.expected, suggestion: next.text, replacement: word)
    }
}
