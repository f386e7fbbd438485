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
            for scope in scopes { checkNames(in: scope) }
            checkFigures()
            checkCurrencies()
        }
        if !store.transactions.isEmpty { checkTexts() }
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

    /// Every scope in the sentence.
    private var scopes: [Scope] {
        var scopes = rule.body.quantities.compactMap(\.scope)
        switch rule.body {
        case .event(let event): scopes += event.filters.compactMap(\.scope)
        case .absence(let absence): scopes += absence.filters.compactMap(\.scope)
        case .repetition(let repetition): scopes += repetition.filters.compactMap(\.scope)
        case .summary(let summary): scopes += [summary.scope].compactMap { $0 }
        case .condition: break
        }
        return scopes + (rule.body.condition?.leaves ?? []).compactMap(\.ownScope)
    }

    private mutating func checkNames(in scope: Scope) {
        for name in scope.names {
            var names = store.names
            let folded = MatchText.fold(name.text)
            let found = names.identifiers(named: folded, among: store.accounts)
            if found.isEmpty { addUnknown(name) }
            if found.count > 1 { addAmbiguous(name, count: found.count) }
        }
    }

    private mutating func addUnknown(_ name: TextLiteral) {
        let known = store.accounts.map(\.account.displayName)
        let all = store.accounts.flatMap { account in
            store.names.names(of: account.account).filter { $0.contains(where: \.isLetter) }
        }
        let folded = EditDistance.nearest(to: name.text, among: Set(all)).first
        let nearest = folded.map { name in
            known.first { MatchText.fold($0) == name } ?? name
        }
        add(
            "unknown-account", at: name.span, "there is no account called \"\(name.text)\"",
            severity: .error, expected: known,
            replacement: nearest.map { CanonicalWords(isKey: false).quoted($0) })
    }

    private mutating func addAmbiguous(_ name: TextLiteral, count: Int) {
        let numbers = store.accounts.map(\.account)
            .filter { store.names.names(of: $0).contains(MatchText.fold(name.text)) }
            .compactMap { $0.accountNumber?.masked }
        add(
            "ambiguous-account", at: name.span,
            "\(count) accounts are called \"\(name.text)\"; give them aliases in the settings",
            severity: .error, expected: numbers)
    }

    private mutating func checkLengths() {
        for quantity in rule.body.quantities {
            guard let window = quantity.aggregate?.window, case .last(let length) = window.kind,
                length.fixedSeconds != nil
            else { continue }
            add(
                "finer-than-data", at: window.span,
                "the bank dates transactions by day; hours and minutes count from when this "
                    + "program first saw them", expected: ["today", "in the last 2 days"])
        }
        if case .absence(let absence) = rule.body, case .last(let length) = absence.deadline,
            length.value.fixedSeconds != nil
        {
            add(
                "finer-than-data", at: length.span,
                "the bank dates transactions by day; hours and minutes count from when this "
                    + "program first saw them", expected: ["2 days"])
        }
        checkCloseness()
        guard let interval = store.pollInterval, let sentence = parsed else { return }
        for case .change(let change) in rule.body.condition?.leaves ?? [] {
            // A figure counts for as long as twice the window, so half an interval can be seen.
            guard let seconds = change.within.value.fixedSeconds, .seconds(2 * seconds) < interval
            else { continue }
            add(
                "window-below-interval", at: change.within.span,
                "the bank is asked every \(interval.components.seconds) seconds, so a change in "
                    + "so short a time can't be seen")
        }
        for clause in sentence.clauses {
            guard case .hold(let length) = clause.kind, let seconds = length.value.fixedSeconds,
                .seconds(seconds) < interval
            else { continue }
            add(
                "hold-below-interval", at: clause.span,
                "the bank is asked every \(interval.components.seconds) seconds, so a shorter "
                    + "time can't be seen")
        }
    }

    /// The sentence with the places of its clauses.
    private var parsed: Sentence? { try? SentenceParser.parse(rule.sentence).get() }
}

extension Condition {
    /// The scope of a condition that is not joined and has no quantity to carry it.
    fileprivate var ownScope: Scope? {
        switch self {
        case .health(let health):
            if case .dataOlder(let scope, _) = health.kind { scope } else { nil }
        case .forecast(let forecast): forecast.scope
        case .reservationAge(let age): age.scope
        case .level, .change, .all, .any: nil
        }
    }
}
