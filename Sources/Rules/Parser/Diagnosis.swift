import Finance

/// Finds what is wrong with a sentence that can't be read, and what was probably meant.
///
/// Every suggestion is parsed before it is offered.
struct Diagnosis {
    struct Repair {
        let sentence: String
        /// The word that replaces the wrong one; `nil` if the repair is not one word.
        let word: Expectation?
    }

    private let attempt: ParseAttempt
    private let strings: FindingStrings

    init(_ attempt: ParseAttempt, _ strings: FindingStrings) {
        self.attempt = attempt
        self.strings = strings
    }

    private var place: Int { attempt.parser.place }
    private var token: Token { attempt.parser.tokens[place] }

    /// The problem to show for a sentence, with a suggestion if one works.
    ///
    /// The problem comes from the grammar, or from the language whose words read more of the
    /// sentence.
    static func problem(in sentence: String, _ groups: NamedGroups) -> SentenceProblem {
        let cut = EverydayTokens.tokens(of: sentence)
        let language = EverydayWords.language(of: cut)
        let strings = FindingStrings(language: language.language ?? .english)
        if let currency = unknownCurrency(in: sentence, cut, groups, strings) { return currency }
        let strict = Diagnosis(ParseAttempt(sentence, isExplaining: true, groups: groups), strings)
        let repair = strict.repair(budget: 3).flatMap {
            ParseAttempt.reads($0.sentence, groups) && strict.isNearest($0)
                && isSpoken($0, in: language) ? $0 : nil
        }
        if let slip = slip(in: sentence, language, groups, below: strict.distance(of: repair)) {
            return strict.problem(slip)
        }
        if let repair { return strict.problem(isUseful(repair.sentence, groups) ? repair : nil) }
        if let number = unclearNumber(in: sentence, cut, groups) { return number }
        // Two changes can correct at most two words.
        let others = EverydayWords.languages.filter {
            $0.mayConcern(cut) && $0.unknown(in: cut, groups).count <= 2
        }.map { other in
            Diagnosis(
                ParseAttempt(
                    sentence, isExplaining: true, language: other,
                    tokens: Wording(cut, by: other).reworded, groups: groups),
                strings)
        }.filter { $0.attempt.problem == nil && $0.attempt.start >= strict.attempt.start }
        let best = others.max { $0.attempt.start < $1.attempt.start } ?? strict
        if let other = best.repair(budget: 2), isSpoken(other, in: language),
            ParseAttempt.reads(other.sentence, groups),
            isUseful(other.sentence, groups)
        {
            return best.problem(other)
        }
        let isFurther = best.attempt.start > strict.attempt.start
        return (isFurther ? best : strict).unrepaired(Wording(cut, by: language))
    }

    /// Whether the suggested word belongs to the language of the sentence.
    private static func isSpoken(_ repair: Repair, in language: WordTable) -> Bool {
        guard language.language == .norwegian, let word = repair.word?.word,
            word.allSatisfy(\.isLetter)
        else { return true }
        return language.spoken.contains(word)
    }

    /// Whether the sentence makes a rule without errors.
    fileprivate static func isUseful(_ sentence: String, _ groups: NamedGroups) -> Bool {
        SentenceParser.check(sentence, groups: groups).problems.allSatisfy { $0.severity != .error }
    }

    /// The problem of a sentence whose only fault is a number: `15,000` can be 15000 or 15.
    private static func unclearNumber(
        in sentence: String, _ cut: [Token], _ groups: NamedGroups
    ) -> SentenceProblem? {
        let invalid = cut.filter(\.isInvalid)
        guard invalid.count == 1, case .invalid(let lexical) = invalid[0].kind,
            let number = lexical.replacements.first, number.contains(where: \.isNumber)
        else { return nil }
        let next = sentence.replacing(scalars: invalid[0].span, by: number)
        guard ParseAttempt(next, groups: groups).readings().count == 1 else { return nil }
        return SentenceProblem(
            span: invalid[0].span, code: lexical.code, message: lexical.message,
            expected: lexical.expected, suggestion: next, replacement: number)
    }

