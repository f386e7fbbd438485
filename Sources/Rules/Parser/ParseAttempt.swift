import Finance

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

/// One run of the parser over one text.
struct ParseAttempt {
    /// The text in code points.
    let scalars: [Unicode.Scalar]
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
        var next = ParseAttempt(text.replacing(scalars: problem.span, by: word))
        guard next.run() != nil else { return problem }
        return SentenceProblem(
            span: problem.span, code: problem.code, message: problem.message,
            expected: problem.expected, suggestion: next.text, replacement: word)
    }
}

/// Why the parser gave up.
enum ParseStop: Error {
    /// The furthest token fits nothing; the expectations say what would.
    case unexpected
    /// The words fit, but what they say can't be.
    case problem(SentenceProblem)
}

/// Something that would have fitted where a sentence went wrong.
struct Expectation: Sendable, Hashable {
    /// What to write in place of the wrong token; `nil` if it is no fixed text.
    let word: String?
    /// The rest of the phrase, for people.
    let phrase: String
    let topic: Phrase.Topic
    let isShown: Bool
}

/// Collects what was expected at the furthest place that the parser reached.
///
/// The parser never has to say what it expects: every phrase that it tries and that does not
/// stand there is noted here.
struct Expectations: Sendable {
    /// The index of the token at which the parser got stuck.
    private(set) var place = 0
    /// What would have fitted there, in the order of the attempts; empty if only the place counts.
    private(set) var items: [Expectation] = []
    /// Whether what would have fitted is kept, and not only where the parser got stuck.
    private let keepsItems: Bool

    init(keepsItems: Bool) {
        self.keepsItems = keepsItems
    }

    /// Notes an attempt that failed at the token with that index.
    mutating func note(_ item: @autoclosure () -> Expectation, at index: Int) {
        guard index >= place else { return }
        if index > place {
            place = index
            items.removeAll(keepingCapacity: true)
        }
        if keepsItems { items.append(item()) }
    }
}
