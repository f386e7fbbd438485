import Finance

/// Checks whether a sentence that follows the grammar makes sense, without the store (RL-52).
struct SentenceChecker {
    let sentence: Sentence
    private let groups: NamedGroups
    /// Whether to make suggestions, which is not done while a suggestion is checked.
    private let isSuggesting: Bool
    private var problems: [SentenceProblem] = []

    /// All problems of a sentence, in the order of its words.
    static func problems(
        in sentence: Sentence, groups: NamedGroups = .none, isSuggesting: Bool = true
    ) -> [SentenceProblem] {
        var checker = SentenceChecker(
            sentence: sentence, groups: groups, isSuggesting: isSuggesting)
        checker.checkAvailability()
        checker.checkTypes()
        checker.checkSigns()
        checker.checkFilters()
        checker.checkScopes()
        checker.checkCurrencies()
        checker.checkContradictions()
        checker.checkLengths()
        checker.checkDayPrecision()
        checker.checkClauses()
        checker.checkRecovery()
        return checker.problems.sorted {
            ($0.span.lowerBound, $0.code) < ($1.span.lowerBound, $1.code)
        }
    }

    /// Adds an error.
    ///
    /// - Parameter replacement: a text that may replace the marked range; it is offered if the
    ///   sentence then has no problems.
    mutating func add(
        _ code: String, at span: Range<Int>, _ message: String, expected: [String] = [],
        replacement: String? = nil
    ) {
        let changed = replacement.map { sentence.text.replacing(scalars: span, by: $0) }
        problems.append(
            SentenceProblem(
                span: span, code: code, message: message, expected: expected,
                suggestion: changed.flatMap { isSuggesting && works($0) ? $0 : nil }))
    }

    /// Whether a suggestion follows the grammar and makes sense.
    private func works(_ text: String) -> Bool {
        guard case .success(let sentence) = SentenceParser.parse(text, groups: groups) else {
            return false
        }
        return SentenceChecker.problems(in: sentence, groups: groups, isSuggesting: false).isEmpty
    }

    /// The quantity and comparison that `until` can refer to: those of a single level or forecast.
    var recovering: (quantity: Quantity, comparison: Comparison)? {
        if case .condition(let condition) = sentence.body { condition.compared } else { nil }
    }

    /// Reports filters on earlier transactions outside of rules on new transactions.
    ///
    /// Comparing with earlier transactions is only possible for a new one.
    private mutating func checkAvailability() {
        var new: [Filter] = []
        if case .event(let event) = sentence.body {
            new = event.parts.filter(\.trigger.isNew).flatMap(\.filters)
        }
        for filter in sentence.body.filters where filter.kind.needsHistory && !new.contains(filter)
        {
            let isMerchant = filter.kind == .atNewMerchant
            let name = isMerchant ? "at a new merchant" : "above the previous one"
            add(
                "not-available", at: filter.span,
                "\"\(name)\" is available in rules on new transactions only, such as "
                    + "\"new debit \(isMerchant ? name : "over 5% \(name)")\"")
        }
    }
}

extension SentenceParser {
    /// Reads a sentence and checks whether it makes sense.
    ///
    /// - Returns: the sentence if it follows the grammar, and all its problems.
    public static func check(
        _ text: String, monthStart: Int? = nil, groups: NamedGroups = .none
    ) -> (sentence: Sentence?, problems: [SentenceProblem]) {
        switch parse(text, monthStart: monthStart, groups: groups) {
        case .failure(let error): return (nil, inLanguage(of: text, error.problems))
        case .success(let sentence):
            let problems = SentenceChecker.problems(in: sentence, groups: groups)
            return (sentence, inLanguage(of: text, problems))
        }
    }

    private static func inLanguage(
        of text: String, _ problems: [SentenceProblem]
    ) -> [SentenceProblem] {
        guard !problems.isEmpty else { return [] }
        let language = EverydayWords.language(of: EverydayTokens.tokens(of: text)).language
        return problems.map { problem in
            var problem = problem
            problem.language = language ?? .english
            return problem
        }
    }
}
