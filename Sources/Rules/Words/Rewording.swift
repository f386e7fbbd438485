import Finance

/// A sentence as it was written, and in words of the grammar as far as one language has them.
struct Wording {
    /// The sentence as ``EverydayTokens`` splits it.
    let cut: [Token]
    let language: WordTable
    let reworded: [Token]

    init(_ cut: [Token], by language: WordTable) {
        self.cut = cut
        self.language = language
        reworded = Rewording.tokens(of: cut, by: language)
    }
}

/// Puts a sentence of everyday words into words of the grammar; every token keeps its place.
///
/// Only words that a table leaves out are left out, so that an unknown word never makes a rule
/// weaker (RL-61).
struct Rewording {
    private let table: WordTable
    private let tokens: [Token]
    private var output: [Token] = []
    private var hasChanged = false
    /// Whether every word so far was part of a phrase.
    private var isWhole = true

    /// The tokens of a sentence in words of the grammar, as far as a table has them.
    ///
    /// - Parameter tokens: the sentence as ``EverydayTokens`` splits it.
    static func tokens(of tokens: [Token], by language: WordTable) -> [Token] {
        let said = tokens.filter { $0.text != $0.folded || !language[.adverbs].contains($0.folded) }
        let named = Names.withoutTitles(language.stems(of: said), language)
        let each: [Token] = Names.joined(named, language).reduce(into: []) {
            append($1, to: &$0, language)
        }
        let counted = summed(each)
        let listed = Names.listed(language.language == .english ? Names.placed(counted) : counted)
        return Rewording(table: language, tokens: listed).reworded() ?? listed
    }

    /// Appends a token; words for numbers become digits.
    ///
    /// Several words can form one number: `five hundred`, `half a million`, `twenty five`.
    private static func append(_ token: Token, to tokens: inout [Token], _ language: WordTable) {
        let isOne =
            ["one", "en", "én", "ett"].contains(token.folded) && tokens.last?.isTens == true
        if tokens.last?.folded == "halv", let half = halfHour(before: token, language) {
            let start = tokens.removeLast().span.lowerBound
            return tokens.append(
                Token(
                    kind: .time(half), text: token.text, span: start..<token.span.upperBound))
        }
        guard case .word = token.kind,
            let word = isOne ? Lexer.tokens(of: "1")[0] : language.numbers[token.folded],
            var number = Int(word.text)
        else { return tokens.append(token) }
        let size = number
        var start = token.span.lowerBound
        while size >= 100, let last = tokens.last,
            ["a", "one", "en", "ett", "et", "half", "halv"].contains(last.folded)
        {
            if last.folded.hasPrefix("hal") { number = size / 2 }
            start = last.span.lowerBound
            tokens.removeLast()
        }
        if start == token.span.lowerBound, let last = tokens.last, case .number = last.kind,
            let count = Int(last.text)
        {
            if size >= 100, (1..<size).contains(count) {
                number = count * size
            } else if size < 10, last.isTens {
                number = count + size
            }
            if number != size {
                start = last.span.lowerBound
                tokens.removeLast()
            }
        }
        let text = String(number)
        tokens.append(
            Token(
                kind: Lexer.tokens(of: text)[0].kind, text: text,
                span: start..<token.span.upperBound))
    }

    /// The minutes after midnight of half an hour before an hour: `halv åtte` is 7:30.
    private static func halfHour(before token: Token, _ language: WordTable) -> Int? {
        let word = language.numbers[token.folded]?.text ?? token.text
        guard let hour = Int(word), (1...12).contains(hour) else { return nil }
        return (hour + 11) % 12 * 60 + 30
    }

