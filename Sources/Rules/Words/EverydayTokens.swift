import Finance

/// Cuts a sentence as people type it: `€50`, `500,-`, `5k`, `1.000,50`, `30min`, `15.`, `isn't` (RL-62).
struct EverydayTokens {
    private let plain: [Token]
    private var output: [Token] = []

    static func tokens(of text: String) -> [Token] {
        let scalars = Array(text.unicodeScalars)
        var cut = EverydayTokens(plain: Lexer.tokens(of: joiningApostrophes(scalars)))
        var place = 0
        while place < cut.plain.count { place = cut.step(from: place) }
        return cut.currenciesBehind().map { $0.spelt(as: scalars) }
    }

    private init(plain: [Token]) { self.plain = plain }

    /// Writes an apostrophe inside a word so that it does not begin a text in quotes.
    private static func joiningApostrophes(_ scalars: [Unicode.Scalar]) -> [Unicode.Scalar] {
        var joined = scalars
        var closer: Unicode.Scalar?
        let closers: [Unicode.Scalar: Unicode.Scalar] = [
            "\"": "\"", "\u{201C}": "\u{201D}", "«": "»",
        ]
        for (place, scalar) in scalars.enumerated() {
            if let open = closer {
                if scalar == open { closer = nil }
            } else if scalar == "'" {
                let isInside =
                    place > 0 && scalars[place - 1].isLetter && place + 1 < scalars.count
                    && scalars[place + 1].isLetter
                if isInside { joined[place] = "\u{2019}" } else { closer = "'" }
            } else {
                closer = closers[scalar]
            }
        }
        return joined
    }

    private mutating func step(from place: Int) -> Int {
        let token = plain[place]
        if let thousands = thousands(place) {
            output.append(thousands)
            return place + 2
        }
        switch token.kind {
        case .invalid(let problem): return invalid(token, problem, place)
        case .ordinal(let number, let suffix): split(token, number, suffix)
        case .sign where token.text == "," && isAmountDash(place): return place + 2
        case .number where isDay(place):
            let day = Int(token.text) ?? 0
            let ordinal = Lexer.tokens(of: Parser.ordinalText(day))[0].kind
            output.append(Token(kind: ordinal, text: token.text, span: token.span))
            return place + 2
        default: output.append(token)
        }
        return place + 1
    }

    private mutating func invalid(
        _ token: Token, _ problem: LexicalProblem, _ place: Int
    ) -> Int {
        if let code = Self.currencies[token.text] {
            output.append(Token(kind: .word, text: code, span: token.span))
        } else if isWholeAmount(token, place) {
            let digits = token.text.filter(\.isNumber)
            output.append(
                Token(kind: Lexer.tokens(of: digits)[0].kind, text: digits, span: token.span))
        } else if problem.code == "bad-number", Self.isGrouped(token.text),
            let plain = problem.replacements.first
        {
            output.append(
                Token(kind: Lexer.tokens(of: plain)[0].kind, text: plain, span: token.span))
        } else if !isStop(token, place) {
            output.append(token)
        }
        return place + 1
    }

    /// Whether it ends the sentence or an abbreviation: `kl.`.
    private func isStop(_ token: Token, _ place: Int) -> Bool {
        guard [".", "!", "?"].contains(token.text) else { return false }
        if plain[place + 1].kind == .end { return true }
        return token.text == "."
            && EverydayWords.list(.short).contains(output.last?.folded ?? "")
    }

    /// Whether `1.500,-` stands here, which could be 1.5 without its dash.
    private func isWholeAmount(_ token: Token, _ place: Int) -> Bool {
        let (comma, dash) = (plain[place + 1], plain[min(place + 2, plain.count - 1)])
        return Self.isGrouped(token.text) && Set(token.text.filter { !$0.isNumber }).count == 1
            && comma.text == "," && Self.dashes.contains(dash.text)
    }

    /// Whether the comma and dash of `500,-` stand here.
    private func isAmountDash(_ place: Int) -> Bool {
        let (comma, dash) = (plain[place], plain[place + 1])
        return dash.span.lowerBound == comma.span.upperBound
            && Self.dashes.contains(dash.text)
            && output.last?.span.upperBound == comma.span.lowerBound
    }

    /// Whether it is a day: a number with a point behind a word for days.
    private func isDay(_ place: Int) -> Bool {
        let (number, point) = (plain[place], plain[place + 1])
        guard point.text == ".", point.span.lowerBound == number.span.upperBound,
            let day = Int(number.text), (1...31).contains(day)
        else { return false }
        return EverydayWords.list(.days).contains(output.last?.folded ?? "")
    }

