import Finance

/// The tables of everyday words, in which one line is one synonym (RL-60).
///
/// ``WordTable`` describes the form of a line.
enum EverydayWords {
    static let english = WordTable(
        [
            englishLines, englishTimeLines, englishSpokenLines,
            englishPhraseLines, englishAccountLines, englishEventLines,
            englishSumLines,
            numbers(
                "one two three four five six seven eight nine",
                "twenty thirty forty fifty sixty seventy eighty ninety", link: "-"),
        ], lists: lists[0], language: .english)
    static let norwegian = WordTable(
        [
            norwegianForms, norwegianLines, norwegianTimeLines,
            norwegianSpokenLines, norwegianPhraseLines, norwegianTopicLines,
            norwegianSumLines,
            numbers(
                "en to tre fire fem seks sju åtte ni",
                "tjue tretti førti femti seksti sytti åtti nitti", link: ""),
            rounded(
                "ett to tre fire fem seks sju åtte ni ti elleve tolv tretten fjorten femten "
                    + "seksten sytten atten nitten"),
        ], lists: lists[1], language: .norwegian)
    /// The Norwegian forms of the words of the grammar.
    static let written = WordTable(
        [norwegianForms], lists: WordLists(""), language: .norwegian, isForWriting: true)
    static let languages = [english, norwegian]

    /// Lines for numbers with tens and units in one word: `twenty-five`, `tjuefem`.
    private static func numbers(_ units: String, _ tens: String, link: String) -> String {
        tens.split(separator: " ").enumerated().flatMap { ten, word in
            units.split(separator: " ").enumerated().map { unit, last in
                "\(word)\(link)\(last) = \((ten + 2) * 10 + unit + 1)"
            }
        }.joined(separator: "\n")
    }

    /// Lines for Norwegian hundreds and thousands in one word: `trehundre`, `titusen`.
    private static func rounded(_ words: String) -> String {
        words.split(separator: " ").enumerated().flatMap { place, word in
            ["\(word)tusen = \(place + 1)000"]
                + (place < 9 ? ["\(word)hundre = \(place + 1)00"] : [])
        }.joined(separator: "\n")
    }

    /// The words of a list in all languages.
    static func list(_ list: WordLists.List) -> Set<String> { joined[list] ?? [] }

    /// The lists of each language, which most sentences in the grammar's own words need alone: to
    /// read the tables takes longer than to start the program.
    private static let lists = [WordLists(englishLists), WordLists(norwegianLists)]
    private static let joined = Dictionary(
        uniqueKeysWithValues: WordLists.List.allCases.map { list in
            (list, lists.reduce(into: Set<String>()) { $0.formUnion($1[list]) })
        })

    /// The language that most words of a sentence belong to; English if none has more.
    static func language(of tokens: [Token]) -> WordTable {
        func count(_ language: WordTable, _ other: WordTable) -> Int {
            tokens.indices.count { place in
                let word = tokens[place].folded
                let isName =
                    tokens[place].text != word && (place > 0 || Names.isOwn(tokens[place].text))
                return !isName && !list(.accounts).contains(word) && language.spoken.contains(word)
                    && !isKnown(word, in: other)
            }
        }
        return count(norwegian, english) > count(english, norwegian) ? norwegian : english
    }

    /// Whether a word in lower case has a meaning, so that it is not a misspelling.
    static func isKnown(_ word: String) -> Bool { languages.contains { isKnown(word, in: $0) } }

    /// Whether a word in lower case has a meaning in sentences of one language.
    static func isKnown(_ word: String, in language: WordTable) -> Bool {
        shared.contains(word) || language.spoken.contains(word) || language.stem(of: word) != nil
            || CurrencyCodes.contains(word.uppercased())
    }

    /// Whether the only word outside the grammar is a filler that may be a misspelling (RL-51).
    ///
    /// The filler must be spelt nearly like a word of the grammar. A word that is part of a longer
    /// phrase does not count.
    static func isSlip(_ tokens: [Token], rewordedAs reworded: [Token]) -> Bool {
        let others = tokens.filter { token in
            guard case .word = token.kind, !Slot.isCurrency(token) else { return false }
            return !Parser.isText(token) && !Vocabulary.words.contains(Substring(token.folded))
        }
        guard others.count == 1,
            [.idle, .somebody, .left, .one, .places].contains(where: {
                list($0).contains(others[0].folded)
            }),
            !list(.owners).contains(others[0].folded), others[0].folded != "that",
            others[0].folded.allSatisfy(\.isASCII)
        else { return false }
        let (word, span) = (others[0].folded, others[0].span)
        let isInPhrase = reworded.contains {
            $0.span.count > span.count && $0.span.clamped(to: span) == span
        }
        return !isInPhrase && isSpeltLikeGrammar(word)
    }

