import Finance

/// One word, number, text or sign of a sentence.
struct Token: Sendable, Hashable {
    /// The kinds of token.
    enum Kind: Sendable, Hashable {
        /// Letters; the token's ``Token/folded`` has them in lower case.
        case word
        /// A number.
        case number(DecimalNumber)
        /// Digits with letters right behind them: `15th`, and mistakes such as `5m`.
        case ordinal(Int, suffix: String)
        /// Minutes after midnight.
        case time(Int)
        /// A text without its quotes.
        case quoted(String)
        /// A sign: `,` `(` `)` `%` `<` `<=` `>` `>=`.
        case sign
        /// Something that can't be read.
        case invalid(LexicalProblem)
        /// The end of the sentence.
        case end
    }

    /// What it is.
    let kind: Kind
    /// What stands there, as written.
    let text: String
    /// The text in lower case for words and signs, empty for all others.
    let folded: String
    /// Where it stands, in code points.
    let span: Range<Int>

    /// Makes a token.
    init(kind: Kind, text: String, span: Range<Int>) {
        self.kind = kind
        self.text = text
        self.span = span
        switch kind {
        case .word, .sign: folded = text.lowercased()
        default: folded = ""
        }
    }
}

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