    /// The tokens with numbers of several words joined: `two thousand five hundred`,
    /// `hundre og femti`.
    private static func summed(_ tokens: [Token]) -> [Token] {
        var output: [Token] = []
        for (place, token) in tokens.enumerated() {
            let isLinked = ["and", "og"].contains(output.last?.folded)
            let head = output.dropLast(isLinked ? 1 : 0)
            let isRange = ["between", "mellom"].contains(head.dropLast().last?.folded)
            let unit = tokens[min(place + 1, tokens.count - 1)].folded
            // In `two thousand two times`, the second `two` is a number of its own.
            let isCount =
                Vocabulary.unitWords.contains(unit) || EverydayWords.list(.times).contains(unit)
            guard let first = head.last, let large = first.wordNumber, let small = token.wordNumber,
                large >= 100, small < large,
                large.isMultiple(of: String(small).reduce(1) { size, _ in size * 10 }),
                !isCount, !(isLinked && isRange)
            else {
                output.append(token)
                continue
            }
            let text = String(large + small)
            output =
                head.dropLast() + [
                    Token(
                        kind: Lexer.tokens(of: text)[0].kind, text: text,
                        span: first.span.lowerBound..<token.span.upperBound)
                ]
        }
        return output
    }

    init(table: WordTable, tokens: [Token]) {
        self.table = table
        self.tokens = tokens
    }

    /// The tokens with phrases replaced; `nil` if they contain no phrase.
    ///
    /// - Parameter isWhole: whether to return `nil` also if a word has no replacement.
    func reworded(isWhole: Bool = false) -> [Token]? {
        var copy = self
        var place = 0
        while tokens[place].kind != .end { place = copy.step(from: place) }
        guard copy.hasChanged, copy.isWhole || !isWhole else { return nil }
        return copy.output + [tokens[place]]
    }

    /// Replaces one phrase, or keeps one token; returns the place after it.
    private mutating func step(from place: Int) -> Int {
        // Skips the comma after a greeting that was left out, such as `hey`.
        if tokens[place].text == ",", output.isEmpty {
            hasChanged = true
            return place + 1
        }
        var best: (entry: WordTable.Entry, found: Match)?
        for entry in table.entries(at: place, of: tokens) {
            guard entry.isAtStart == false || output.isEmpty,
                !entry.output.isEmpty || !isName(tokens[place]),
                let match = match(entry, at: place), match.length > best?.found.length ?? 0
            else { continue }
            best = (entry, match)
        }
        guard let best else {
            output.append(tokens[place])
            if case .word = tokens[place].kind, !Slot.isCurrency(tokens[place]) { isWhole = false }
            return place + 1
        }
        hasChanged = true
        let end = place + best.found.length
        let span = tokens[place].span.lowerBound..<tokens[end - 1].span.upperBound
        for part in best.entry.output { append(part, best.found, at: span) }
        return end
    }

    /// Whether a token is a capitalised word inside the sentence, which is never left out.
    ///
    /// `I` is an exception.
    private func isName(_ token: Token) -> Bool {
        token.text != token.folded && token.span.lowerBound > 0 && token.text.count > 1
    }

    private struct Match {
        var length = 0
        var slots: [Slot: Range<Int>] = [:]
    }

    /// The tokens at a place that an entry, or its parts behind the first ones, take.
    private func match(
        _ entry: WordTable.Entry, at place: Int, behind parts: Int = 0, _ found: Match = Match()
    ) -> Match? {
        let next = place + found.length
        guard next < tokens.count else { return nil }
        guard parts < entry.pattern.count else {
            let isLast = tokens[next].kind == .end || tokens[next].folded == ","
            return !entry.isAtEnd || isLast ? found : nil
        }
        var longer = found
        switch entry.pattern[parts] {
        case .word(let word):
            // A number in words has become digits by now.
            guard table.isWord(word, tokens[next]) else { return nil }
            longer.length += 1
        case .choice(let words, let isOptional):
            if words.contains(where: { table.isWord($0, tokens[next]) }) {
                longer.length += 1
                let match = match(entry, at: place, behind: parts + 1, longer)
                guard match == nil, isOptional else { return match }
            }
            return isOptional ? match(entry, at: place, behind: parts + 1, found) : nil
        case .slot(let slot):
            // In `this month than last month`, both must be the same period.
            guard let length = table.length(of: slot, in: tokens, at: next),
                found.slots[slot].map({ isSameWord(slot, $0.lowerBound, next) }) ?? true
            else { return nil }
            longer.slots[slot] = next..<next + length
            longer.length += length
        }
        return match(entry, at: place, behind: parts + 1, longer)
    }