    /// The problem of a sentence with capitals after a number that are not a currency.
    private static func unknownCurrency(
        in sentence: String, _ cut: [Token], _ groups: NamedGroups, _ strings: FindingStrings
    ) -> SentenceProblem? {
        guard let place = cut.indices.first(where: { Names.isUnknownCurrency(at: $0, in: cut) })
        else { return nil }
        let word = cut[place]
        let near = ["nok", "eur", "usd", "sek", "dkk", "gbp"]
            .filter { EditDistance.between($0, word.folded) == 1 }.map { $0.uppercased() }
        let next = near.first.map { sentence.replacing(scalars: word.span, by: $0) }
        let isClear =
            near.count == 1
            && next.map { ParseAttempt($0, groups: groups).readings().count == 1 } ?? false
        return SentenceProblem(
            span: word.span, code: "unknown-word", message: strings.noCurrency(word.text),
            expected: strings.phrases(["a currency such as NOK"]),
            suggestion: isClear ? next : nil, replacement: isClear ? near.first : nil)
    }

    /// The problem of a sentence that has only impossible readings.
    static func unclear(_ sentence: String) -> SentenceProblem {
        let cut = EverydayTokens.tokens(of: sentence)
        let language = EverydayWords.language(of: cut)
        let strings = FindingStrings(language: language.language ?? .english)
        return SentenceProblem(
            span: 0..<sentence.unicodeScalars.count, code: "unclear", message: strings.isUnclear,
            alternatives: SentenceForms.nearest(
                to: Wording(cut, by: language).reworded, in: strings.language))
    }

    /// The cheapest correction of misspelt words, by the words of a language.
    private static func slip(
        in sentence: String, _ own: WordTable, _ groups: NamedGroups, below limit: Int
    ) -> Slips.Repair? {
        guard limit > 1 else { return nil }
        // A sentence with more Norwegian than English words is not corrected with English words.
        let others = EverydayWords.languages.filter { $0.language != own.language }
        let languages = own.language == .norwegian ? [own] : [own] + others
        let slips = languages.compactMap { Slips(language: $0, groups: groups).repair(sentence) }
        // Of two equally near words, the one in the sentence's own language wins, because it is
        // first.
        return slips.filter { $0.cost / 10 < limit }.min { $0.cost / 10 < $1.cost / 10 }
    }

    /// How many letters a repair changes in the wrong word; 1 for any other repair.
    private func distance(of repair: Repair?) -> Int {
        guard let repair else { return .max }
        return repair.word?.word.map { EditDistance.between($0, token.folded) } ?? 1
    }

    /// Whether no other known word is spelt more like the wrong one (RL-66).
    private func isNearest(_ repair: Repair) -> Bool {
        guard let word = repair.word?.word, case .word = token.kind else { return true }
        let distance = EditDistance.between(word, token.folded)
        return distance < 2
            || !EverydayWords.languages.contains { language in
                language.near(token.folded).contains { $0.cost / 10 < distance }
            }
    }

    private func problem(_ slip: Slips.Repair) -> SentenceProblem {
        let written = String(scalars: attempt.scalars[slip.span])
        return SentenceProblem(
            span: slip.span, code: "unknown-word", message: strings.notUnderstood([written]),
            expected: slip.words, suggestion: slip.isClear ? slip.sentence : nil,
            replacement: slip.isClear ? slip.words.first : nil)
    }

    private func problem(_ repair: Repair?) -> SentenceProblem {
        if case .invalid(let lexical) = token.kind, written(token) == token.text {
            let isWhole = lexical.replacements.contains { $0 == repair?.word?.word }
            return SentenceProblem(
                span: token.span, code: lexical.code, message: lexical.message,
                expected: lexical.expected, suggestion: repair?.sentence,
                replacement: isWhole ? repair?.word?.word : nil)
        }
        return SentenceProblem(
            span: token.span, code: Self.code(of: token),
            message: token.kind == .end ? strings.endsTooEarly : strings.doesNotFit(written(token)),
            expected: strings.phrases(expected(near: repair?.word)), suggestion: repair?.sentence,
            replacement: repair?.word?.word)
    }