    /// `1.5k` and `1,5k` as 1500; not with three decimals, which may be thousands themselves.
    private func thousands(_ place: Int) -> Token? {
        let (token, next) = (plain[place], plain[min(place + 1, plain.count - 1)])
        let parts = token.text.split(omittingEmptySubsequences: false) { ".,".contains($0) }
        guard next.folded == "k", next.span.lowerBound == token.span.upperBound, parts.count == 2,
            parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy(\.isNumber) }), parts[1].count < 3
        else { return nil }
        let digits = parts[0] + parts[1] + String(repeating: "0", count: 3 - parts[1].count)
        return Token(
            kind: Lexer.tokens(of: String(digits))[0].kind, text: String(digits),
            span: token.span.lowerBound..<next.span.upperBound)
    }

    /// `5k` is a number, `30min` a number and a word; `15th` stays as it is.
    private mutating func split(_ token: Token, _ number: Int, _ suffix: String) {
        let stays = ["st", "nd", "rd", "th", "am", "pm"].contains(suffix)
        let digits = token.text.prefix { $0.isNumber }
        guard !stays, String(number) == digits else { return output.append(token) }
        if suffix == "k" {
            output.append(
                Token(
                    kind: Lexer.tokens(of: digits + "000")[0].kind, text: digits + "000",
                    span: token.span))
            return
        }
        let middle = token.span.lowerBound + digits.unicodeScalars.count
        let kind = Lexer.tokens(of: String(digits))[0].kind
        output.append(
            Token(kind: kind, text: String(digits), span: token.span.lowerBound..<middle))
        output.append(Token(kind: .word, text: suffix, span: middle..<token.span.upperBound))
    }

    /// The tokens with a currency in front of its number put behind it: `kr 500`.
    private func currenciesBehind() -> [Token] {
        var tokens = output
        for place in tokens.indices.dropLast() where Slot.isCurrency(tokens[place]) {
            guard case .number = tokens[place + 1].kind, !Self.isNumber(before: place, tokens)
            else { continue }
            tokens.swapAt(place, place + 1)
        }
        return tokens
    }

    private static func isNumber(before place: Int, _ tokens: [Token]) -> Bool {
        guard place > 0, case .number = tokens[place - 1].kind else { return false }
        return true
    }

    /// Whether all groups behind the first have three digits, but for decimals behind another sign.
    private static func isGrouped(_ text: String) -> Bool {
        let signs = text.filter { $0 == "." || $0 == "," }
        var groups = text.split { $0 == "." || $0 == "," }
        guard let first = groups.first, first.count <= 3, let sign = signs.first else {
            return false
        }
        if signs.last != sign { groups.removeLast() }
        return signs.dropLast().allSatisfy { $0 == sign }
            && groups.dropFirst().allSatisfy { $0.count == 3 }
    }

    private static let dashes = ["-", "\u{2013}", "\u{2014}"]
    private static let currencies = ["€": "EUR", "$": "USD", "£": "GBP"]
}

extension Token {
    /// The token with the characters that the person wrote.
    fileprivate func spelt(as scalars: [Unicode.Scalar]) -> Token {
        guard kind == .word, text.contains("\u{2019}") else { return self }
        return Token(kind: .word, text: String(scalars: scalars[span]), span: span)
    }
}

/// Names without quotes (RL-64).
enum Names {
    /// Joins the words of each name to one text.
    ///
    /// A name is capitalised, with numbers behind it, or ends in a word for an account.
    static func joined(_ tokens: [Token], _ language: WordTable) -> [Token] {
        var output: [Token] = []
        var place = 0
        while place < tokens.count {
            let length = length(at: place, in: tokens, after: output, language)
            guard length > 0 else {
                output.append(tokens[place])
                place += 1
                continue
            }
            output.append(text(of: tokens[place..<place + length]))
            place += length
        }
        return output
    }

    /// The tokens with the commas of a list of names as what stands before its last one: `at A, B or C`.
    ///
    /// Several merchants are always either: nothing is bought at two of them at once.
    static func listed(_ tokens: [Token]) -> [Token] {
        var (output, start) = (tokens, 0)
        for place in tokens.indices where EverydayWords.list(.names).contains(tokens[place].folded)
        {
            guard place >= start else { continue }
            var (end, links) = (place + 1, [Int]())
            while Parser.isText(tokens[end]), isLink(tokens[end + 1]),
                Parser.isText(tokens[end + 2])
            {
                links.append(end + 1)
                end += 2
            }
            guard let last = links.last, tokens[last].text != ",",
                links.contains(where: { tokens[$0].text == "," })
            else { continue }
            start = end
            let isEither = ["at", "hos"].contains(tokens[place].folded)
            let word = isEither ? "or" : tokens[last].folded
            for link in links where tokens[link].folded != word {
                output[link] = Token(kind: .word, text: word, span: tokens[link].span)
            }
        }
        return output
    }

