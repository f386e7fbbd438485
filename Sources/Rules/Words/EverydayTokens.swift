import Finance

/// Splits a sentence as people type it (RL-62).
///
/// It knows forms such as `€50`, `500,-`, `5k`, `1.000,50`, `30min`, `15.` and `isn't`.
struct EverydayTokens {
    private let plain: [Token]
    private var output: [Token] = []

    static func tokens(of text: String) -> [Token] {
        let scalars = Array(text.unicodeScalars)
        var cut = EverydayTokens(plain: joiningNames(Lexer.tokens(of: joiningApostrophes(scalars))))
        var place = 0
        while place < cut.plain.count { place = cut.step(from: place) }
        let spelt = cut.currenciesBehind().map { $0.spelt(as: scalars) }
        return withoutTitleCase(withCadence(withoutRequests(spelt)))
    }

    /// The tokens of a sentence; in a heading, known words are put in lower case.
    ///
    /// In a heading, all words begin with a capital letter: `Salary Received`.
    private static func withoutTitleCase(_ tokens: [Token]) -> [Token] {
        let words = tokens.filter { $0.kind == .word && !Slot.isCurrency($0) }
        guard words.count > 1, words.allSatisfy({ $0.text != $0.folded }) else { return tokens }
        return tokens.map { token in
            guard token.kind == .word, EverydayWords.isKnown(token.folded),
                !EverydayWords.list(.purses).contains(token.folded), !Slot.isCurrency(token)
            else { return token }
            return Token(kind: .word, text: token.folded, span: token.span)
        }
    }

    private init(plain: [Token]) { self.plain = plain }

