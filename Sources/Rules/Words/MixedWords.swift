extension EverydayWords {
    /// An English sentence with Norwegian words among its own, those in words of the grammar.
    ///
    /// An example is `no lønn before the 15th`. `nil` if the sentence has words of one language only.
    static func unmixed(_ tokens: [Token]) -> [Token]? {
        let isForeign = tokens.map { token in
            isWord(token, of: norwegian) && !isKnown(token.folded, in: english)
                && !isSpeltLikeGrammar(token.folded) && !list(.accounts).contains(token.folded)
        }
        let own = tokens.map(\.folded).filter { word in
            !norwegian.spoken.contains(word) && norwegian.stem(of: word) == nil
                && (english.spoken.contains(word) || Vocabulary.words.contains(Substring(word)))
        }
        // A single filler may be a misspelling: `sammendrag as alle kontoer`.
        guard own.count > 1 || own.contains(where: { !english.isIdle($0) }),
            isForeign.contains(true), let end = tokens.last
        else { return nil }
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
    private static func inGrammar(_ run: [Token], _ end: Token) -> [Token] {
        // Between commas, no phrase takes the words for the start or the end of the sentence.
        let comma = Token(kind: .sign, text: ",", span: end.span)
        let reworded = Rewording.tokens(of: [comma] + run + [comma, end], by: norwegian)
        return reworded.filter { $0.text != "," && $0.kind != .end }.map { token in
            everyday[token.folded].map { Token(kind: .word, text: $0, span: token.span) } ?? token
        }
    }

    /// Norwegian words for which the grammar has none alone, in everyday English.
    private static let everyday = [
        "beløp": "amount", "bokført": "booked", "butikk": "shop", "dyrere": "dearer",
        "innlogging": "sign-in", "kreditt": "credit", "strøm": "electricity",
        "trukket": "charged",
    ]

    /// Whether a token in lower case is a word of a language, apart from the words of the grammar.
    private static func isWord(_ token: Token, of language: WordTable) -> Bool {
        guard case .word = token.kind, token.text == token.folded else { return false }
        return language.spoken.contains(token.folded) || language.stem(of: token.folded) != nil
    }
}
