/// One word, number, text or sign of a sentence.
struct Token: Sendable, Hashable {
    /// The kinds of token.
    enum Kind: Sendable, Hashable {
        /// Letters; the token's ``Token/folded`` has them in lower case.
        case word
        /// A number.
        case number(DecimalLiteral)
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
