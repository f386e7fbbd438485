import Finance

/// Looks at one rule in the light of the store.
struct StoreCheck {
    /// What is known.
    let store: CheckedStore
    /// The rule.
    let rule: Rule
    /// What is wrong so far.
    private(set) var problems: [SentenceProblem] = []

    /// Prepares to look; ``run()`` does it.
    init(store: CheckedStore, rule: Rule) {
        self.store = store
        self.rule = rule
    }

    /// Looks at everything.
    mutating func run() {
        if !store.accounts.isEmpty {
            for scope in rule.body.scopes { checkNames(in: scope) }
            checkFigures()
            checkCurrencies()
            checkReach()
        }
        if !store.transactions.isEmpty {
            checkTexts()
            checkClassification()
        }
        checkLearning()
        checkLengths()
    }

    /// Adds a problem; a suggestion must still be a sentence that works.
    mutating func add(
        _ code: String, at span: Range<Int>, _ message: String,
        severity: RuleFinding.Severity = .warning, expected: [String] = [],
        replacement: String? = nil
    ) {
        let suggestion = replacement.flatMap { working(span, $0) }
        problems.append(
            SentenceProblem(
                span: span, code: code, severity: severity, message: message, expected: expected,
                suggestion: suggestion, replacement: suggestion == nil ? nil : replacement))
    }

    /// The sentence with another text in one place, if it works.
    private func working(_ span: Range<Int>, _ text: String) -> String? {
        var scalars = Array(rule.sentence.unicodeScalars)
        guard span.upperBound <= scalars.count else { return nil }
        scalars.replaceSubrange(span, with: text.unicodeScalars)
        var view = String.UnicodeScalarView()
        view.append(contentsOf: scalars)
        let changed = String(view)
        return SentenceParser.check(changed).problems.isEmpty ? changed : nil
    }
}
