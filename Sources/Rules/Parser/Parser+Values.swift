import Finance

extension Parser {
    var isAtNumber: Bool {
        if case .number = next.kind { true } else { isAtSign }
    }

    /// Whether a negative number comes next: `-500`, `minus 500`.
    private var isAtSign: Bool {
        guard next.folded == "-" || next.folded == "minus" else { return false }
        return if case .number = peek(1).kind { true } else { false }
    }

    /// Whether a token can be a name: a text in quotation marks, or a capitalised word.
    static func isText(_ token: Token) -> Bool {
        switch token.kind {
        case .quoted: true
        case .word:
            token.text.unicodeScalars.first?.isCapital == true
                && !token.text.contains { $0 == "*" || $0 == "?" }
                && !Vocabulary.isReserved(token.folded)
                && !EverydayWords.list(.calendar).contains(token.folded)
        default: false
        }
    }

    /// Reads a text, or stops and suggests quotation marks around the next word.
    mutating func text(_ known: [String: [String]] = [:]) throws(ParseStop) -> TextLiteral {
        try literal("a text in quotes such as 'REMA*'", known)
    }

    mutating func name() throws(ParseStop) -> TextLiteral {
        try literal("the name of an account in quotes", groups.accounts)
    }

    private mutating func literal(
        _ description: String, _ known: [String: [String]]
    ) throws(ParseStop) -> TextLiteral {
        let token = next
        guard Self.isText(token) || known[token.folded] != nil else {
            throw stuck(description, .name)
        }
        position += 1
        let text = if case .quoted(let text) = token.kind { text } else { token.text }
        return TextLiteral(text: text, span: token.span, members: known[MatchText.fold(text)] ?? [])
    }

    /// Whether the name of an account or a group is at a distance.
    func isName(_ distance: Int) -> Bool {
        Self.isText(peek(distance)) || groups.accounts[peek(distance).folded] != nil
    }

    /// Reads a group or a bank after `all accounts`: `of 'sparebank1'`.
    mutating func owner() throws(ParseStop) -> TextLiteral? {
        guard next.folded == "of" else { return nil }
        if case .word = peek(1).kind, !Vocabulary.isReserved(peek(1).folded) {
            position += 2
            let token = tokens[position - 1]
            return TextLiteral(
                text: token.text, span: token.span,
                members: groups.accounts[MatchText.fold(token.text)] ?? [])
        }
        guard isName(1) else { return nil }
        position += 1
        return try name()
    }

    /// Reads `money = [ "-" | "minus" ] , number , [ currency ]`.
    mutating func amount() throws(ParseStop) -> Amount {
        let start = position
        let isNegative = isAtSign
        if isNegative { position += 1 }
        guard case .number(let number) = next.kind else {
            throw stuck("an amount such as 100 NOK", .amount)
        }
        position += 1
        let currency = currency()
        let places = currency?.minorUnitDigits ?? 2
        guard number.decimals <= places else {
            throw problem(
                "too-precise",
                "\(currency?.code ?? "an amount") has \(places == 0 ? "no" : String(places)) "
                    + "decimals, this number has \(number.decimals)", from: start)
        }
        let signed =
            isNegative ? DecimalNumber(digits: -number.digits, decimals: number.decimals) : number
        return Amount(number: signed, currency: currency, span: span(from: start))
    }

    /// Reads `kr` or an ISO 4217 code.
    mutating func currency() -> Currency? {
        let token = next
        if token.folded == "kr" {
            position += 1
            return .nok
        }
        // A keyword takes precedence over a currency code: `all` is also the Albanian lek.
        let isKeyword = Vocabulary.isReserved(token.text)
        if case .word = token.kind, !isKeyword, CurrencyCodes.contains(token.text.uppercased()) {
            position += 1
            return Currency(code: token.text.uppercased())
        }
        for word in ["NOK", "kr"] { note("", .currency, word: word) }
        return nil
    }

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
        guard case .number(let number) = next.kind else { throw stuck(description, .amount) }
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
        return LengthOfTime(value: CalendarSpan(count: count, unit: unit), span: span(from: start))
    }

    /// Reads a time of day and returns its minutes after midnight.
    mutating func time(mayBeMidnight: Bool = false) throws(ParseStop) -> Int {
        let start = position
        guard case .time(let minutes) = next.kind else {
            throw stuck("a time such as 07:00", .moment)
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
    mutating func ordinal() throws(ParseStop) -> Int {
        let start = position
        let written: (day: Int?, suffix: String) =
            switch next.kind {
            case .ordinal(let day, let suffix): (day, suffix)
            case .number(let number): (number.whole, "")
            default: (nil, "")
            }
        guard let day = written.day, written.suffix == Self.ordinalEnding(day) else {
            let word = written.day.map(Self.ordinalText)
            note("a day of the month such as 15th", .deadline, word: word)
            throw .unexpected
        }
        position += 1
        guard (1...31).contains(day) else {
            throw problem(
                "bad-day", "a month has at most 31 days", from: start,
                expected: ["1st to 31st", "last day"])
        }
        return day
    }

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
