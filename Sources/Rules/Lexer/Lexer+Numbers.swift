extension Lexer {
    /// Reads digits and whatever belongs to them: groups, decimals, minutes, an ordinal's ending.
    mutating func number() -> Token {
        let start = position
        let first = digits()
        if peek() == ":", let next = peek(1), Self.isDigit(next) {
            return time(hours: first, from: start)
        }
        var whole = first
        while first.count <= 3, first.first != "0", let group = group() { whole += group }
        let groups = whole.count - first.count
        guard let decimals = decimals() else { return plain(whole, from: start) }
        if let separator = peek(), separator == "." || separator == ",", let next = peek(1),
            Self.isDigit(next)
        {
            return separators(from: start)
        }
        let isGroup = decimals.count == 3 && groups == 0 && first.count <= 3 && first != "0"
        if isGroup {
            return made(.invalid(.ambiguous(whole, decimals, text(start..<position))), from: start)
        }
        return literal(whole, decimals, from: start)
    }

    private mutating func digits() -> String {
        let start = position
        while let scalar = peek(), Self.isDigit(scalar) { position += 1 }
        return text(start..<position)
    }

    /// A space and exactly three digits.
    private mutating func group() -> String? {
        guard let space = peek(), Self.groupSpaces.contains(space) else { return nil }
        for distance in 1...3 {
            guard let scalar = peek(distance), Self.isDigit(scalar) else { return nil }
        }
        if let scalar = peek(4), Self.isDigit(scalar) { return nil }
        position += 1
        return digits()
    }

    private mutating func decimals() -> String? {
        guard let point = peek(), point == "." || point == ",", let next = peek(1),
            Self.isDigit(next)
        else { return nil }
        position += 1
        return digits()
    }

    /// A number without decimals: alone, before a unit or currency, or with an ordinal's ending.
    private mutating func plain(_ whole: String, from start: Int) -> Token {
        var length = 0
        while let scalar = peek(length), scalar.isLetter { length += 1 }
        let suffix = text(position..<position + length)
        if length == 0 || Self.mayFollow(suffix) { return literal(whole, "", from: start) }
        guard let value = Int(whole) else { return literal(whole, "", from: start) }
        position += length
        return made(.ordinal(value, suffix: suffix.lowercased()), from: start)
    }

    private func literal(_ whole: String, _ decimals: String, from start: Int) -> Token {
        let kept = String(decimals.reversed().drop { $0 == "0" }.reversed())
        let significant = (whole + kept).drop { $0 == "0" }
        guard significant.count <= 15, kept.count <= 15, let digits = Int64(whole + kept) else {
            return made(.invalid(.tooLarge), from: start)
        }
        return made(
            .number(DecimalLiteral(digits: digits, decimals: kept.count)), from: start)
    }

    private mutating func time(hours: String, from start: Int) -> Token {
        position += 1
        let minutes = digits()
        guard let hour = Int(hours), let minute = Int(minutes), hours.count <= 2,
            minutes.count == 2, minute < 60, hour < 24 || (hour == 24 && minute == 0)
        else { return made(.invalid(.notATime), from: start) }
        return made(.time(hour * 60 + minute), from: start)
    }

    /// Points and commas in one number: offers the number without grouping.
    private mutating func separators(from start: Int) -> Token {
        while let scalar = peek() {
            let isInside =
                Self.isDigit(scalar)
                || ((scalar == "." || scalar == ",") && peek(1).map(Self.isDigit) == true)
            guard isInside else { break }
            position += 1
        }
        let written = text(start..<position)
        let parts = written.split { $0 == "." || $0 == "," }
        let isFraction = (parts.last?.count ?? 0) != 3
        let whole = parts.dropLast(isFraction ? 1 : 0).joined()
        let fraction = isFraction ? "." + (parts.last ?? "") : ""
        return made(
            .invalid(
                LexicalProblem(
                    "bad-number", "thousands are set apart with a space or not at all",
                    replacements: [whole + fraction])),
            from: start)
    }

    /// Whether a number may be followed by these letters without a space: `500kr`, `30minutes`.
    private static func mayFollow(_ suffix: String) -> Bool {
        let folded = suffix.lowercased()
        return folded == "kr" || Vocabulary.unitWords.contains(folded)
            || CurrencyCodes.contains(folded.uppercased())
    }

    /// Space, no-break space, thin space, narrow no-break space.
    private static let groupSpaces: Set<Unicode.Scalar> = [
        "\u{20}", "\u{A0}", "\u{2009}", "\u{202F}",
    ]
}

extension LexicalProblem {
    /// More digits than any amount has.
    static let tooLarge = LexicalProblem(
        "number-too-large", "no amount has more than 15 digits",
        expected: ["a number of at most 15 digits"])

    /// A colon between digits that are no hour and minute.
    static let notATime = LexicalProblem(
        "bad-time", "this is no time of day", expected: ["a time such as 07:00"])

    /// The problem that `8,000` may be eight thousand or eight.
    static func ambiguous(_ whole: String, _ decimals: String, _ text: String) -> LexicalProblem {
        let thousands = whole + decimals
        let fraction = decimals.hasSuffix("0") ? String(decimals.dropLast()) : decimals
        let small = whole + "." + fraction
        return LexicalProblem(
            "ambiguous-number", "\"\(text)\" can be read as \(thousands) or as \(small)",
            replacements: [thousands, small], expected: [thousands, small])
    }
}
