import Finance

/// Reads one sentence of the rule language.
///
/// ```swift
/// SentenceParser.parse("balance under 100 NOK")          // .success
/// SentenceParser.parse("balance undr 100 NOK")           // .failure, did you mean "under"?
/// ```
public enum SentenceParser: Sendable {
    /// The largest number of characters in a sentence (RL-7).
    public static let lengthLimit = 500

    /// Reads a sentence by the grammar only; ``check(_:)`` also checks its meaning.
    ///
    /// - Parameters:
    ///   - monthStart: the day on which months begin, unless the sentence names one.
    ///   - groups: the names that the rules file defines.
    public static func parse(
        _ sentence: String, monthStart: Int? = nil, groups: NamedGroups = .none
    ) -> Result<Sentence, SentenceError> {
        let length = sentence.unicodeScalars.count
        guard length <= lengthLimit else {
            let problem = SentenceProblem(
                span: lengthLimit..<length, code: "too-long",
                message: "a sentence has at most \(lengthLimit) characters, this one has \(length)")
            return .failure(SentenceError(problems: [problem]))
        }
        let attempt = ParseAttempt(sentence, monthStart: monthStart, groups: groups)
        let (readings, isRuledOut) = attempt.search()
        if readings.count == 1 { return .success(readings[0]) }
        let problem =
            if !readings.isEmpty {
                SentenceProblem.twoReadings(of: sentence, readings, groups)
            } else if isRuledOut {
                // The reading was ruled out, so no correction of it is suggested.
                Diagnosis.unclear(sentence)
            } else {
                attempt.problem.map(attempt.repaired) ?? Diagnosis.problem(in: sentence, groups)
            }
        return .failure(SentenceError(problems: [problem]))
    }
}

extension SentenceProblem {
    /// The problem of a sentence with more than one meaning (RL-64).
    fileprivate static func twoReadings(
        of text: String, _ readings: [Sentence], _ groups: NamedGroups
    ) -> SentenceProblem {
        let language =
            EverydayWords.language(of: EverydayTokens.tokens(of: text)).language ?? .english
        return SentenceProblem(
            span: 0..<text.unicodeScalars.count, code: "two-readings",
            message: FindingStrings(language: language).twoReadings(readings.count),
            alternatives: readings.map {
                $0.words(in: language, groups: groups) ?? $0.canonicalWords
            })
    }
}

/// One run of the parser over one text.
struct ParseAttempt {
    let scalars: [Unicode.Scalar]
    let text: String
    /// The language by whose words the sentence is read; `nil` for the grammar alone.
    let language: WordTable?
    /// The parser, which records how far it got.
    let parser: Parser
    /// The sentence; if it is `nil`, the problem or the parser's expectations explain why.
    let sentence: Sentence?
    /// The problem of words that fit the grammar but are impossible; `nil` if a word does not fit.
    let problem: SentenceProblem?
    /// The text that is missing before the place of the problem.
    private let insertion: String
    private let monthStart: Int?
    let groups: NamedGroups

    /// Parses a text.
    ///
    /// - Parameters:
    ///   - isExplaining: see ``Parser/init(tokens:isExplaining:monthStart:groups:)``.
    ///   - language: the language by whose words the text is read; `nil` for the grammar alone.
    ///   - tokens: the tokens in words of the grammar, if they are known.
    init(
        _ text: String, isExplaining: Bool = false, language: WordTable? = nil,
        tokens: [Token]? = nil, monthStart: Int? = nil, groups: NamedGroups = .none
    ) {
        self.text = text
        self.language = language
        self.monthStart = monthStart
        self.groups = groups
        scalars = Array(text.unicodeScalars)
        let read =
            tokens ?? language.map { Wording(EverydayTokens.tokens(of: text), by: $0).reworded }
            ?? Lexer.tokens(of: scalars)
        var parser = Parser(
            tokens: read, isExplaining: isExplaining, monthStart: monthStart, groups: groups)
        var sentence: Sentence?
        var problem: SentenceProblem?
        var insertion = ""
        do {
            let (body, clauses) = try parser.sentence()
            sentence = Sentence(
                body: body, clauses: clauses, text: text,
                isReworded: language != nil || tokens != nil)
        } catch .problem(let found, let words) { (problem, insertion) = (found, words) } catch {}
        self.parser = parser
        self.sentence = sentence
        self.problem = problem
        self.insertion = insertion
    }

    /// The readings of the sentence; see ``search(isLoose:)``.
    func readings(isLoose: Bool = true) -> [Sentence] { search(isLoose: isLoose).readings }

