import Finance

/// Finds names without quotation marks (RL-64).
enum Names {
    /// Joins the words of each name to one token.
    ///
    /// A name is capitalised, and may have numbers after it, or it ends in a word for an account.
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

    /// The tokens without words that say who somebody with a name is: `my tenant Ola`.
    static func withoutTitles(_ tokens: [Token], _ language: WordTable) -> [Token] {
        guard !language[.titles].isDisjoint(with: tokens.map(\.folded)) else { return tokens }
        func isTitle(_ place: Int) -> Bool {
            let next = tokens[min(place + 1, tokens.count - 1)]
            return language[.titles].contains(tokens[place].folded)
                && tokens[place].text == tokens[place].folded
                && Parser.isText(next) && !isAccount(next.text) && !Slot.isCurrency(next)
        }
        let owners = language[.owners].union(["min", "mitt", "vår", "vårt"])
        return tokens.indices.filter { place in
            !isTitle(place)
                && !(owners.contains(tokens[place].folded) && place + 1 < tokens.count
                    && isTitle(place + 1))
        }.map { tokens[$0] }
    }

    /// The tokens with the same link between all names of a list: `at A, B or C`, `except A and B`.
    ///
    /// Merchants are always joined by `or`, because no transaction is at two of them.
    static func listed(_ tokens: [Token]) -> [Token] {
        var (output, start) = (tokens, 0)
        for place in tokens.indices {
            let isExcept = ["except", "unntatt"].contains(tokens[place].folded)
            guard place >= start,
                isExcept || EverydayWords.list(.names).contains(tokens[place].folded)
            else { continue }
            var (end, links) = (place + 1, [Int]())
            while Parser.isText(tokens[end]), isLink(tokens[end + 1]),
                Parser.isText(tokens[end + 2])
            {
                links.append(end + 1)
                end += 2
            }
            guard let last = links.last, tokens[last].text != "," else { continue }
            start = end
            let names = (0...links.count).map { tokens[place + 1 + 2 * $0] }
            // An unknown name beside that of a merchant is not that of an account.
            let isAtShops =
                tokens[place].folded == "på" && names.contains(where: isShop)
                && !names.contains { isAccount($0.text) }
            if isAtShops {
                output[place] = Token(kind: .word, text: "hos", span: tokens[place].span)
            }
            let isEither =
                ["at", "hos"].contains(tokens[place].folded) || isAtShops
                || isExcept && names.allSatisfy(isShop)
            // A name such as `Regninger` is also a word of the tables.
            for link in links where isAccount(tokens[link + 1].text) {
                let name = tokens[link + 1]
                output[link + 1] = Token(
                    kind: .quoted(name.text), text: name.text, span: name.span)
            }
            guard isEither || isExcept || links.contains(where: { tokens[$0].text == "," }) else {
                continue
            }
            let word = isEither ? "or" : isExcept ? "," : tokens[last].folded
            for link in links where tokens[link].folded != word {
                output[link] = Token(
                    kind: word == "," ? .sign : .word, text: word, span: tokens[link].span)
            }
        }
        return output
    }

    private static func isShop(_ token: Token) -> Bool {
        Slot.shop.length(in: [token], at: 0) != nil
    }

    private static func isLink(_ token: Token) -> Bool {
        [",", "and", "or", "og", "eller"].contains(token.folded)
    }

