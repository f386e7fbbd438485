import Finance

/// Applies the lists of a table to the tokens of a sentence.
extension WordTable {
    /// The tokens with inflected words replaced by their stems: `kjøpet` by `kjøp`.
    func stems(of tokens: [Token]) -> [Token] {
        tokens.enumerated().map { place, token in
            // A capitalised word inside a sentence is a name.
            guard case .word = token.kind, place == 0 || token.text == token.folded,
                !spoken.contains(token.folded), !EverydayWords.list(.brands).contains(token.folded),
                let stem = stem(of: token.folded)
            else { return token }
            return Token(kind: .word, text: stem, span: token.span)
        }
    }

    /// The word that an inflected word is a form of; `nil` if none is known.
    func stem(of word: String) -> String? {
        for ending in endings where word.hasSuffix(ending) && word.count >= ending.count + 3 {
            let stem = String(word.dropLast(ending.count))
            let isOfGrammar = Vocabulary.words.contains(Substring(stem))
            // No name of a month has other forms; `main` is not one of `mai`.
            if spoken.contains(stem), !isOfGrammar, stem != "mai" { return stem }
        }
        return nil
    }

    /// The tokens without idle words, and without requests to be notified at both ends.
    func withoutIdleWords(_ tokens: [Token]) -> [Token] {
        let clauses = tokens.indices.dropLast().first { place in
            tokens[place].text == "," && Parser.clauseStarts.contains(tokens[place + 1].folded)
        }
        let body = tokens[..<(clauses ?? tokens.count - 1)]
        guard
            let start = body.indices.first(where: { place in
                isOnly(place, tokens) || isOfSubject(place, tokens) || isOfRule(place, tokens)
                    || !isAsking(tokens[place]) && !isWhen(tokens[place])
                        && !isTopic(place, tokens) && !isBeforeAsking(place, tokens)
                        && !isOnceOf(place, tokens)
            }), let end = body.lastIndex(where: { !isPartOfRequest($0) })
        else { return tokens }
        let rest = tokens[body.endIndex...]
        let last = rest.dropLast().lastIndex { !isPartOfRequest($0) } ?? rest.startIndex - 1
        let kept = body[start...end] + rest[...last]
        let spoken = kept.filter { !isIdle($0) } + tokens.suffix(1)
        let words = spoken.indices.filter { !isFillerInPlace($0, spoken) }.map { spoken[$0] }
        return words.indices.filter { place in
            words[place].folded != "the" || !Parser.isText(words[place + 1])
        }.map { words[$0] }
    }

    /// Whether a word has no meaning in its place, but may have elsewhere: `someone pays`,
    /// `500 left`.
    private func isFillerInPlace(_ place: Int, _ tokens: [Token]) -> Bool {
        let word = tokens[place].folded
        if self[.somebody].contains(word) {
            let behind = tokens[(place + 1)...].drop { ["is", "are"].contains($0.folded) }
            guard let next = behind.first else { return false }
            let isLimited =
                ["new", "containing"].contains(next.folded)
                || Vocabulary.relations.contains { $0.phrase.words[0] == next.folded }
            return isVerb(next) || (place == 0 ? isLimited : isVerb(tokens[place - 1]))
        }
        guard self[.left].contains(word), place > 0 else { return false }
        return !Slot.isCurrency(tokens[place + 1])
            && (tokens.hasAmount(before: place) || tokens[place - 1].folded == "limit")
    }

    private func isVerb(_ token: Token) -> Bool {
        [.out, .into, .buying, .paying].contains { self[$0].contains(token.folded) }
    }

    private func isAsking(_ token: Token) -> Bool {
        isIdle(token) || token.folded == "," || self[.asking].contains(token.folded)
    }

    /// Whether `only` begins a clause on hours or days: `tell me only on weekdays if`.
    private func isOnly(_ place: Int, _ tokens: [Token]) -> Bool {
        tokens[place].folded == "only" && ["on", "between"].contains(tokens[place + 1].folded)
    }

    /// Whether a word that can follow a request begins a limit or a time: `at least`, `every day`.
    private func isOfRule(_ place: Int, _ tokens: [Token]) -> Bool {
        let next = tokens[min(place + 1, tokens.count - 1)]
        switch tokens[place].folded {
        case "at": return ["least", "most"].contains(next.folded)
        case "every":
            if case .number = next.kind { return true }
            return ["day", "week", "weekday", "month", "quarter"].contains(next.folded)
                || Vocabulary.weekdays.contains { $0.phrase.text == next.folded }
        default: return false
        }
    }

    /// Whether `only` restricts the subject: `only money leaves`, but not `only tell me when`.
    private func isOfSubject(_ place: Int, _ tokens: [Token]) -> Bool {
        tokens[place].folded == "only" && !isWhen(tokens[place + 1])
            && !self[.asking].contains(tokens[place + 1].folded)
    }

    /// Whether `for` links a request to what it is about: `I want a push for each purchase`.
    private func isTopic(_ place: Int, _ tokens: [Token]) -> Bool {
        guard place > 0, ["for", "ved"].contains(tokens[place].folded),
            self[.asking].contains(tokens[place - 1].folded)
        else { return false }
        if case .number = tokens[place + 1].kind { return false }
        return true
    }

    /// Whether `once` means `when`, because an account or a figure follows: `tell me once my balance`.
    private func isOnceOf(_ place: Int, _ tokens: [Token]) -> Bool {
        guard place > 0, tokens[place].folded == "once" else { return false }
        let next = tokens[place + 1]
        return Parser.isText(next) || ["balance", "available", "spending"].contains(next.folded)
    }

    /// Whether an article belongs to a request: `I want a push for each purchase`.
    private func isBeforeAsking(_ place: Int, _ tokens: [Token]) -> Bool {
        place > 0 && ["a", "an"].contains(tokens[place].folded)
            && self[.asking].contains(tokens[place + 1].folded)
    }

    private func isWhen(_ token: Token) -> Bool { self[.when].contains(token.folded) }

    /// Whether a token at the end belongs to a request to be notified.
    ///
    /// A word of the grammar does not, because it would begin an incomplete clause there.
    private func isPartOfRequest(_ token: Token) -> Bool {
        isAsking(token) && !Vocabulary.words.contains(Substring(token.folded))
    }

    private func isIdle(_ token: Token) -> Bool {
        guard case .word = token.kind else { return false }
        return self[.idle].contains(token.folded)
            && !Vocabulary.words.contains(Substring(token.folded))
    }
}

extension WordLists.List {
    /// The lists whose words have a meaning in a sentence that is read by its parts.
    static let spoken: [Self] = [
        .idle, .somebody, .left, .one, .out, .into, .buying, .paying, .rising, .falling, .moving,
        .more, .less, .than, .large, .small,
        .places, .times, .negations, .asking, .when, .incomes, .bills, .calendar, .known,
    ]
}
