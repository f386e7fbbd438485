import Finance

/// A change of a sentence that might repair it.
struct RepairCandidate {
    let sentence: String
    /// The word that replaces the wrong one; `nil` if the change is of another kind.
    let word: Expectation?
    /// How unlikely the change is; changes with the lowest cost are tried first.
    let cost: Int
}

/// Makes changes around the token at which a sentence went wrong.
struct RepairCandidates {
    private let scalars: [Unicode.Scalar]
    private let tokens: [Token]
    private let place: Int
    private let expectations: [Expectation]
    private let language: WordTable?

    init(_ attempt: ParseAttempt) {
        language = attempt.language
        scalars = attempt.scalars
        tokens = attempt.parser.tokens
        place = attempt.parser.place
        expectations = attempt.parser.expectations
    }

    private var token: Token { tokens[place] }

    /// The changes worth trying, likeliest first.
    var ranked: [RepairCandidate] {
        // A token that a table put in place of other words can't be replaced itself.
        let isWritten =
            token.kind == .end
            || String(scalars: scalars[token.span]).lowercased() == token.text.lowercased()
        guard isWritten else { return [] }
        var all = words()
        if case .invalid(let lexical) = token.kind { all += replacements(lexical) }
        all += quotes() + insertions()
        if mayBeLeftOut, isIdle { all.append(replacing(token.span, by: "", cost: 90)) }
        return all.enumerated()
            .sorted { ($0.element.cost, $0.offset) < ($1.element.cost, $1.offset) }
            .prefix(40).map(\.element)
    }

    /// Whether the token may be removed.
    ///
    /// Between two numbers or two names it may not, because they would become one.
    private var mayBeLeftOut: Bool {
        guard !isBetweenNames else { return false }
        guard token.kind != .end, place > 0, case .number = tokens[place - 1].kind,
            case .number = tokens[place + 1].kind
        else { return token.kind != .end }
        return false
    }

    private var isBetweenNames: Bool {
        token.kind != .end && place > 0 && Parser.isText(tokens[place - 1])
            && Parser.isText(tokens[place + 1])
    }

    /// Whether the sentence loses nothing without the token (RL-66).
    ///
    /// The token is a filler, a repeated word, or a sign that does not belong to an amount.
    private var isIdle: Bool {
        switch token.kind {
        case .word:
            ["is", "are", "be", "a", "an", "the", "of", "it", "that", "then"].contains(token.folded)
                || place > 0 && isRepeated(by: tokens[place - 1])
                || isRepeated(by: tokens[place + 1])
        case .sign: token.text == "," || token.text == ")" || token.text == "("
        case .invalid:
            [".", ":", ";", "?", "!", "_", "\u{2026}"].contains(token.text) && !isInFrontOfNumber
        default: false
        }
    }

    /// Whether a number follows directly: the 5 in `.5` is not 5.
    private var isInFrontOfNumber: Bool {
        guard case .number = tokens[place + 1].kind else { return false }
        return tokens[place + 1].span.lowerBound == token.span.upperBound
    }

    /// Whether a neighbour is the same word, and no negation, since two negations differ from one.
    private func isRepeated(by other: Token) -> Bool {
        other.folded == token.folded && !EverydayWords.list(.negations).contains(token.folded)
            && String(scalars: scalars[other.span]).lowercased() == other.folded
    }

    /// The words of the grammar that are spelt like the wrong one.
    ///
    /// There are none if the written word has a meaning itself.
    private func words() -> [RepairCandidate] {
        if case .word = token.kind, EverydayWords.isKnown(token.folded) { return [] }
        // `won't` is not a misspelling of a shorter word.
        let end = token.span.upperBound
        if end < scalars.count, ["'", "\u{2019}"].contains(scalars[end]) { return [] }
        var seen: Set<String> = []
        return expectations.compactMap { expectation in
            guard let word = expectation.word, seen.insert(word).inserted,
                word.contains(where: \.isLetter) || !token.text.contains(where: \.isLetter),
                let cost = cost(of: word),
                !(tokens.hasNumber(before: place) && ["is", "are", "kr"].contains(word))
            else { return nil }
            return replacing(token.span, by: word, cost: cost, word: expectation)
        }
    }

    private func cost(of word: String) -> Int? {
        switch token.kind {
        case .word:
            let tolerance = EditDistance.tolerance(for: word)
            // Most words differ too much in length, which is found without comparing letters.
            let (left, right) = (token.folded.unicodeScalars.count, word.unicodeScalars.count)
            guard abs(left - right) <= tolerance, !EverydayWords.isOpposite(token.folded, of: word)
            else { return nil }
            let distance = EditDistance.between(token.folded, word)
            // A short word is not a misspelling of a word that shares few letters with it.
            guard distance <= tolerance, distance < 2 || distance * 2 <= left else { return nil }
            let isSameStart = token.folded.unicodeScalars.first == word.unicodeScalars.first
            return distance * 10 + (isSameStart ? 0 : 1)
        case .number, .ordinal: return word.first?.isNumber == true ? 10 : nil
        default: return nil
        }
    }