    private static func isLink(_ token: Token) -> Bool {
        [",", "and", "or", "og", "eller"].contains(token.folded)
    }

    /// The tokens with `at` for `on` in front of a well-known merchant: `purchase on Amazon`.
    static func placed(_ tokens: [Token]) -> [Token] {
        tokens.enumerated().map { place, token in
            guard token.text == "on", case .quoted(let name) = tokens[place + 1].kind,
                name == tokens[place + 1].text,
                EverydayWords.list(.shops).contains(name.lowercased()), !isAccount(name)
            else { return token }
            return Token(kind: .word, text: "at", span: token.span)
        }
    }

    private static func text(of tokens: ArraySlice<Token>) -> Token {
        let words = tokens.map { indefinite($0.text) }
        let (lower, upper) = (tokens.first?.span.lowerBound ?? 0, tokens.last?.span.upperBound ?? 0)
        let name = words.joined(separator: " ")
        return Token(kind: .quoted(name), text: name, span: lower..<upper)
    }

    private static func length(
        at place: Int, in tokens: [Token], after output: [Token], _ language: WordTable
    ) -> Int {
        let token = tokens[place]
        guard case .word = token.kind, !Vocabulary.isReserved(token.folded) else { return 0 }
        let owner = output.last { !language[.owners].contains($0.folded) }
        let isBehindPreposition =
            owner.map { EverydayWords.list(.names).contains($0.folded) } ?? false
        let isKnown = language.spoken.contains(token.folded)
        guard Parser.isText(token), !Slot.isCurrency(token) else {
            guard !isKnown, isBehindPreposition || indefinite(token.folded).hasSuffix("konto")
            else { return 0 }
            return accountLength(at: place, in: tokens)
        }
        guard isBehindPreposition || !isKnown else { return 0 }
        var end = place + 1
        while isPart(tokens[end], before: tokens[min(end + 1, tokens.count - 1)]) { end += 1 }
        return end - place
    }

    private static func isPart(_ token: Token, before next: Token) -> Bool {
        switch token.kind {
        case .word: Parser.isText(token) && !Slot.isCurrency(token)
        case .number:
            !Slot.isCurrency(next) && next.folded != "%"
                && !Vocabulary.unitWords.contains(next.folded)
        default: false
        }
    }

    /// Whether a name is one of a well-known merchant.
    static func isMerchant(_ name: String) -> Bool {
        EverydayWords.list(.shops).contains(firstWord(of: name))
    }

    /// Whether a name is one that people give to accounts.
    static func isAccount(_ name: String) -> Bool {
        let word = name.lowercased().filter(\.isLetter)
        return EverydayWords.list(.accounts).contains { word.hasSuffix($0) }
            || EverydayWords.list(.purses).contains { firstWord(of: name).hasPrefix($0) }
    }

    private static func firstWord(of name: String) -> String {
        String(name.lowercased().prefix { $0 != " " && $0 != "*" })
    }

    /// `brukskonto` for `brukskontoen`, as accounts are called; other words as they are.
    static func indefinite(_ word: String) -> String {
        let isDefinite =
            word == word.lowercased() && ["kontoen", "kortet"].contains(where: word.hasSuffix)
        return isDefinite ? String(word.dropLast(2)) : word
    }

    /// `savings account`, `brukskonto`.
    private static func accountLength(at place: Int, in tokens: [Token]) -> Int {
        let word = indefinite(tokens[place].folded)
        let kinds = EverydayWords.list(.accounts)
        if word.count > 5, kinds.contains(where: { word != $0 && word.hasSuffix($0) }) { return 1 }
        return isAccount(word, before: tokens[place + 1]) ? 2 : 0
    }

    /// Whether a word may be a name of the account that is called so behind it: `savings account`.
    static func isAccount(_ word: String, before next: Token) -> Bool {
        // A slip in `any account` is no name.
        EverydayWords.list(.accounts).contains(next.folded)
            && !EverydayWords.list(.each).contains { EditDistance.between(word, $0) <= 2 }
    }

    /// The tokens with the names of several words that a file has given taken as one each;
    /// `nil` if none stands in them.
    static func known(in tokens: [Token], _ names: Set<String>) -> [Token]? {
        guard !names.isEmpty else { return nil }
        var output: [Token] = []
        var place = 0
        while place < tokens.count {
            let length = (2...6).last { length in
                guard place + length < tokens.count else { return false }
                let words = tokens[place..<place + length].map(\.text)
                return names.contains(MatchText.fold(words.joined(separator: " ")))
            }
            output.append(length.map { text(of: tokens[place..<place + $0]) } ?? tokens[place])
            place += length ?? 1
        }
        return output.count < tokens.count ? output : nil
    }
}