    /// Whether a word may be a misspelt word of the grammar: `debet` for `debit`.
    static func isSpeltLikeGrammar(_ text: String) -> Bool {
        let word = SpeltWord(text)
        return grammar.contains {
            $0.mayBe(word, 1) && EditDistance.between(text, $0.text) < 2
        }
    }

    private static let grammar = Vocabulary.words.map { SpeltWord(String($0)) }

    /// Whether a word is the opposite of another one: `unused` of `used`, `ubrukt` of `brukt`.
    static func isOpposite(_ text: String, of word: String) -> Bool {
        if ["in", "im", "non", "re"].contains(where: { [text, text + "s"].contains($0 + word) }) {
            return true
        }
        guard word.hasSuffix("t") || word.hasSuffix("te") || word.hasSuffix("ed") else {
            return text == "un" + word
                || text == "u" + word && !word.hasPrefix("u") && norwegian.spoken.contains(word)
        }
        // `uutgift` is `utgift` with a letter typed twice, and not its opposite.
        return ["un", word.hasPrefix("u") ? "im" : "u", "dis", "over", "under"].contains {
            text == $0 + word
        }
    }

    /// Every word that has a meaning in sentences of a language.
    fileprivate static func words(of language: WordTable) -> [SpeltWord] {
        all[language.language ?? .english] ?? []
    }

    private static let all = Dictionary(
        uniqueKeysWithValues: languages.compactMap { language in
            language.language.map { ($0, shared.union(language.words).map(SpeltWord.init)) }
        })

    /// The words of the grammar and other replacements, which are the same in every language.
    private static let shared = Set(Vocabulary.words.map(String.init))
        .union(["duplicate"]).union(languages.flatMap(\.meanings))
}

extension WordTable {
    /// The known words that are spelt nearly like an unknown one, likeliest first.
    func near(_ text: String) -> [(word: String, cost: Int)] {
        let word = SpeltWord(text)
        let tolerance = word.count < 5 ? 1 : 2
        guard word.count > 1 else { return [] }
        return EverydayWords.words(of: self).compactMap { known -> (word: String, cost: Int)? in
            // A word for another number, or the opposite, would make another rule (RL-66).
            guard known.mayBe(word, tolerance), !EverydayWords.isOpposite(text, of: known.text)
            else { return nil }
            let distance = EditDistance.between(text, known.text)
            guard distance <= (numbers[known.text] == nil ? tolerance : 1) else { return nil }
            let isSameStart = known.text.unicodeScalars.first == text.unicodeScalars.first
            return (known.text, distance * 10 + (isSameStart ? 0 : 1))
        }.sorted { ($0.cost, $0.word) < ($1.cost, $1.word) }
    }

    /// Whether a sentence may be in this language.
    ///
    /// It has words of this table, and no words that are unknown in the language. This avoids
    /// trying all phrases of a language that the sentence is not written in.
    func mayRead(_ tokens: [Token], _ groups: NamedGroups) -> Bool {
        mayConcern(tokens) && unknown(in: tokens, groups).isEmpty
    }

    /// Whether a sentence may contain a phrase of this table.
    func mayConcern(_ tokens: [Token]) -> Bool {
        language == .english
            || tokens.contains { token in
                !Vocabulary.words.contains(Substring(token.folded))
                    && (spoken.contains(token.folded) || stem(of: token.folded) != nil)
            }
    }

    /// The indexes of words that have no meaning in this language and can't belong to a name.
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
        // Groups and banks may be named in lower case.
        let isGroup = groups != .none || place > 0 && tokens[place - 1].folded == "of"
        return isGroup || Parser.isText(token) || Names.isAccount(token.folded, before: next)
            || Names.isShop(at: place, in: tokens) || Names.isQuoted(at: place, in: tokens)
            || kinds.contains { token.folded != $0 && Names.indefinite(token.folded).hasSuffix($0) }
    }
}

/// A word with properties that quickly exclude dissimilar words.
private struct SpeltWord {
    let text: String
    let count: Int
    /// The letters that occur in the word, each as one of 64 bits.
    private let letters: UInt64

    init(_ text: String) {
        self.text = text
        count = text.unicodeScalars.count
        letters = text.unicodeScalars.reduce(0) { $0 | 1 << UInt64($1.value & 63) }
    }

    /// Whether a number of changes could make one word of the other.
    ///
    /// Each change affects two letters at most.
    func mayBe(_ other: SpeltWord, _ changes: Int) -> Bool {
        abs(count - other.count) <= changes
            && (letters ^ other.letters).nonzeroBitCount <= 2 * changes
    }
}