    private func replacements(_ lexical: LexicalProblem) -> [RepairCandidate] {
        // `1.500k` may be 1500 or 1500000.
        guard tokens[place + 1].folded != "k", !isMinusBehindNumber else { return [] }
        return lexical.replacements.filter { !$0.isEmpty || mayBeLeftOut }.enumerated().map {
            order, text in
            let word = Expectation(word: text, phrase: text, topic: .end, isShown: false)
            return replacing(token.span, by: text, cost: order, word: text.isEmpty ? nil : word)
        }
    }

    /// Whether a minus sign directly follows a number, which it may make negative: `500-`.
    private var isMinusBehindNumber: Bool {
        ["-", "\u{2212}"].contains(token.text) && tokens.hasNumber(before: place)
            && tokens[place - 1].span.upperBound == token.span.lowerBound
    }

    /// Quotation marks around names: several words, lower-case words, or words like those of the
    /// grammar.
    private func quotes() -> [RepairCandidate] {
        func isWord(_ place: Int) -> Bool {
            guard tokens.indices.contains(place) else { return false }
            return if case .word = tokens[place].kind { true } else { false }
        }
        guard isWord(place) else { return [] }
        var candidates: [RepairCandidate?] = []
        if expectations.contains(where: { $0.topic == .name }) {
            candidates.append(quoting(place...place, cost: 35))
            if isWord(place + 1) { candidates.append(quoting(place...place + 1, cost: 36)) }
        }
        if isWord(place - 1), Parser.isText(tokens[place - 1]) {
            candidates.append(quoting(place - 1...place, cost: 37))
            if isWord(place + 1) { candidates.append(quoting(place - 1...place + 1, cost: 38)) }
        }
        return candidates.compactMap(\.self)
    }

    /// Whether words may be a name: unknown words, or a single capitalised word.
    private func mayBeName(_ range: ClosedRange<Int>) -> Bool {
        let words = tokens[range]
        if range.count == 1, token.text != token.folded { return true }
        let before = range.lowerBound > 0 ? tokens[range.lowerBound - 1].folded : ""
        // After `from` and `to`, `boss` is a person without a name.
        let isBehindOn = ["on", "in"].contains(before)
        if ["from", "to"].contains(before), words.contains(where: { $0.text == $0.folded }) {
            return false
        }
        // `Brukskonto plus Sparekonto` are two names.
        let parts = words.dropFirst().filter { !["konto", "kort"].contains($0.folded) }
        let isTwo =
            Names.isAccount(words[range.lowerBound].text) || Parser.isText(words[range.upperBound])
        if isTwo, parts.contains(where: { $0.text == $0.folded }) { return false }
        return words.allSatisfy { word in
            // Checks the words as they were written, since a table may have reworded them.
            let written = String(scalars: scalars[word.span]).lowercased()
            let mayBePart =
                ![word.folded, written].contains(where: EverydayWords.isKnown)
                || ["konto", "kort"].contains(word.folded)
            return mayBePart && (word.text != word.folded || !isBehindOn || range.count > 1)
        }
    }

    private func quoting(_ range: ClosedRange<Int>, cost: Int) -> RepairCandidate? {
        guard mayBeName(range) else { return nil }
        let span =
            tokens[range.lowerBound].span.lowerBound..<tokens[range.upperBound].span.upperBound
        return replacing(span, by: "'" + String(scalars: scalars[span]) + "'", cost: cost)
    }

    /// Missing words: `new` before a noun, or the only word that was expected.
    private func insertions() -> [RepairCandidate] {
        let start = token.span.lowerBound
        var candidates: [RepairCandidate] = []
        // `except` may be followed by other words than `own transfers`.
        let shown = expectations.filter {
            $0.word != nil && $0.isShown && isSaid($0.phrase)
                && !["own transfers", "quarter"].contains($0.phrase)
        }
        // If many words would fit, choosing one would be a guess.
        let phrases = Set(shown.map(\.phrase))
        if phrases.count == 1 {
            candidates = shown.map {
                let isEnd = token.kind == .end
                return replacing(
                    start..<start, by: isEnd ? " " + $0.phrase : $0.phrase + " ", cost: 60)
            }
        }
        if place == 1, language?.language != .norwegian,
            !EverydayWords.list(.negations).contains(token.folded),
            Vocabulary.nouns.contains(where: { $0.phrase.text == tokens[0].folded })
        {
            candidates.append(replacing(0..<0, by: "new ", cost: 50))
        }
        return candidates
    }

    /// Whether the sentence's language has the words of a phrase of the grammar, which is English.
    private func isSaid(_ phrase: String) -> Bool {
        guard let language, language.language != .english else { return true }
        let words = phrase.split(separator: " ").map(String.init)
        return words.allSatisfy { !$0.contains(where: \.isLetter) || language.spoken.contains($0) }
    }

    private func replacing(
        _ span: Range<Int>, by text: String, cost: Int, word: Expectation? = nil
    ) -> RepairCandidate {
        var tail = String(scalars: scalars[span.upperBound...])
        var head = String(scalars: scalars[..<span.lowerBound])
        if text.isEmpty, tail.isEmpty || tail.first == " " {
            // Removes the double space that the removed word leaves.
            while head.last == " " { head.removeLast() }
            if head.isEmpty { tail = String(tail.drop { $0 == " " }) }
        }
        return RepairCandidate(sentence: head + text + tail, word: word, cost: cost)
    }
}