    /// The understood part and the unknown words, with the most similar sentence forms (RL-66).
    private func unrepaired(_ wording: Wording) -> SentenceProblem {
        if case .invalid = token.kind, written(token) == token.text { return problem(nil) }
        let cut = wording.cut
        let unknown = wording.language.unknown(in: cut, attempt.groups).map { cut[$0] }
        var problem = problem(nil)
        if let part = attempt.stuckPart(wording).map({ name(at: $0, unknown, cut) ?? $0 }),
            part.span.lowerBound > token.span.lowerBound, part.kind != .end
        {
            problem = SentenceProblem(
                span: part.span, code: Self.code(of: part),
                message: strings.doesNotFit(written(part)))
        }
        if token.kind != .end, !unknown.isEmpty {
            problem.message = strings.notUnderstood(unknown.map(\.text))
        }
        let before = attempt.scalars.prefix(problem.span.lowerBound)
        let understood = String(scalars: before.reversed().drop(while: \.isBlank).reversed())
        if !understood.isEmpty { problem.message += "; " + strings.understood(understood) }
        if unknown.count == 1, name(at: unknown[0], unknown, cut) != nil {
            problem.suggestion = quoting(unknown[0], cut)
        }
        problem.alternatives = SentenceForms.nearest(
            to: wording.reworded, in: strings.language)
        return problem
    }

    private func written(_ token: Token) -> String { String(scalars: attempt.scalars[token.span]) }

    /// The unknown word that is in the place of a name, at or after a token.
    private func name(at token: Token, _ unknown: [Token], _ cut: [Token]) -> Token? {
        unknown.first { word in
            guard let place = cut.firstIndex(of: word), place > 0 else { return false }
            let before = cut[place - 1]
            return (word.span == token.span || before.span == token.span)
                && EverydayWords.list(.names).contains(before.folded)
        }
    }

    /// The sentence with quotation marks around a word, if it can be read then.
    private func quoting(_ word: Token, _ cut: [Token]) -> String? {
        guard let place = cut.firstIndex(of: word), !Parser.isText(cut[place + 1]),
            ["at", "hos"].contains(cut[place - 1].folded), !EverydayWords.isKnown(word.folded)
        else { return nil }
        let next = attempt.text.replacing(scalars: word.span, by: "'\(written(word))'")
        return ParseAttempt(next, groups: attempt.groups).readings().count == 1 ? next : nil
    }

    private static func code(of token: Token) -> String {
        switch token.kind {
        case .end: "unexpected-end"
        case .word where !Vocabulary.isReserved(token.folded): "unknown-word"
        default: "unexpected-word"
        }
    }

    /// The expected words, limited to the topic of the word that was probably meant.
    private func expected(near word: Expectation?) -> [String] {
        let items = attempt.parser.expectations.filter(\.isShown)
        let near = items.filter { $0.topic == word?.topic }
        var seen: Set<String> = []
        return (near.isEmpty ? items : near).map(\.phrase).filter { seen.insert($0).inserted }
    }

    /// The cheapest change that makes the sentence readable.
    ///
    /// A sentence may have several mistakes. If no single change is enough, the first one after
    /// which more is read is kept, and the rest is repaired with the remaining budget.
    private func repair(budget: Int) -> Repair? {
        guard budget > 0 else { return nil }
        var further: RepairCandidate?
        for candidate in RepairCandidates(attempt).ranked {
            let cut = attempt.language.map { _ in EverydayTokens.tokens(of: candidate.sentence) }
            // How much of the sentence is read only matters if another change may follow.
            let mayBeFurther = further == nil && candidate.word != nil && budget > 1
            if let cut, let language = attempt.language, !mayBeFurther,
                !language.mayRead(cut, attempt.groups)
            {
                continue
            }
            let tokens = cut.flatMap { cut in
                attempt.language.map { Wording(cut, by: $0).reworded }
            }
            let next = ParseAttempt(
                candidate.sentence, language: attempt.language, tokens: tokens,
                groups: attempt.groups)
            if next.sentence != nil {
                return Repair(sentence: candidate.sentence, word: candidate.word)
            }
            let isFurther = next.problem == nil && next.parser.place > place
            if mayBeFurther, isFurther { further = candidate }
        }
        // If one change makes the sentence readable in everyday words, no further word is inserted.
        if let further, ParseAttempt(further.sentence, groups: attempt.groups).readings().count == 1
        {
            return Repair(sentence: further.sentence, word: further.word)
        }
        guard let further,
            let rest = Diagnosis(
                ParseAttempt(
                    further.sentence, isExplaining: true, language: attempt.language,
                    groups: attempt.groups), strings
            ).repair(budget: budget - 1)
        else { return nil }
        return Repair(sentence: rest.sentence, word: further.word)
    }
}

/// Corrects words that are spelt nearly like a word of a language (RL-51).
struct Slips {
    let language: WordTable
    let groups: NamedGroups

