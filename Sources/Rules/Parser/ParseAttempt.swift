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

    /// Reads a sentence by its grammar alone; ``check(_:)`` also checks its meaning.
    ///
    /// - Parameters:
    ///   - monthStart: the day on which months begin unless the sentence names one.
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
                // A reading that was ruled out is not suggested with another word.
                Diagnosis.unclear(sentence)
            } else {
                attempt.problem.map(attempt.repaired) ?? Diagnosis.problem(in: sentence, groups)
            }
        return .failure(SentenceError(problems: [problem]))
    }
}

extension SentenceProblem {
    /// A sentence that means one thing or another (RL-64).
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
    /// The table of other words, if it is read by one.
    let language: WordTable?
    /// The parser, which knows how far it got.
    let parser: Parser
    /// The sentence; `nil` if the problem or the parser's expectations explain the failure.
    let sentence: Sentence?
    /// What can't be although the words fit; `nil` if a word does not fit.
    let problem: SentenceProblem?
    /// The text that is missing before the problem.
    private let insertion: String
    private let monthStart: Int?
    let groups: NamedGroups

    /// - Parameters:
    ///   - isExplaining: see ``Parser/init(tokens:isExplaining:monthStart:groups:)``.
    ///   - language: the table of other words; without one, by the grammar alone.
    ///   - cut: the sentence cut into tokens, if that is done.
    init(
        _ text: String, isExplaining: Bool = false, language: WordTable? = nil,
        cut: [Token]? = nil, monthStart: Int? = nil, groups: NamedGroups = .none
    ) {
        self.text = text
        self.language = language
        self.monthStart = monthStart
        self.groups = groups
        scalars = Array(text.unicodeScalars)
        let tokens =
            language.map { Rewording.tokens(of: cut ?? EverydayTokens.tokens(of: text), by: $0) }
            ?? cut ?? Lexer.tokens(of: scalars)
        var parser = Parser(
            tokens: tokens, isExplaining: isExplaining, monthStart: monthStart, groups: groups)
        var sentence: Sentence?
        var problem: SentenceProblem?
        var insertion = ""
        do {
            let (body, clauses) = try parser.sentence()
            sentence = Sentence(
                body: body, clauses: clauses, text: text, isReworded: language != nil || cut != nil)
        } catch .problem(let found, let words) { (problem, insertion) = (found, words) } catch {}
        self.parser = parser
        self.sentence = sentence
        self.problem = problem
        self.insertion = insertion
    }

    /// The readings of the sentence; see ``search(isLoose:)``.
    func readings(isLoose: Bool = true) -> [Sentence] { search(isLoose: isLoose).readings }

    /// Finds the readings of the sentence, by the grammar or else in other words; several if it is
    /// ambiguous.
    ///
    /// Names of several words that the file defines count as one word, and are not reworded.
    ///
    /// - Parameter isLoose: whether it may be read by its parts, if nothing else reads it.
    /// - Returns: the readings, and whether ``EverydayTraps`` ruled another one out.
    func search(isLoose: Bool = true) -> (readings: [Sentence], isRuledOut: Bool) {
        let names = groups.longNames
        var found = [sentence].compactMap(\.self)
        if let joined = Names.known(in: parser.tokens, names), let read = read(joined, by: nil) {
            found.append(read)
        }
        guard found.isEmpty || isOfShop else { return (unlike(found.flatMap(directions)), false) }
        let standard = found
        found = []
        let cut = EverydayTokens.tokens(of: text)
        guard !cut.indices.contains(where: { Names.isUnknownCurrency(at: $0, in: cut) }) else {
            return (standard, false)
        }
        let cuts = [cut, Names.known(in: cut, names)].compactMap(\.self)
        let attempts = cuts.flatMap { tokens in
            EverydayWords.languages.filter { $0.mayRead(tokens, groups) }.map { (tokens, $0) }
        }
        var isRuledOut = false
        for read in isLoose ? [exactly, byParts] : [exactly] where found.isEmpty {
            found = attempts.flatMap { tokens, language in
                let traps = EverydayTraps(cut: tokens, language: language, groups: groups)
                let all = read(tokens, language)
                let kept = all.filter { !traps.rulesOut($0) }
                isRuledOut = isRuledOut || kept.count < all.count
                return kept
            }
        }
        if found.isEmpty, !isRuledOut { found = standard }
        return (unlike(found.flatMap(directions)), isRuledOut)
    }

    /// Whether a well-known merchant is written without quotes where the grammar has an account:
    /// `spending on Netflix this month over 200`.
    private var isOfShop: Bool {
        zip(parser.tokens, parser.tokens.dropFirst()).contains { word, name in
            guard ["on", "of"].contains(word.folded), case .word = name.kind,
                groups.accounts[name.folded] == nil
            else { return false }
            return Names.isMerchant(name.text) && !Names.isAccount(name.text)
        }
    }

    /// Sentences that mean different things.
    private func unlike(_ sentences: [Sentence]) -> [Sentence] {
        var seen: Set<[String]> = []
        return sentences.count < 2
            ? sentences : sentences.filter { seen.insert($0.meaning).inserted }
    }

    /// Reads the sentence without filler words; the others may be in any order.
    private func byParts(_ tokens: [Token], _ language: WordTable) -> [Sentence] {
        let reworded = Rewording.tokens(of: tokens, by: language)
        guard !EverydayWords.isSlip(tokens, rewordedAs: reworded) else { return [] }
        return PartReader.sentences(partParser(reworded, language), language).map {
            Sentence(body: $0.body, clauses: $0.clauses, text: text, isReworded: true)
        }
    }

    private func exactly(_ tokens: [Token], _ language: WordTable) -> [Sentence] {
        read(tokens, by: language).map { [$0] } ?? []
    }

    private func partParser(_ reworded: [Token], _ language: WordTable) -> Parser {
        Parser(
            tokens: language.withoutIdleWords(reworded), isExplaining: false,
            monthStart: monthStart, groups: groups)
    }

    /// The first token that is no part of any sentence in the words of a language.
    func stuckPart(_ tokens: [Token], _ language: WordTable) -> Token? {
        PartReader.stuck(partParser(Rewording.tokens(of: tokens, by: language), language), language)
    }

    private func read(_ tokens: [Token], by language: WordTable?) -> Sentence? {
        ParseAttempt(text, language: language, cut: tokens, monthStart: monthStart, groups: groups)
            .sentence
    }

    /// Whether it can be read, in one way.
    static func reads(_ text: String, _ groups: NamedGroups = .none) -> Bool {
        ParseAttempt(text, groups: groups).readings(isLoose: false).count == 1
    }

    /// Where in the sentence it got stuck.
    var start: Int { parser.tokens[parser.place].span.lowerBound }

    /// The problem with a suggestion, if one of the expected words is spelt like the wrong one.
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