    /// Whether a slot for words takes the same word of the grammar at two places.
    private func isSameWord(_ slot: Slot, _ first: Int, _ second: Int) -> Bool {
        table.word(for: slot, tokens[first]) == table.word(for: slot, tokens[second])
    }

    private mutating func append(_ part: WordTable.Output, _ match: Match, at span: Range<Int>) {
        switch part {
        case .token(let token): output.append(token.moved(to: span))
        case .slot(.nameStar):
            guard let place = match.slots[.name]?.first else { return }
            let token = tokens[place]
            let text = if case .quoted(let text) = token.kind { text } else { token.text }
            let starred = text.hasSuffix("*") ? text : text + "*"
            output.append(Token(kind: .quoted(starred), text: token.text, span: token.span))
        case .slot(let slot) where slot == .hour || slot == .evening:
            guard let range = match.slots[slot],
                let hour = Slot.hour(in: tokens, at: range.lowerBound)
            else { return }
            let isHalf = slot == .evening && (5 * 60..<13 * 60).contains(hour.minutes)
            let minutes = (hour.minutes + (isHalf ? 12 * 60 : 0)) % (24 * 60)
            let span =
                tokens[range.lowerBound].span
                .lowerBound..<tokens[range.upperBound - 1].span.upperBound
            output.append(
                Token(kind: .time(minutes), text: tokens[range.lowerBound].text, span: span))
        case .slot(.percent):
            guard let place = match.slots[.percent]?.first else { return }
            output.append(tokens[place])
            output.append(Lexer.tokens(of: "%")[0].moved(to: tokens[place + 1].span))
        case .slot(let slot):
            guard let range = match.slots[slot] else { return }
            let word = table.word(for: slot, tokens[range.lowerBound])
            output += word.map { [$0.moved(to: span)] } ?? tokens[range].map(\.inKroner)
        }
    }
}

extension Sentence {
    /// The sentence in the standard words of a language; `nil` if the language has none for it.
    ///
    /// In another language than English, the words are read back and must mean the same.
    func words(in language: Language, groups: NamedGroups) -> String? {
        guard language == .norwegian else { return canonicalWords }
        // Asks only for the readings: the problem of two readings would ask for these words again.
        guard let words = Rewording.written(canonicalWords),
            case let again = ParseAttempt(words, groups: groups).readings(),
            again.count == 1, again[0].meaning == meaning
        else { return nil }
        return words
    }
}

extension Rewording {
    /// The canonical words in Norwegian; `nil` if one of them has no Norwegian form.
    static func written(_ canonical: String) -> String? {
        Rewording(table: EverydayWords.written, tokens: Lexer.tokens(of: canonical))
            .reworded(isWhole: true)?.dropLast().reduce("") { text, token in
                let isClose =
                    text.isEmpty || [",", ")", "%", "."].contains(token.text)
                    || text.hasSuffix("(") || text.hasSuffix("-")
                return text + (isClose ? "" : " ") + token.norwegian
            }
    }
}

extension Token {
    /// The currency's code in place of its name.
    fileprivate var inKroner: Token {
        folded == "kroner" ? Lexer.tokens(of: "NOK")[0].moved(to: span) : self
    }

    /// The value of a number that was written in words; `nil` for any other token.
    fileprivate var wordNumber: Int? {
        guard case .number = kind, span.count != text.count else { return nil }
        return Int(text)
    }

    /// Whether the token is a word for tens, such as `twenty`.
    fileprivate var isTens: Bool {
        wordNumber.map { (20..<100).contains($0) && $0 % 10 == 0 } ?? false
    }

    /// The token as it is written in Norwegian sentences: `15.`, `1000,50`.
    fileprivate var norwegian: String {
        switch kind {
        case .ordinal(let day, _): "\(day)."
        case .number: text.replacing(".", with: ",")
        default: text
        }
    }
}
