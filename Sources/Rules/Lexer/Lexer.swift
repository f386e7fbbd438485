/// Cuts a sentence into tokens; never fails, what can't be read becomes an invalid token.
struct Lexer {
    /// The sentence in code points.
    let scalars: [Unicode.Scalar]
    /// The next code point to look at.
    var position = 0

    /// The tokens of `sentence`, with an end token behind them.
    static func tokens(of sentence: String) -> [Token] {
        tokens(of: Array(sentence.unicodeScalars))
    }

    /// The tokens of a sentence in code points, with an end token behind them.
    static func tokens(of sentence: [Unicode.Scalar]) -> [Token] {
        var lexer = Lexer(scalars: sentence)
        var tokens: [Token] = []
        while let token = lexer.token() { tokens.append(token) }
        let end = lexer.scalars.count
        tokens.append(Token(kind: .end, text: "", span: end..<end))
        return tokens
    }

    /// The code point `distance` ahead, or `nil` beyond the end.
    func peek(_ distance: Int = 0) -> Unicode.Scalar? {
        position + distance < scalars.count ? scalars[position + distance] : nil
    }

    /// The text of some code points.
    func text(_ range: Range<Int>) -> String { String(scalars: scalars[range]) }

    /// Makes a token from `start` to the current place.
    func made(_ kind: Token.Kind, from start: Int) -> Token {
        Token(kind: kind, text: text(start..<position), span: start..<position)
    }

    private mutating func token() -> Token? {
        while let scalar = peek(), scalar.isBlank { position += 1 }
        guard let scalar = peek() else { return nil }
        if Self.isDigit(scalar) { return number() }
        if let closer = Self.closers[scalar] { return quoted(closedBy: closer) }
        if scalar.isLetter { return word() }
        return sign(scalar)
    }

    private mutating func word() -> Token {
        let start = position
        while let scalar = peek(), isInsideWord(scalar) { position += 1 }
        return made(.word, from: start)
    }

    private func isInsideWord(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isLetter || Self.isDigit(scalar) { return true }
        switch scalar {
        case "-", "_", "&", "*", "?": return true
        case ".": return peek(1)?.isLetter == true
        default: return !scalar.isASCII && scalar.properties.generalCategory == .nonspacingMark
        }
    }

    private mutating func quoted(closedBy closer: Unicode.Scalar) -> Token {
        let start = position
        position += 1
        while let scalar = peek(), scalar != closer { position += 1 }
        guard peek() != nil else {
            return made(.invalid(unclosed(from: start, closer: closer)), from: start)
        }
        let content = text(start + 1..<position)
        position += 1
        let isEmpty = content.allSatisfy(\.isWhitespace)
        return made(isEmpty ? .invalid(.emptyText) : .quoted(content), from: start)
    }

    /// Offers to close the quote behind each of the first words.
    private func unclosed(from start: Int, closer: Unicode.Scalar) -> LexicalProblem {
        var replacements: [String] = []
        for end in start + 1...scalars.count
        where end == scalars.count || scalars[end].isBlank || scalars[end] == "," {
            guard end > start + 1 else { continue }
            guard replacements.count < 8 else { break }
            replacements.append(
                text(start..<end) + String(closer) + text(end..<scalars.count))
        }
        return LexicalProblem(
            "unclosed-quote", "this quote is never closed with \(closer)",
            replacements: replacements)
    }

    private mutating func sign(_ scalar: Unicode.Scalar) -> Token {
        let start = position
        position += 1
        switch scalar {
        case "<", ">":
            if peek() == "=" { position += 1 }
            return made(.sign, from: start)
        case ",", "(", ")", "%":
            return made(.sign, from: start)
        default:
            return made(.invalid(.character(scalar)), from: start)
        }
    }

    /// Whether it is one of the ten ASCII digits.
    static func isDigit(_ scalar: Unicode.Scalar) -> Bool {
        ("0"..."9").contains(scalar)
    }

    private static let closers: [Unicode.Scalar: Unicode.Scalar] = [
        "'": "'", "\"": "\"", "\u{201C}": "\u{201D}", "«": "»",
    ]
}

extension LexicalProblem {
    /// Quotes with nothing in between.
    static let emptyText = LexicalProblem(
        "empty-text", "an empty text matches nothing", expected: ["a text such as 'REMA*'"])

    /// A sign that no sentence has, with what to write instead.
    static func character(_ scalar: Unicode.Scalar) -> LexicalProblem {
        switch scalar {
        case "≤": LexicalProblem("unknown-sign", "write <= or at most", replacements: ["<="])
        case "≥": LexicalProblem("unknown-sign", "write >= or at least", replacements: [">="])
        case "=":
            LexicalProblem(
                "unknown-sign", "a figure is never compared for being equal",
                expected: ["under", "over", "at least", "at most"])
        case "-", "\u{2212}":
            LexicalProblem(
                "unknown-sign", "amounts have no sign: a debit is money out by itself",
                replacements: [""])
        default:
            LexicalProblem(
                "unknown-sign", "this sign has no place in a sentence", replacements: [""])
        }
    }
}