    /// Finds the readings of the sentence; there are several if it is ambiguous.
    ///
    /// The sentence is read by the grammar, or else in everyday words. Names of several words that
    /// the file defines count as one word and are not reworded.
    ///
    /// - Parameter isLoose: whether the sentence may be read by its parts if nothing else can read
    ///   it.
    /// - Returns: the readings, and whether ``EverydayTraps`` ruled out another one.
    func search(isLoose: Bool = true) -> (readings: [Sentence], isRuledOut: Bool) {
        let names = groups.longNames
        var found = [sentence].compactMap(\.self)
        if let joined = Names.known(in: parser.tokens, names), let read = read(joined, by: nil) {
            found.append(read)
        }
        let categories = capitalisedCategories
        guard found.isEmpty || isOfShop || !categories.isEmpty else {
            return (unlike(found.flatMap(directions)), false)
        }
        let standard = found
        found = []
        let cut = EverydayTokens.tokens(of: text).map {
            categories.contains($0.span) ? $0.lowercased : $0
        }
        guard !cut.indices.contains(where: { Names.isUnknownCurrency(at: $0, in: cut) }) else {
            return (standard, false)
        }
        let cuts = [cut, Names.known(in: cut, names)].compactMap(\.self)
        var wordings = cuts.flatMap { cut in
            EverydayWords.languages.filter { $0.mayRead(cut, groups) }.map { Wording(cut, by: $0) }
        }
        if let mixed = cuts.last.flatMap(EverydayWords.unmixed) {
            wordings += [EverydayWords.english].filter { $0.mayRead(mixed, groups) }.map {
                Wording(mixed, by: $0)
            }
        }
        var isRuledOut = false
        for read in isLoose ? [exactly, byParts] : [exactly] where found.isEmpty {
            found = wordings.flatMap { wording in
                let traps = EverydayTraps(wording, groups)
                let all = read(wording)
                let kept = all.filter { !traps.rulesOut($0) }
                isRuledOut = isRuledOut || kept.count < all.count
                return kept.isEmpty && all.count == 1 ? traps.bothReadings(of: all[0]) : kept
            }
        }
        let isOfAccount = parser.tokens.contains {
            categories.contains($0.span) && Names.isAccount($0.text)
        }
        if found.isEmpty && !isRuledOut || isOfAccount { found += standard }
        return (unlike(found.flatMap(directions)), isRuledOut)
    }

    /// Whether a well-known merchant is written where the grammar has an account.
    ///
    /// An example is `spending on Netflix this month over 200`, without quotation marks.
    private var isOfShop: Bool {
        zip(parser.tokens, parser.tokens.dropFirst()).contains { word, name in
            guard ["on", "of"].contains(word.folded), case .word = name.kind,
                groups.accounts[name.folded] == nil
            else { return false }
            return Names.isMerchant(name.text) && !Names.isAccount(name.text)
        }
    }

    /// The ranges of capitalised categories that money is spent on.
    ///
    /// An example is `Spending on Groceries this month over 500`, where the grammar has an account.
    private var capitalisedCategories: Set<Range<Int>> {
        let sums: Set = [
            "spending", "spend", "spends", "spent", "expenses", "forbruk", "forbruket", "brukt",
            "bruker", "bruke", "utgifter", "utgiftene", "debit", "debits", "purchase", "purchases",
            "utgift", "kjøp",
        ]
        let links: Set = ["on", "in", "på", "i", "and", "og"]
        guard parser.tokens.contains(where: { sums.contains($0.folded) }) else { return [] }
        let found = zip(parser.tokens, parser.tokens.dropFirst()).filter { link, name in
            links.contains(link.folded) && name.kind == .word && name.text != name.folded
                && groups.accounts[name.folded] == nil && isCategory(name.lowercased)
        }
        return Set(found.map(\.1.span))
    }

    private func isCategory(_ token: Token) -> Bool {
        groups.categories[token.folded] != nil
            || EverydayWords.languages.contains { language in
                let end = Token(kind: .end, text: "", span: token.span)
                return Rewording.tokens(of: [token, end], by: language).contains(
                    where: \.isCategory)
            }
    }

    /// The sentences without those that repeat the meaning of an earlier one.
    private func unlike(_ sentences: [Sentence]) -> [Sentence] {
        var seen: Set<[String]> = []
        return sentences.count < 2
            ? sentences : sentences.filter { seen.insert($0.meaning).inserted }
    }

    /// Reads the parts of a sentence in any order, without filler words.
    private func byParts(_ wording: Wording) -> [Sentence] {
        guard !EverydayWords.isSlip(wording.cut, rewordedAs: wording.reworded) else { return [] }
        return PartReader.sentences(partParser(wording), wording.language).map {
            Sentence(body: $0.body, clauses: $0.clauses, text: text, isReworded: true)
        }
    }

    private func exactly(_ wording: Wording) -> [Sentence] {
        read(wording.reworded, by: wording.language).map { [$0] } ?? []
    }

    private func partParser(_ wording: Wording) -> Parser {
        Parser(
            tokens: wording.language.withoutIdleWords(wording.reworded), isExplaining: false,
            monthStart: monthStart, groups: groups)
    }

    /// The first token that belongs to no part of the sentence.
    func stuckPart(_ wording: Wording) -> Token? {
        PartReader.stuck(partParser(wording), wording.language)
    }

    private func read(_ tokens: [Token], by language: WordTable?) -> Sentence? {
        ParseAttempt(
            text, language: language, tokens: tokens, monthStart: monthStart, groups: groups
        ).sentence
    }

    /// Whether a text has exactly one reading.
    static func reads(_ text: String, _ groups: NamedGroups = .none) -> Bool {
        ParseAttempt(text, groups: groups).readings(isLoose: false).count == 1
    }

    /// The place in the sentence at which the parser got stuck.
    var start: Int { parser.tokens[parser.place].span.lowerBound }

    /// The problem, with a suggestion if an expected word is spelt like the wrong one.
    func repaired(_ problem: SentenceProblem) -> SentenceProblem {
        if !insertion.isEmpty {
            let start = problem.span.lowerBound
            let whole = ParseAttempt(
                text.replacing(scalars: start..<start, by: insertion + " "), groups: groups)
            var repaired = problem
            repaired.suggestion = whole.sentence.map(\.text)
            return repaired
        }
        let written = String(scalars: scalars[problem.span]).filter { $0.isLetter || $0 == " " }
        guard let word = EditDistance.nearest(to: written, among: problem.expected).first else {
            return problem
        }
        let next = text.replacing(scalars: problem.span, by: word)
        guard Self.reads(next, groups) else { return problem }
        var repaired = problem
        repaired.suggestion = next
        repaired.replacement = word
        return repaired
    }
}
