import Finance

/// Splits a sentence into tokens; it never fails, because invalid text becomes an invalid token.
struct Lexer {
    let scalars: [Unicode.Scalar]
    var position = 0

    /// The tokens of a sentence, followed by an end token.
    static func tokens(of sentence: String) -> [Token] {
        tokens(of: Array(sentence.unicodeScalars))
    }

    /// The tokens of a sentence in code points, followed by an end token.
    static func tokens(of sentence: [Unicode.Scalar]) -> [Token] {
        var lexer = Lexer(scalars: sentence)
        var tokens: [Token] = []
        while let token = lexer.token() { tokens.append(token) }
        let end = lexer.scalars.count
        tokens.append(Token(kind: .end, text: "", span: end..<end))
        return tokens
    }

    /// The code point `distance` ahead; `nil` beyond the end.
    func peek(_ distance: Int = 0) -> Unicode.Scalar? {
        position + distance < scalars.count ? scalars[position + distance] : nil
    }

    func text(_ range: Range<Int>) -> String { String(scalars: scalars[range]) }

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
        case ".", "\u{2019}": return peek(1)?.isLetter == true
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

    /// Suggests closing the quote after each of the first words.
    private func unclosed(from start: Int, closer: Unicode.Scalar) -> LexicalProblem {
        var replacements: [String] = []
        for end in start + 1...scalars.count
        where end == scalars.count || scalars[end].isBlank || scalars[end] == "," {
            guard end > start + 1 else { continue }
            guard replacements.count < 8 else { break }
            replacements.append(text(start..<end) + String(closer) + text(end..<scalars.count))
        }
        return LexicalProblem(
            "unclosed-quote", "this quote is never closed with \(closer)",
            replacements: replacements)
    }

    private var isBeforeDigit: Bool {
        scalars[position...].first { !$0.isBlank }.map(Self.isDigit) ?? false
    }

    private mutating func sign(_ scalar: Unicode.Scalar) -> Token {
        let start = position
        position += 1
        switch scalar {
        case "<", ">":
            if peek() == "=" { position += 1 }
            return made(.sign, from: start)
        case ",", "(", ")", "%": return made(.sign, from: start)
        case "-" where isBeforeDigit, "\u{2212}" where isBeforeDigit,
            "\u{2013}" where peek().map(Self.isDigit) == true:
            return made(.sign, from: start)
        default:
            let problem = LexicalProblem.character(
                scalar, isInFront: peek().map(Self.isDigit) == true)
            return made(.invalid(problem), from: start)
        }
    }

    static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }

    private static let closers: [Unicode.Scalar: Unicode.Scalar] = [
        "'": "'", "\"": "\"", "\u{201C}": "\u{201D}", "«": "»",
    ]
}

extension LexicalProblem {
    /// Quotation marks with nothing between them.
    static let emptyText = LexicalProblem(
        "empty-text", "an empty text matches nothing", expected: ["a text such as 'REMA*'"])

    /// A character that no sentence has, with the words to write instead.
    ///
    /// - Parameter isInFront: whether a number follows directly, which may have another meaning
    ///   without the character.
    static func character(_ scalar: Unicode.Scalar, isInFront: Bool) -> LexicalProblem {
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
                "unknown-sign", "this sign has no place in a sentence",
                replacements: isInFront ? [] : [""])
        }
    }
}

extension Lexer {
    /// Reads a number with its groups, decimals, minutes or ordinal suffix.
    mutating func number() -> Token {
        let start = position
        guard let written = WrittenNumber(startOf: scalars[position...]) else {
            position += 1
            return made(.invalid(.character(scalars[start], isInFront: false)), from: start)
        }
        position += written.length
        if written.isPlain {
            let isUngrouped = written.length == written.whole.count
            if isUngrouped, peek() == ":", let next = peek(1), Self.isDigit(next) {
                return time(hours: written.whole, from: start)
            }
            if let ordinal = ordinal(written.whole, from: start) { return ordinal }
        }
        return made(kind(of: written, text(start..<position)), from: start)
    }

    private func kind(of written: WrittenNumber, _ text: String) -> Token.Kind {
        switch written.value {
        case .number(let number): .number(number)
        case .tooLarge: .invalid(.tooLarge)
        case .ambiguous(let thousands, let small):
            .invalid(
                LexicalProblem(
                    "ambiguous-number", "\"\(text)\" can be read as \(thousands) or as \(small)",
                    replacements: [thousands, small], expected: [thousands, small]))
        case .grouped(let plain):
            .invalid(
                LexicalProblem(
                    "bad-number", "thousands are set apart with a space or not at all",
                    replacements: [plain]))
        }
    }

    /// Reads a number that letters other than a unit or currency follow directly, such as `15th`.
    private mutating func ordinal(_ whole: String, from start: Int) -> Token? {
        var length = 0
        while let scalar = peek(length), scalar.isLetter { length += 1 }
        let suffix = text(position..<position + length)
        guard length > 0, !Self.mayFollow(suffix), let value = Int(whole) else { return nil }
        position += length
        return made(.ordinal(value, suffix: suffix.lowercased()), from: start)
    }

    private mutating func time(hours: String, from start: Int) -> Token {
        position += 1
        let first = position
        while let scalar = peek(), Self.isDigit(scalar) { position += 1 }
        let minutes = text(first..<position)
        guard let hour = Int(hours), let minute = Int(minutes), hours.count <= 2,
            minutes.count == 2, minute < 60, hour < 24 || (hour == 24 && minute == 0)
        else { return made(.invalid(.notATime), from: start) }
        return made(.time(hour * 60 + minute), from: start)
    }

    /// Whether these letters may follow a number without a space: `500kr`, `30minutes`.
    private static func mayFollow(_ suffix: String) -> Bool {
        let folded = suffix.lowercased()
        return folded == "kr" || Vocabulary.unitWords.contains(folded)
            || CurrencyCodes.contains(folded.uppercased())
    }
}

extension LexicalProblem {
    /// A number with more digits than any amount has.
    static let tooLarge = LexicalProblem(
        "number-too-large", "no amount has more than \(WrittenNumber.longest) digits",
        expected: ["a number of at most \(WrittenNumber.longest) digits"])

    /// A colon between digits that are not an hour and a minute.
    static let notATime = LexicalProblem(
        "bad-time", "this is no time of day", expected: ["a time such as 07:00"])
}

extension Unicode.Scalar {
    var isBlank: Bool {
        // ASCII needs no look-up of properties, which would take most of the lexer's time.
        isASCII ? value == 0x20 || (0x09...0x0D).contains(value) : properties.isWhitespace
    }

    var isCapital: Bool { isASCII ? (0x41...0x5A).contains(value) : properties.isUppercase }

    var isLetter: Bool {
        guard isASCII else { return properties.isAlphabetic }
        return (0x61...0x7A).contains(value) || (0x41...0x5A).contains(value)
    }
}

extension String {
    init(scalars: some Sequence<Unicode.Scalar>) {
        var view = UnicodeScalarView()
        view.append(contentsOf: scalars)
        self.init(view)
    }

    /// The text with a range of its code points replaced by another text.
    func replacing(scalars span: Range<Int>, by text: String) -> String {
        var scalars = Array(unicodeScalars)
        scalars.replaceSubrange(span, with: text.unicodeScalars)
        return String(scalars: scalars)
    }
}
