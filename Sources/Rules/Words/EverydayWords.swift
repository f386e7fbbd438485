import Finance

/// The tables of everyday words: one line is one synonym (RL-60).
///
/// ``WordTable`` says how a line is written.
enum EverydayWords {
    static let english = WordTable(englishLines, language: .english)
    static let norwegian = WordTable(norwegianLines, language: .norwegian)
    static let languages = [english, norwegian]
    /// For every language.
    static let constructions = WordTable(constructionLines)

    /// The words of a list in all tables.
    static func list(_ list: WordTable.List) -> Set<String> { lists[list] ?? [] }

    private static let lists = Dictionary(
        uniqueKeysWithValues: [WordTable.List.days, .short, .accounts].map { list in
            (list, languages.reduce(into: Set<String>()) { $0.formUnion($1[list]) })
        })

    /// Whether a word in small letters has a meaning, so that it is no slip for another one.
    static func isKnown(_ word: String) -> Bool {
        languages.contains { isKnown(word, in: $0) }
    }

    /// Whether a word in small letters has a meaning in sentences of one language.
    static func isKnown(_ word: String, in language: WordTable) -> Bool {
        shared.contains(word) || language.words.contains(word)
            || CurrencyCodes.contains(word.uppercased())
    }

    /// The words of the grammar, and those that mean the same in each language.
    private static let shared = Set(Vocabulary.words.map(String.init))
        .union(constructions.words).union(constructions.meanings)
        .union(languages.flatMap(\.meanings))
}

extension WordTable {
    /// Whether a sentence may be read with it: it has words of this table, and none that only
    /// another table has or none.
    ///
    /// Saves trying all phrases of a language that a sentence is not written in.
    func mayRead(_ tokens: [Token], _ groups: NamedGroups) -> Bool {
        mayConcern(tokens) && unknown(in: tokens, groups).isEmpty
    }

    /// Whether a phrase of this table may stand in a sentence.
    func mayConcern(_ tokens: [Token]) -> Bool {
        language == .english || tokens.contains { starts.contains($0.folded) }
    }

    /// The places of the words that have no meaning in this language and can't be in a name.
    func unknown(in tokens: [Token], _ groups: NamedGroups) -> [Int] {
        tokens.indices.filter { place in
            let token = tokens[place]
            guard case .word = token.kind, token.text == token.folded || place == 0,
                !EverydayWords.isKnown(token.folded, in: self)
            else { return false }
            return !isInName(place, of: tokens, groups)
        }
    }

    private func isInName(_ place: Int, of tokens: [Token], _ groups: NamedGroups) -> Bool {
        let (token, next) = (tokens[place], tokens[min(place + 1, tokens.count - 1)])
        let kinds = EverydayWords.list(.accounts)
        // Groups and banks may be named in small letters.
        let isGroup = groups != .none || place > 0 && tokens[place - 1].folded == "of"
        return isGroup || Parser.isText(token) || kinds.contains(next.folded)
            || kinds.contains { token.folded.hasSuffix($0) }
    }
}