    struct Repair {
        let sentence: String
        /// The range of the first wrong word.
        let span: Range<Int>
        /// The words that were probably meant; several if they give different meanings.
        let words: [String]
        /// The distance from the written word to the first of `words`.
        let cost: Int
        /// Whether there is only one such word, and the sentence makes a rule without errors.
        let isClear: Bool
    }

    /// The sentence with its unknown words corrected, if it can be read then.
    ///
    /// - Parameter most: the largest number of words to correct.
    func repair(_ sentence: String, most: Int = 2) -> Repair? {
        let cut = EverydayTokens.tokens(of: sentence)
        let unknown = language.unknown(in: cut, groups)
        guard let place = unknown.first, unknown.count <= most, !cut.contains(where: \.isInvalid)
        else { return nil }
        let span = cut[place].span
        guard !EverydayWords.isKnown(cut[place].folded) else { return nil }
        let found = fixes(of: sentence, cut, place, unknown.count, most)
        guard let first = found.first(where: { !$0.isIdle }) else { return nil }
        // A filler word may also have been meant, if it gives another meaning.
        let words = found.filter { $0.meaning == first.meaning ? $0.word == first.word : true }
        let isClear = words.count == 1 && Diagnosis.isUseful(first.sentence, groups)
        return Repair(
            sentence: first.sentence, span: span, words: words.map(\.word), cost: first.cost,
            isClear: isClear)
    }

    private struct Fix {
        let word: String
        let cost: Int
        let sentence: String
        let meaning: [String]
        /// Whether the word has no meaning of its own.
        let isIdle: Bool
    }

    /// The readable sentences in which a similar word replaces an unknown one.
    private func fixes(
        of sentence: String, _ cut: [Token], _ place: Int, _ unknown: Int, _ most: Int
    ) -> [Fix] {
        let (written, span) = (cut[place].folded, cut[place].span)
        // In a short word, no letter is more reliable than another.
        let isShort = written.count < 4
        var found: [Fix] = []
        let isEnglish = language.language == .english
        let near = language.near(written)
        for (word, cost) in near.prefix(24) where isEnglish || language.spoken.contains(word) {
            // Not every negation was meant: `utsen` is as near to `tusen` as to `uten`.
            let isNegation = EverydayWords.list(.negations).contains(word)
            if isNegation,
                near.contains(where: {
                    language.numbers[$0.word] != nil && $0.cost / 10 == cost / 10
                })
            {
                continue
            }
            // `min` is left out by the Norwegian table, whatever the language of the sentence.
            let isFiller = EverydayWords.languages.contains { $0.fillers.contains(word) }
            let mayBeIdle = language.isIdle(word) || isFiller
            let best = found.first { !$0.isIdle }?.cost ?? .max
            guard mayBeIdle || isShort ? cost / 10 <= best / 10 : cost <= best,
                !(mayBeIdle && cut.hasNumber(before: place)),
                !isBehindNumber(word, cut, place), !(cost > 19 && cost % 10 > 0)
            else { continue }
            let next = sentence.replacing(scalars: span, by: word)
            let rest = unknown > 1 ? repair(next, most: most - 1) : nil
            guard unknown == 1 || rest?.words.count == 1 else { continue }
            let whole = rest?.sentence ?? next
            let attempt = ParseAttempt(whole, groups: groups)
            var readings = attempt.readings(isLoose: false)
            // A word has a meaning if a phrase of the grammar needs it. The reader of parts takes
            // words in any order and skips fillers, so a guess for it must be close.
            let isIdle = mayBeIdle && (readings.count != 1 || isFiller)
            if readings.isEmpty, unknown == 1, cost < 20 { readings = attempt.readings() }
            guard readings.count == 1,
                !found.contains(where: { $0.meaning == readings[0].meaning && !$0.isIdle })
            else { continue }
            found.append(
                Fix(
                    word: word, cost: cost, sentence: whole, meaning: readings[0].meaning,
                    isIdle: isIdle))
        }
        return found
    }

    /// Whether a word after a number would only be a unit or change what the number counts.
    private func isBehindNumber(_ word: String, _ cut: [Token], _ place: Int) -> Bool {
        cut.hasNumber(before: place)
            && (word == "are" || word == "kr"
                || cut[place].span.count < 3 && CurrencyCodes.contains(word.uppercased()))
    }
}
