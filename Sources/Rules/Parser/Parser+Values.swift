import Finance

extension Parser {
    var isAtNumber: Bool {
        if case .number = next.kind { true } else { false }
    }

    /// Whether a token can be a text: in quotes, or one capitalised word that is no keyword.
    static func isText(_ token: Token) -> Bool {
        switch token.kind {
        case .quoted: true
        case .word: isName(token)
        default: false
        }
    }

    private static func isName(_ token: Token) -> Bool {
        token.text.unicodeScalars.first?.properties.isUppercase == true
            && !token.text.contains { $0 == "*" || $0 == "?" }
            && !Keyword.words.contains(token.folded)
    }

    /// Reads a text, or gives up offering to put quotes around the word that stands here.
    mutating func text() throws(ParseStop) -> TextLiteral {
        try literal("a text in quotes such as 'REMA*'")
    }

    mutating func name() throws(ParseStop) -> TextLiteral {
        try literal("the name of an account in quotes")
    }

    private mutating func literal(_ description: String) throws(ParseStop) -> TextLiteral {
        let token = next
        if case .quoted(let text) = token.kind {
            position += 1
            return TextLiteral(text: text, span: token.span)
        }
        if Self.isText(token) {
            position += 1
            return TextLiteral(text: token.text, span: token.span)
        }
        note(description, .name)
        throw .unexpected
    }

    /// Reads `money = number , [ currency ]`.
    mutating func amount() throws(ParseStop) -> Amount {
        let start = position
        guard case .number(let number) = next.kind else {
            note("an amount such as 100 NOK", .amount)
            throw .unexpected
        }
        position += 1
        let currency = currency()
        let places = currency?.minorUnitDigits ?? 2
        guard number.decimals <= places else {
            throw tooPrecise(number, currency, from: start)
        }
        return Amount(number: number, currency: currency, span: span(from: start))
    }

    private func tooPrecise(
        _ number: DecimalNumber, _ currency: Currency?, from start: Int
    ) -> ParseStop {
        let places = currency?.minorUnitDigits ?? 2
        let name = currency?.code ?? "an amount"
        return problem(
            "too-precise",
            "\(name) has \(places == 0 ? "no" : String(places)) decimals, this number has "
                + "\(number.decimals)", from: start)
    }

    /// Reads `kr` or a code of ISO 4217.
    mutating func currency() -> Currency? {
        let token = next
        if token.folded == "kr" {
            position += 1
            return .nok
        }
        // A keyword wins over a code that is spelt the same: `all` is the Albanian lek.
        let isKeyword = Keyword.words.contains(token.text)
        if case .word = token.kind, !isKeyword, CurrencyCodes.contains(token.text.uppercased()) {
            position += 1
            return Currency(code: token.text.uppercased())
        }
        for word in ["NOK", "kr"] { note("", .currency, word: word) }
        return nil
    }

    /// Reads a number with a percent sign, if both stand here.
    mutating func percent() throws(ParseStop) -> Percent? {
        let start = position
        guard case .number(let number) = next.kind, peek(1).folded == "%" else { return nil }
        position += 2
        guard number.decimals <= 2, number.digits <= 100_000_000 else {
            throw problem(
                "too-precise", "a percentage has at most two decimals and seven digits",
                from: start)
        }
        return Percent(number: number, span: span(from: start))
    }

    mutating func wholeNumber(_ description: String) throws(ParseStop) -> Int {
        let start = position
        guard case .number(let number) = next.kind else {
            note(description, .amount)
            throw .unexpected
        }
        position += 1
        guard let whole = number.whole, whole <= 1_000_000 else {
            throw problem(
                "not-whole", "expected a whole number up to 1,000,000", from: start,
                expected: [description])
        }
        return whole
    }

    /// Reads `duration = number , unitname`.
    mutating func duration() throws(ParseStop) -> LengthOfTime {
        let start = position
        if case .ordinal(let count, let suffix) = next.kind, let unit = Self.shortUnits[suffix] {
            note("", .duration, word: CalendarSpan(count: count, unit: unit).words)
        }
        let count = try wholeNumber("a length of time such as 30 minutes")
        let unit = try require(count == 1 ? Vocabulary.singleUnits : Vocabulary.units)
        return LengthOfTime(
            value: CalendarSpan(count: count, unit: unit), span: span(from: start))
    }

    /// Reads a time of day and gives its minutes after midnight.
    mutating func time(mayBeMidnight: Bool = false) throws(ParseStop) -> Int {
        let start = position
        guard case .time(let minutes) = next.kind else {
            note("a time such as 07:00", .moment)
            throw .unexpected
        }
        position += 1
        guard minutes < 1_440 || mayBeMidnight else {
            throw problem(
                "bad-time", "24:00 is only the end of a day", from: start,
                expected: ["a time such as 00:00"])
        }
        return minutes
    }

    /// Reads `1st` to `31st`.
    mutating func ordinal() throws(ParseStop) -> Int? {
        let start = position
        guard case .ordinal(let day, let suffix) = next.kind else {
            var word: String?
            if case .number(let number) = next.kind, let day = number.whole {
                word = Self.ordinalText(day)
            }
            note("a day of the month such as 15th", .deadline, word: word)
            return nil
        }
        guard suffix == Self.ordinalEnding(day) else {
            note("a day of the month such as 15th", .deadline, word: Self.ordinalText(day))
            return nil
        }
        position += 1
        guard (1...31).contains(day) else {
            throw problem(
                "bad-day", "a month has at most 31 days", from: start,
                expected: ["1st to 31st", "last day"])
        }
        return day
    }

    /// `15th`, `1st`, `22nd`.
    static func ordinalText(_ day: Int) -> String { "\(day)\(ordinalEnding(day))" }

    private static func ordinalEnding(_ day: Int) -> String {
        if (11...13).contains(day % 100) { return "th" }
        return switch day % 10 {
        case 1: "st"
        case 2: "nd"
        case 3: "rd"
        default: "th"
        }
    }

    private static let shortUnits: [String: CalendarSpan.Unit] = [
        "m": .minute, "min": .minute, "h": .hour, "d": .day, "w": .week,
    ]
}
