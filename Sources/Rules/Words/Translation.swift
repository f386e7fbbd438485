import Finance

extension Sentence {
    /// The whole sentence in the standard words of a language; `nil` if that has none for it.
    ///
    /// Sentences in another language than English are read back and must mean the same.
    func words(in language: Language, groups: NamedGroups) -> String? {
        guard language == .norwegian else { return canonicalWords }
        // Only the readings: what SentenceParser says of two of them asks for their words again.
        guard let words = Rewording.written(canonicalWords),
            case let again = ParseAttempt(words, groups: groups).readings(),
            again.count == 1, again[0].meaning == meaning
        else { return nil }
        return words
    }
}

extension Rewording {
    /// Canonical words in Norwegian; `nil` if there are none for one of them.
    static func written(_ canonical: String) -> String? {
        Rewording(table: EverydayWords.written, tokens: Lexer.tokens(of: canonical))
            .reworded(isWhole: true)?.dropLast().reduce("") { text, token in
                let isClose =
                    text.isEmpty || [",", ")", "%", "."].contains(token.text)
                    || text.hasSuffix("(") || text.hasSuffix("-")
                return text + (isClose ? "" : " ") + token.norwegian
            }
    }
}

extension Token {
    /// As it is written in a Norwegian sentence: `15.`, `1000,50`.
    fileprivate var norwegian: String {
        switch kind {
        case .ordinal(let day, _): "\(day)."
        case .number: text.replacing(".", with: ",")
        default: text
        }
    }
}