    /// Replaces apostrophes inside words, so that they do not begin a text in quotation marks.
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
                let (before, behind) = (scalars[..<place].last, scalars[(place + 1)...])
                if before?.isLetter == true, behind.first?.isLetter == true {
                    joined[place] = "\u{2019}"
                } else if before?.properties.numericType == .decimal, behind.count >= 3,
                    behind.prefix(3).allSatisfy({ $0.properties.numericType == .decimal })
                {
                    // The apostrophe in `1'000` separates thousands.
                    joined[place] = " "
                } else {
                    closer = "'"
                }
            } else {
                closer = closers[scalar]
            }
        }
        return joined
    }

    /// Joins names with a number before or a plus sign after them: `7-Eleven`, `Disney+`.
    private static func joiningNames(_ tokens: [Token]) -> [Token] {
        var output: [Token] = []
        var place = 0
        while place < tokens.count {
            let length = [3, 2].first { length in
                let parts = tokens[place...].prefix(length)
                let isWhole = zip(parts, parts.dropFirst()).allSatisfy {
                    $0.span.upperBound == $1.span.lowerBound
                }
                return isWhole && isName(Array(parts)) || isPair(Array(parts))
            }
            let parts = tokens[place..<place + (length ?? 1)]
            let (lower, upper) = (parts[place].span.lowerBound, parts[parts.endIndex - 1].span)
            let name = parts.map(\.text).joined(separator: isPair(Array(parts)) ? " " : "")
            output.append(
                length == nil
                    ? tokens[place]
                    : Token(kind: .quoted(name), text: name, span: lower..<upper.upperBound))
            place += parts.count
        }
        return output
    }

    /// Whether the tokens are one name of two words: `Mat & Drikke`, but not `REMA & KIWI`.
    private static func isPair(_ parts: [Token]) -> Bool { isApart(parts) && !isTwoNames(parts) }

    /// Whether `&` is between two names, with a space before it.
    private static func isApart(_ parts: [Token]) -> Bool {
        parts.count == 3 && parts[1].text == "&" && Parser.isText(parts[0])
            && Parser.isText(parts[2]) && parts[0].span.upperBound < parts[1].span.lowerBound
    }

    private static func isTwoNames(_ parts: [Token]) -> Bool {
        let names = [parts[0].text, parts[2].text]
        return names.contains { Names.isOwn($0) || Names.isMerchant($0) }
            || names.allSatisfy(Names.isAccount)
    }

    private static func isName(_ parts: [Token]) -> Bool {
        switch (parts[0].kind, parts.count) {
        case (.number, 3):
            parts[1].text == "-" && Parser.isText(parts[2]) && !Slot.isCurrency(parts[2])
        case (.word, 2):
            parts[1].text == "+" && !Vocabulary.isReserved(parts[0].folded)
                && !Slot.isCurrency(parts[0])
        default: false
        }
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
        case .word: if !splitCurrency(token), !splitName(token) { output.append(token) }
        // In `hver 2. uke`, the number counts weeks.
        case .number where isDay(place, behind: ["hver"]):
            output.append(token)
            return place + 2
        case .number where isDay(place):
            let day = Int(token.text) ?? 0
            let ordinal = Lexer.tokens(of: Parser.ordinalText(day))[0].kind
            output.append(Token(kind: ordinal, text: token.text, span: token.span))
            return place + 2
        default: output.append(token)
        }
        return place + 1
    }

    private mutating func invalid(_ token: Token, _ problem: LexicalProblem, _ place: Int) -> Int {
        if token.text == ":", isAmountDash(place) { return place + 2 }
        if place > 0, Self.isApart(Array(plain[place - 1..<min(place + 2, plain.count)])) {
            output.append(Token(kind: .word, text: "and", span: token.span))
            return place + 1
        }
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
        } else if Self.dashes.contains(token.text), Slot.isCurrency(plain[place + 1]) {
            output.append(Token(kind: .word, text: "minus", span: token.span))
        } else if !isStop(token, place) {
            output.append(token)
        }
        return place + 1
    }

    /// Whether a sign ends the sentence or an abbreviation: `kl.`.
    private func isStop(_ token: Token, _ place: Int) -> Bool {
        guard [".", "!", "?"].contains(token.text) else { return false }
        if plain[place + 1].kind == .end { return true }
        return token.text == "." && EverydayWords.list(.short).contains(output.last?.folded ?? "")
    }

    /// Whether `1.500,-` comes next, which could be 1.5 without its comma and dash.
    private func isWholeAmount(_ token: Token, _ place: Int) -> Bool {
        let (comma, dash) = (plain[place + 1], plain[min(place + 2, plain.count - 1)])
        return Self.isGrouped(token.text) && Set(token.text.filter { !$0.isNumber }).count == 1
            && comma.text == "," && Self.dashes.contains(dash.text)
    }

    /// Whether the comma and dash of `500,-` come next.
    private func isAmountDash(_ place: Int) -> Bool {
        let (comma, dash) = (plain[place], plain[place + 1])
        return dash.span.lowerBound == comma.span.upperBound && Self.dashes.contains(dash.text)
            && output.last?.span.upperBound == comma.span.lowerBound
    }

    /// Whether a day is next: a number with a period after it and a word such as `den` before it.
    private func isDay(
        _ place: Int, behind words: Set<String> = EverydayWords.list(.days)
    ) -> Bool {
        let (number, point) = (plain[place], plain[place + 1])
        guard point.text == ".", point.span.lowerBound == number.span.upperBound,
            let day = Int(number.text), (1...31).contains(day)
        else { return false }
        return words.contains(output.last?.folded ?? "")
    }

    /// The number with its suffix for thousands or millions.
    ///
    /// `1.5k` and `1,5k` are 1500, `2 k` is 2000 and `1,5 mill` is 1500000. Numbers with three
    /// decimals are left as they are, because the decimals may be thousands themselves.
    private func thousands(_ place: Int) -> Token? {
        let (token, next) = (plain[place], plain[min(place + 1, plain.count - 1)])
        guard let zeros = Self.zeros[next.text] ?? Self.zeros[next.folded] else { return nil }
        let parts = token.text.split(omittingEmptySubsequences: false) { ".,".contains($0) }
        guard parts.count <= 2, parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy(\.isNumber) }),
            parts.count == 1 || parts[1].count < 3
        else { return nil }
        // `2,5 k` may be a list.
        let isJoined = next.span.lowerBound == token.span.upperBound
        guard parts.count == 1 || isJoined || zeros > 3 else { return nil }
        // `1000 k` is more often a misspelt `kr` than a million.
        guard isJoined || zeros > 3 || parts[0].count < 4 else { return nil }
        let decimals = parts.count == 1 ? 0 : parts[1].count
        let digits = parts.joined() + String(repeating: "0", count: zeros - decimals)
        return Token(
            kind: Lexer.tokens(of: digits)[0].kind, text: digits,
            span: token.span.lowerBound..<next.span.upperBound)
    }

    private static let zeros = [
        "k": 3, "tkr": 3, "M": 6, "mill": 6, "million": 6, "millions": 6, "millioner": 6,
    ]

    /// Splits letters off a number: `5k` becomes a number, `30min` a number and a word.
    ///
    /// Ordinals such as `15th` and times such as `8pm` stay as they are.
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
        output.append(Token(kind: kind, text: String(digits), span: token.span.lowerBound..<middle))
        output.append(Token(kind: .word, text: suffix, span: middle..<token.span.upperBound))
    }

    /// Splits a token such as `kr500` into currency and number.
    private mutating func splitCurrency(_ token: Token) -> Bool {
        let word = token.text.prefix { $0.isLetter }
        let digits = token.text.dropFirst(word.count)
        let middle = token.span.lowerBound + word.unicodeScalars.count
        let currency = Token(kind: .word, text: String(word), span: token.span.lowerBound..<middle)
        guard !digits.isEmpty, digits.allSatisfy(\.isNumber), Slot.isCurrency(currency) else {
            return false
        }
        output.append(currency)
        output.append(
            Token(
                kind: Lexer.tokens(of: String(digits))[0].kind, text: String(digits),
                span: middle..<token.span.upperBound))
        return true
    }

    /// Splits a name and a kind of transactions, and puts a preposition between them.
    ///
    /// `Kiwi-kjøp` becomes `kjøp hos 'Kiwi*'`, `NAV-utbetaling` becomes `utbetaling fra NAV`. Other
    /// words after a known name, and words after a common word, become one word that is no name:
    /// `Mat-kjøp`.
    private mutating func splitName(_ token: Token) -> Bool {
        let (text, start) = (token.text, token.span.lowerBound)
        guard Parser.isText(token), let dash = text.lastIndex(of: "-") else { return false }
        let (name, kind) = (String(text[..<dash]), String(text[text.index(after: dash)...]))
        guard kind.count > 2, kind == kind.lowercased(),
            !EverydayWords.list(.accounts).contains(Names.indefinite(kind))
        else { return false }
        let isShop = Names.isMerchant(name)
        let isBrand = isShop || EverydayWords.list(.brands).contains(name.lowercased())
        let isAccount = Names.isAccount(name)
        let isWord = EverydayWords.isKnown(name.lowercased()) || isAccount
        let isIncome = ["inn", "lønn", "refusjon", "ut"].contains(where: kind.hasPrefix)
        // `Felles-innbetaling` may be a payment to an account or from it.
        guard EverydayWords.list(.kinds).contains(kind), isBrand || !isWord, !isIncome || !isAccount
        else {
            guard isBrand || isWord else { return false }
            output.append(Token(kind: .word, text: token.folded, span: token.span))
            return true
        }
        let link = isIncome ? "fra" : isAccount ? "på" : "hos"
        let isPart = link == "hos" || isShop && !Names.paysOnly(name)
        let middle = start + name.unicodeScalars.count
        output += [
            Token(kind: .word, text: kind, span: middle + 1..<token.span.upperBound),
            Token(kind: .word, text: link, span: middle..<middle + 1),
            Token(kind: .quoted(isPart ? name + "*" : name), text: name, span: start..<middle),
        ]
        return true
    }

    /// The tokens with currencies moved behind their numbers: `kr 500`, `-kr 500`, `kr -500`.
    private func currenciesBehind() -> [Token] {
        var tokens = output
        for place in tokens.indices.dropLast() where Slot.isCurrency(tokens[place]) {
            let isNegative =
                Self.dashes.contains(tokens[place + 1].text) && place + 2 < tokens.count
            let number = place + (isNegative ? 2 : 1)
            guard case .number = tokens[number].kind, !tokens.hasNumber(before: place)
            else { continue }
            tokens.insert(tokens.remove(at: place), at: number)
        }
        return tokens
    }

    /// Whether all groups of digits after the first have three digits.
    ///
    /// Decimals after another separator may have any number of digits.
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
    /// The token in the characters that the person wrote.
    fileprivate func spelt(as scalars: [Unicode.Scalar]) -> Token {
        guard kind == .word else { return self }
        // A question mark at the end of the sentence is not a wildcard.
        if text.hasSuffix("?"), span.upperBound == scalars.count {
            let word = String(text.dropLast())
            return Token(kind: .word, text: word, span: span.lowerBound..<span.upperBound - 1)
                .spelt(as: Array(scalars.dropLast()))
        }
        if text != folded, EverydayWords.list(.calendar).contains(folded) {
            return Token(kind: .word, text: folded, span: span)
        }
        // In `Brukskonto's balance`, the name is `Brukskonto`; `Ola's account` may be a name
        // itself.
        let owner = String(text.dropLast(text.hasSuffix("\u{2019}s") ? 2 : 1))
        if Parser.isText(self),
            owner.count < text.count - 1 && Names.isOwn(owner) || text.hasSuffix("kontos")
        {
            return Token(kind: .word, text: owner, span: span)
        }
        guard text.contains("\u{2019}") else { return self }
        return Token(kind: .word, text: String(scalars: scalars[span]), span: span)
    }
}
