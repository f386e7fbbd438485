extension EverydayWords {
    /// An English sentence with Norwegian words among its own, those in words of the grammar.
    ///
    /// An example is `no lønn before the 15th`. `nil` if the sentence has words of one language only.
    static func unmixed(_ tokens: [Token]) -> [Token]? {
        let isForeign = tokens.map { isWord($0, of: norwegian) && !isKnown($0.folded, in: english) }
        let isMixed = tokens.contains { token in
            !isWord(token, of: norwegian)
                && (isWord(token, of: english) || Vocabulary.words.contains(Substring(token.folded)))
        }
        guard isMixed, isForeign.contains(true), let end = tokens.last else { return nil }
        var output: [Token] = []
        var run: [Token] = []
        for (token, isForeign) in zip(tokens, isForeign) {
            if isForeign {
                run.append(token)
            } else {
                output += run.isEmpty ? [] : inGrammar(run, end)
                run = []
                output.append(token)
            }
        }
        return output
    }

    /// Norwegian words in words of the grammar.
    private static func inGrammar(_ run: [Token], _ end: Token) -> ArraySlice<Token> {
        Rewording.tokens(of: run + [end], by: norwegian).dropLast()
    }

    /// Whether a token in lower case is a word of a language, apart from the words of the grammar.
    private static func isWord(_ token: Token, of language: WordTable) -> Bool {
        guard case .word = token.kind, token.text == token.folded else { return false }
        return language.spoken.contains(token.folded) || language.stem(of: token.folded) != nil
    }
}