    /// The tokens with `at` in place of `on` before a well-known merchant: `purchase on Amazon`.
    ///
    /// Before a payment service, `on` becomes `containing`.
    static func placed(_ tokens: [Token]) -> [Token] {
        tokens.enumerated().map { place, token in
            guard token.text == "on", case .quoted(let name) = tokens[place + 1].kind,
                name == tokens[place + 1].text,
                EverydayWords.list(.shops).contains(name.lowercased()), !isAccount(name)
            else { return token }
            let word = isCarrier(name) ? "containing" : "at"
            return Token(kind: .word, text: word, span: token.span)
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
        let owner = output.last { !language[.owners].contains($0.folded) }
        let isBehindPreposition =
            owner.map { EverydayWords.list(.names).contains($0.folded) } ?? false
        // In `at The Body Shop`, the article belongs to the name.
        if token.text == "The", isBehindPreposition, Parser.isText(tokens[place + 1]) {
            return 1 + length(at: place + 1, in: tokens, after: output, language)
        }
        if isBehindPreposition, isCreditCard(at: place, in: tokens) { return 2 }
        guard case .word = token.kind, !Vocabulary.isReserved(token.folded),
            !["atm", "minibank", "minibanken"].contains(token.folded)
        else { return 0 }
        if isQuoted(at: place, in: tokens) { return 1 }
        let kind = indefinite(token.folded)
        let isOwnCard = kind != "kort" && kind.hasSuffix("kort")
        let isKnown =
            language.spoken.contains(token.folded) && !(isBehindPreposition && isOwnCard)
        guard Parser.isText(token), !Slot.isCurrency(token) else {
            if isShop(at: place, in: tokens), !isAccount(token.folded, before: tokens[place + 1]) {
                // REMA 1000 is the only chain whose name ends in a number.
                return token.folded == "rema" && tokens[place + 1].text == "1000" ? 2 : 1
            }
            // In `my checking account`, both words are the name.
            if tokens[place + 1].folded == "account",
                EverydayWords.list(.purses).contains(token.folded)
            {
                return 2
            }
            guard !isKnown, isBehindPreposition || indefinite(token.folded).hasSuffix("konto")
            else { return 0 }
            return accountLength(at: place, in: tokens)
        }
        guard isBehindPreposition || !isKnown else { return 0 }
        // In `in US dollars`, `US` is not a name.
        let currencies = ["dollar", "dollars", "kroner", "kronor", "crowns", "pounds"]
        guard !currencies.contains(tokens[place + 1].folded) else { return 0 }
        var end = place + 1
        while isPart(tokens[end], of: token, before: tokens[min(end + 1, tokens.count - 1)]) {
            if isAmount(at: end, in: tokens, behind: owner) { break }
            end += 1
        }
        return end - place
    }

    /// Whether a word in lower case can only be the text of a transaction: `with the text rent`.
    static func isQuoted(at place: Int, in tokens: [Token]) -> Bool {
        let isBehindWith = place > 2 && ["with", "med"].contains(tokens[place - 1].folded)
        guard place > 1, case .word = tokens[place].kind,
            EverydayWords.list(.texts).contains(tokens[place - (isBehindWith ? 2 : 1)].folded)
        else { return false }
        let (word, next) = (tokens[place].folded, tokens[place + 1])
        let isLead = EverydayWords.list(.texts).contains(word)
        let isIdle = EverydayWords.languages.contains { language in
            language.isIdle(word) || language[.owners].contains(word)
                || language[.when].contains(word)
        }
        let isAtEnd =
            next.kind != .word || Vocabulary.isReserved(next.folded)
            || [.days, .names].contains { EverydayWords.list($0).contains(next.folded) }
        return word.count > 2 && !isLead && !isIdle && !Vocabulary.isReserved(word) && isAtEnd
    }

    /// Whether `credit card` is a name here, and not part of `credit card debt`.
    private static func isCreditCard(at place: Int, in tokens: [Token]) -> Bool {
        guard tokens[place].folded == "credit", tokens[place + 1].folded == "card" else {
            return false
        }
        let next = tokens[place + 2]
        return next.kind != .word
            || Vocabulary.words.contains(Substring(next.folded))
                && !Vocabulary.countedNouns.contains { $0.phrase.words[0] == next.folded }
    }

    /// Whether a word after a number looks like a currency but is none: `over 100 NOKK`.
    static func isUnknownCurrency(at place: Int, in tokens: [Token]) -> Bool {
        let token = tokens[place]
        return tokens.hasNumber(before: place) && token.kind == .word
            && (3...4).contains(token.text.count)
            && token.text.allSatisfy { $0.isASCII && $0.isUppercase } && !Slot.isCurrency(token)
            && !EverydayWords.isKnown(token.folded) && !isMerchant(token.text)
    }

    /// Whether the only number of a sentence follows a person, who may get that amount.
    ///
    /// It does in `pay Kari 500`, but not in `pay Kari 2 over 500`, `purchase at Kiwi 500` or
    /// `REMA 1000`.
    private static func isAmount(at place: Int, in tokens: [Token], behind word: Token?) -> Bool {
        guard case .number = tokens[place].kind, tokens[place].text.count > 1,
            !["at", "hos", "on", "of", "på"].contains(word?.folded),
            tokens[place - 1].folded != "rema" || tokens[place].text != "1000"
        else { return false }
        return tokens.count { if case .number = $0.kind { true } else { false } } == 1
    }

    /// Whether a token continues a name.
    ///
    /// A longer number after an account is an amount unless a limit follows: `Ferie 2026 under 50`.
    private static func isPart(_ token: Token, of name: Token, before next: Token) -> Bool {
        switch token.kind {
        // In `on Kredittkort I want`, `I` is not part of the name.
        case .word where token.text == "I" && next.kind == .word: false
        case .word:
            (Parser.isText(token) || ["Bank", "Account"].contains(token.text)
                || token.text == "account" && Self.takesKind(name)) && !Slot.isCurrency(token)
        case .number:
            !Slot.isCurrency(next) && next.folded != "%"
                && !Vocabulary.unitWords.contains(next.folded)
                && (token.text.count == 1 || !isAccount(name.text)
                    || ["is", "er", "under", "over", "below", "above"].contains(next.folded))
        default: false
        }
    }

    /// Whether the word `account` after a name belongs to it: `Savings account`, `Ola's account`.
    private static func takesKind(_ name: Token) -> Bool {
        EverydayWords.english[.purses].contains(name.folded)
            || name.text.hasSuffix("s") && name.text.contains { $0 == "'" || $0 == "\u{2019}" }
    }

    /// Whether a name is that of a well-known merchant, or begins with a number as in `7-Eleven`.
    static func isMerchant(_ name: String) -> Bool {
        let word = firstWord(of: name)
        let shops = EverydayWords.list(.shops)
        return shops.contains(word) || shops.contains(String(word.prefix { $0 != "-" }))
            || name.first?.isNumber == true && name.contains("-")
    }

    /// Whether a name is that of an authority that pays people and sends them no bills.
    static func paysOnly(_ name: String) -> Bool {
        ["nav", "skatteetaten", "lånekassen"].contains(firstWord(of: name))
    }

    /// Whether a name is that of a payment service.
    ///
    /// The bank's text has this name before the name of the payee.
    static func isCarrier(_ name: String) -> Bool { firstWord(of: name) == "vipps" }

    /// Whether a word in lower case is the name of a well-known merchant: `at netflix`.
    static func isShop(at place: Int, in tokens: [Token]) -> Bool {
        let word = tokens[place].folded
        if EverydayWords.list(.brands).contains(word) { return true }
        let places = ["at", "on", "from", "to", "hos", "på", "fra", "til"]
        return place > 0 && places.contains(tokens[place - 1].folded) && isMerchant(word)
    }

    /// Whether a name is that of a credit card, whose balance is a debt.
    static func isCard(_ name: String) -> Bool {
        ["mastercard", "amex", "eurocard", "kredittkort", "kredittkortet"]
            .contains(firstWord(of: name)) || name.lowercased() == "credit card"
    }

    /// Whether a name can only be that of an own account.
    static func isOwn(_ name: String) -> Bool {
        let word = name.lowercased().filter(\.isLetter)
        return isCard(name) || word == "felles"
            || EverydayWords.list(.accounts).contains { word.hasSuffix($0) }
    }

    /// Whether a name is one that people often give to accounts.
    static func isAccount(_ name: String) -> Bool {
        let (word, first) = (name.lowercased().filter(\.isLetter), firstWord(of: name))
        return EverydayWords.list(.accounts).contains { word.hasSuffix($0) }
            || EverydayWords.list(.purses).contains { first.hasPrefix($0) }
    }

    private static func firstWord(of name: String) -> String {
        String(name.lowercased().prefix { $0 != " " && $0 != "*" })
    }

    /// The indefinite form of a word for an account: `brukskonto` for `brukskontoen`.
    ///
    /// Other words stay as they are.
    static func indefinite(_ word: String) -> String {
        let isDefinite =
            word == word.lowercased() && ["kontoen", "kortet"].contains(where: word.hasSuffix)
        return isDefinite ? String(word.dropLast(2)) : word
    }

    /// The number of tokens of an account's name in lower case: `savings account`, `brukskonto`.
    private static func accountLength(at place: Int, in tokens: [Token]) -> Int {
        let word = indefinite(tokens[place].folded)
        let kinds = EverydayWords.list(.accounts)
        if word.count > 5, kinds.contains(where: { word != $0 && word.hasSuffix($0) }) { return 1 }
        return isAccount(word, before: tokens[place + 1]) ? 2 : 0
    }

    /// Whether a word can be a name with the word for an account after it: `savings account`.
    static func isAccount(_ word: String, before next: Token) -> Bool {
        // A misspelling of `any account` is not a name.
        EverydayWords.list(.accounts).contains(next.folded)
            && !EverydayWords.list(.each).contains { EditDistance.between(word, $0) <= 2 }
    }

    /// The tokens with each name of several words that a file defines joined to one token.
    ///
    /// `nil` if there are no such names.
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
