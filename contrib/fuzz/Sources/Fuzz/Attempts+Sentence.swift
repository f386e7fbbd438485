import Finance

@testable import Rules

extension Attempts {
    /// Cuts, reads, checks and writes one sentence.
    ///
    /// Tokens lie one behind the other; findings lie inside and their suggestions can be read; a
    /// sentence in canonical words is read as the same tree and stays as it is.
    static func sentence(_ bytes: [UInt8]) -> Int32 {
        let text = String(decoding: bytes, as: UTF8.self)
        let length = text.unicodeScalars.count
        lexer(text, length)
        let (sentence, problems) = SentenceParser.check(text)
        precondition(sentence != nil || !problems.isEmpty, "refused without a reason")
        for problem in problems { look(at: problem, length) }
        if let sentence { roundTrip(sentence, problems) }
        return 0
    }

    private static func lexer(_ text: String, _ length: Int) {
        var end = 0
        for token in Lexer.tokens(of: text) {
            precondition(token.span.lowerBound >= end, "tokens overlap")
            end = token.span.upperBound
        }
        precondition(end == length, "the tokens end elsewhere than the sentence")
    }

    private static func look(at problem: SentenceProblem, _ length: Int) {
        precondition(problem.span.lowerBound >= 0 && problem.span.upperBound <= length)
        precondition(!problem.message.isEmpty, "a finding without words")
        guard let suggestion = problem.suggestion else { return }
        precondition(
            (try? SentenceParser.parse(suggestion).get()) != nil, "a suggestion that cannot be read"
        )
    }

    private static func roundTrip(_ first: Sentence, _ problems: [SentenceProblem]) {
        let words = first.canonicalWords
        // Longer words than were written may not fit any more.
        guard words.unicodeScalars.count <= SentenceParser.lengthLimit else { return }
        let (second, again) = SentenceParser.check(words)
        guard let second else { preconditionFailure("canonical words cannot be read: \(words)") }
        precondition(second.canonicalWords == words, "canonical words change: \(words)")
        precondition(second.body.key == first.body.key, "the body changes: \(words)")
        precondition(meaning(of: second) == meaning(of: first), "clauses change: \(words)")
        precondition(
            Set(again.map(\.code)) == Set(problems.map(\.code)), "findings change: \(words)")
    }

    private static func meaning(of sentence: Sentence) -> [String] {
        sentence.clauses.map { CanonicalText(isKey: true).clause($0.kind) }
    }
}
