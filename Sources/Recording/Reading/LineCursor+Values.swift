import Finance
import Foundation

extension LineCursor {
    mutating func text() throws(LineFault) -> String { try text(quoted(as: "a text")) }

    /// Takes a quoted value; `expected` says what it must be.
    private mutating func quoted(as expected: StaticString) throws(LineFault) -> Token {
        guard peek() == UInt8(ascii: "\"") else { throw wrongKind("\(expected)") }
        return try string()
    }

    /// Takes the digits of an amount, in quotes or as a number; `null` gives `nil`.
    mutating func amount() throws(LineFault) -> Token? {
        switch peek() {
        case UInt8(ascii: "\""): return try string()
        case UInt8(ascii: "-"), 48...57: return try number()
        default:
            guard null() else { throw wrongKind("an amount") }
            return nil
        }
    }

    /// The exact amount of a token that is the value of the key `name`.
    func money(
        _ token: Token, _ currency: Currency, _ name: StaticString = "amount"
    ) throws(LineFault) -> Money {
        // Saves a look-up for the currency of nearly every row.
        let decimals = currency == .nok ? 2 : currency.minorUnitDigits
        if let minorUnits = (try? DecimalNumber(json: bytes(token).span))?.scaled(to: decimals) {
            return Money(minorUnits: minorUnits, currency: currency)
        }
        do { return try Money(parsing: shown(token), currency: currency) } catch {
            throw LineFault(.amount(key: "\(name)", error), at: token.start)
        }
    }

    /// Takes a decimal number as it is written, in quotes or without.
    mutating func decimal() throws(LineFault) -> String? {
        let start = position
        guard let token = try amount() else { return nil }
        guard DecimalNumber.isWellFormed(json: bytes(token).span) else {
            throw LineFault(
                .wrongKind(key: plainText(key), expected: "a decimal number"), at: start)
        }
        return plainText(token)
    }

    /// Takes a day such as `2026-03-06`.
    mutating func day() throws(LineFault) -> CalendarDay {
        let token = try quoted(as: "a day in quotes")
        let bytes = bytes(token)
        guard bytes.count == 10, let day = CalendarDay(isoBytes: bytes) else {
            throw LineFault(.notADay(key: plainText(key), found: shown(token)), at: token.start)
        }
        return day
    }

    /// Takes a moment of RFC 3339 such as `2026-03-06T09:00:00Z`; cut to whole milliseconds.
    mutating func instant() throws(LineFault) -> Date {
        let token = try quoted(as: "a moment in quotes")
        guard let instant = InstantText.instant(of: bytes(token)) else {
            throw LineFault(
                .notAnInstant(key: plainText(key), found: shown(token)), at: token.start)
        }
        guard Self.clockDays.contains(CalendarDay(of: instant, in: .gmt)) else {
            throw beyondClock("a moment", token.start)
        }
        return instant
    }

    /// The days that a recording's clock may show, 1900 to 2199: periods around each of them can be
    /// computed.
    private static let clockDays = CalendarDay(dayNumber: -25_567)..<CalendarDay(dayNumber: 84_006)

    private func beyondClock(_ what: String, _ place: Int) -> LineFault {
        LineFault(
            .wrongKind(key: plainText(key), expected: "\(what) of the years 1900 to 2199"),
            at: place)
    }

    /// Takes a day that a recording's clock may show.
    mutating func clockDay() throws(LineFault) -> CalendarDay {
        let start = position
        let day = try day()
        guard Self.clockDays.contains(day) else { throw beyondClock("a day", start) }
        return day
    }

    /// Takes a whole number of seconds; `null` gives `nil`.
    mutating func seconds() throws(LineFault) -> Duration? {
        if null() { return nil }
        guard (48...57).contains(peek()) else { throw wrongKind("a number of seconds") }
        guard let seconds = UInt32(plainText(try number())) else {
            throw wrongKind("a whole number of seconds")
        }
        return .seconds(Int64(seconds))
    }

    /// Takes one of some words.
    mutating func word<Word>(_ words: LineWords<Word>) throws(LineFault) -> Word {
        let token = try quoted(as: "a word in quotes")
        if let place = words.place(of: bytes(token)) { return words.all[place] }
        if !token.isPlain, let word = Word(rawValue: try text(token)) { return word }
        throw LineFault(
            .unknownWord(
                key: plainText(key), found: shown(token), known: words.all.map(\.rawValue)),
            at: token.start)
    }

    mutating func currency() throws(LineFault) -> Currency {
        let token = try quoted(as: "a text")
        guard let currency = Currency(code: try text(token)) else {
            throw LineFault(.notACurrency(found: shown(token)), at: token.start)
        }
        return currency
    }

    /// Takes a merchant category: four digits in quotes, or a number.
    mutating func category() throws(LineFault) -> MerchantCategoryCode {
        // A number has lost its leading zeros.
        let isText = peek() == UInt8(ascii: "\"")
        let token = isText ? try string() : try number()
        let text = plainText(token)
        guard let code = MerchantCategoryCode(text), !isText || text.utf8.count == 4 else {
            throw LineFault(.notACategory(found: shown(token)), at: token.start)
        }
        return code
    }

    /// Takes `true` or `false`; `null` is `false`.
    mutating func flag() throws(LineFault) -> Bool {
        if literal("true") { return true }
        if literal("false") || literal("null") { return false }
        throw wrongKind("true or false")
    }

    mutating func checkList() throws(LineFault) {
        guard peek() == UInt8(ascii: "[") else { throw wrongKind("a list") }
    }

    private func wrongKind(_ expected: String) -> LineFault {
        LineFault(.wrongKind(key: plainText(key), expected: expected), at: position)
    }

    /// The text of a token: its own bytes, or decoded when it has escapes.
    private func text(_ token: Token) throws(LineFault) -> String {
        if token.isPlain { return plainText(token) }
        let bytes = bytes(token)
        guard bytes.contains(UInt8(ascii: "\\")) else {
            guard let text = String(validating: bytes, as: UTF8.self) else {
                throw LineFault(.invalidUTF8, at: token.start)
            }
            return text
        }
        // Escapes are rare, and the reader of people's files supports all of them.
        let whole = self.bytes(Token(start: token.start - 1, end: token.end + 1))
        let json = PositionedJSON(Array(whole), isStrict: true)
        if let text = json.root?.string { return text }
        let isUTF8 = json.problems.first?.kind != .invalidUTF8
        throw LineFault(
            isUTF8 ? .syntax(expected: "an escape that JSON knows") : .invalidUTF8, at: token.start)
    }

    /// A piece of the line for an error: short, and without control characters.
    private func shown(_ token: Token) -> String {
        let text = String(decoding: bytes(token).prefix(160), as: UTF8.self)
        let shown = text.prefix(40).map { $0.unicodeScalars.allSatisfy(Self.isShown) ? $0 : "?" }
        return String(shown) + (text.count > 40 ? "…" : "")
    }

    private static func isShown(_ scalar: UnicodeScalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned: false
        default: true
        }
    }
}
