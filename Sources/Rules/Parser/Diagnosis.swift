/// Finds out what a sentence that went wrong was probably meant to say.
///
/// Every candidate is parsed before it is offered.
struct Diagnosis {
    struct Repair {
        let sentence: String
        /// The word that replaces the wrong one, if one word does.
        let word: Expectation?
    }

    private let attempt: ParseAttempt

    init(_ attempt: ParseAttempt) {
        self.attempt = attempt
    }

    private var place: Int { attempt.parser.place }
    private var token: Token { attempt.parser.tokens[place] }

    /// The problem to show of a sentence, with a suggestion if one works: by the grammar, or by
    /// the language whose words read more of it.
    static func problem(in sentence: String, _ groups: NamedGroups) -> SentenceProblem {
        let strict = Diagnosis(ParseAttempt(sentence, isExplaining: true, groups: groups))
        if let repair = strict.repair(budget: 3), ParseAttempt.reads(repair.sentence, groups) {
            return strict.problem(repair)
        }
        let cut = EverydayTokens.tokens(of: sentence)
        // Two changes put at most two words right.
        let others = EverydayWords.languages.filter {
            $0.mayConcern(cut) && $0.unknown(in: cut, groups).count <= 2
        }.map {
            Diagnosis(
                ParseAttempt(
                    sentence, isExplaining: true, language: $0, cut: cut, groups: groups))
        }.filter { $0.attempt.problem == nil && $0.attempt.start >= strict.attempt.start }
        let best = others.max { $0.attempt.start < $1.attempt.start }
        let other = best?.repair(budget: 2).flatMap {
            ParseAttempt.reads($0.sentence, groups) ? $0 : nil
        }
        guard let best, other != nil || best.attempt.start > strict.attempt.start else {
            return strict.problem(nil)
        }
        return best.problem(other)
    }

    private func problem(_ repair: Repair?) -> SentenceProblem {
        if case .invalid(let lexical) = token.kind {
            let isWhole = lexical.replacements.contains { $0 == repair?.word?.word }
            return SentenceProblem(
                span: token.span, code: lexical.code, message: lexical.message,
                expected: lexical.expected, suggestion: repair?.sentence,
                replacement: isWhole ? repair?.word?.word : nil)
        }
        return SentenceProblem(
            span: token.span, code: code,
            message: token.kind == .end
                ? "the sentence ends too early" : "\"\(token.text)\" does not fit here",
            expected: expected(near: repair?.word), suggestion: repair?.sentence,
            replacement: repair?.word?.word)
    }

    private var code: String {
        switch token.kind {
        case .end: "unexpected-end"
        case .word where !Vocabulary.isReserved(token.folded): "unknown-word"
        default: "unexpected-word"
        }
    }

    /// What would fit, narrowed to the topic of the word that was probably meant.
    private func expected(near word: Expectation?) -> [String] {
        let items = attempt.parser.expectations.filter(\.isShown)
        let near = items.filter { $0.topic == word?.topic }
        var seen: Set<String> = []
        return (near.isEmpty ? items : near).map(\.phrase).filter { seen.insert($0).inserted }
    }

    /// The cheapest change after which the sentence can be read.
    ///
    /// A sentence may have several slips: if no single change helps, the one that gets further is
    /// kept and the rest is repaired with what is left of the budget.
    private func repair(budget: Int) -> Repair? {
        guard budget > 0 else { return nil }
        var further: RepairCandidate?
        for candidate in RepairCandidates(attempt).ranked {
            let cut = attempt.language.map { _ in EverydayTokens.tokens(of: candidate.sentence) }
            // How far a sentence is read counts only if another change may follow.
            let mayBeFurther = further == nil && candidate.word != nil && budget > 1
            if let cut, let language = attempt.language, !mayBeFurther,
                !language.mayRead(cut, attempt.groups)
            {
                continue
            }
            let next = ParseAttempt(
                candidate.sentence, language: attempt.language, cut: cut, groups: attempt.groups)
            if next.sentence != nil {
                return Repair(sentence: candidate.sentence, word: candidate.word)
            }
            let isFurther = next.problem == nil && next.parser.place > place
            if mayBeFurther, isFurther { further = candidate }
        }
        guard let further,
            let rest = Diagnosis(
                ParseAttempt(
                    further.sentence, isExplaining: true, language: attempt.language,
                    groups: attempt.groups)
            ).repair(budget: budget - 1)
        else {
            return nil
        }
        return Repair(sentence: rest.sentence, word: further.word)
    }
}
