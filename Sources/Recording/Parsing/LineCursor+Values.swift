import Finance
import Foundation

extension LineCursor {
    /// Takes a text.
    mutating func text(_ key: StaticString) throws(LineFault) -> String {
        guard peek() == UInt8(ascii: "\"") else { throw wrongKind(key, "a text") }
        return try text(string())
    }

    /// Takes a text or `null`.
    mutating func optionalText(_ key: StaticString) throws(LineFault) -> String? {
        null() ? nil : try text(key)
    }

    /// Takes the digits of an amount, in quotes or as a number; `null` gives `nil`.
    mutating func amount(_ key: StaticString) throws(LineFault) -> LineToken? {
        switch peek() {
        case UInt8(ascii: "\""): return try string()
        case UInt8(ascii: "-"), 48...57: return try number()
        default:
            guard null() else { throw wrongKind(key, "an amount") }
            return nil
        }
    }

    /// The exact amount of a token.
    func money(
        _ token: LineToken, _ currency: Currency, _ key: StaticString
    ) throws(LineFault) -> Money {
        if let minorUnits = ExactAmount.minorUnits(bytes(token), decimals: decimals(currency)) {
            return Money(minorUnits: minorUnits, currency: currency)
        }
        do {
            return try Money(parsing: quoted(token), currency: currency)
        } catch {
            throw LineFault(.amount(key: "\(key)", error), at: token.start)
        }
    }

    /// Takes a day such as `2026-03-06`.
    mutating func day(_ key: StaticString) throws(LineFault) -> CalendarDay {
        guard peek() == UInt8(ascii: "\"") else { throw wrongKind(key, "a day in quotes") }
        let token = try string()
        guard let day = ISOText.day(bytes(token)) else {
            throw LineFault(.notADay(key: "\(key)", found: quoted(token)), at: token.start)
        }
        return day
    }

    /// Takes a moment such as `2026-03-06T09:00:00Z`.
    mutating func instant(_ key: StaticString) throws(LineFault) -> Date {
        guard peek() == UInt8(ascii: "\"") else { throw wrongKind(key, "a moment in quotes") }
        let token = try string()
        guard let instant = ISOText.instant(bytes(token)) else {
            throw LineFault(.notAnInstant(key: "\(key)", found: quoted(token)), at: token.start)
        }
        return instant
    }

    /// Takes a whole number of seconds; `null` gives `nil`.
    mutating func seconds(_ key: StaticString) throws(LineFault) -> Duration? {
        if null() { return nil }
        guard (48...57).contains(peek()) else { throw wrongKind(key, "a number of seconds") }
        let token = try number()
        guard let seconds = UInt32(plainText(token)) else {
            throw wrongKind(key, "a whole number of seconds")
        }
        return .seconds(Int64(seconds))
    }

    /// Takes one of the words of `Word`.
    mutating func word<Word: RawRepresentable<String> & CaseIterable>(
        _ key: StaticString, as type: Word.Type
    ) throws(LineFault) -> Word {
        guard peek() == UInt8(ascii: "\"") else { throw wrongKind(key, "a word in quotes") }
        let token = try string()
        if let word = Word(rawValue: try text(token)) { return word }
        let known = Word.allCases.map(\.rawValue)
        throw LineFault(
            .unknownWord(key: "\(key)", found: quoted(token), known: known), at: token.start)
    }

    /// Takes a currency.
    mutating func currency(_ key: StaticString) throws(LineFault) -> Currency {
        guard peek() == UInt8(ascii: "\"") else { throw wrongKind(key, "a text") }
        let token = try string()
        if equals(token, "NOK") { return .nok }
        guard let currency = Currency(code: try text(token)) else {
            throw LineFault(.notACurrency(found: quoted(token)), at: token.start)
        }
        return currency
    }

    /// Takes a merchant category: four digits in quotes, or a number; `null` gives `nil`.
    mutating func category() throws(LineFault) -> MerchantCategoryCode? {
        if null() { return nil }
        let token = peek() == UInt8(ascii: "\"") ? try string() : try number()
        guard let code = MerchantCategoryCode(plainText(token)) else {
            throw LineFault(.notACategory(found: quoted(token)), at: token.start)
        }
        return code
    }

    /// The fault that a value is of another kind.
    func wrongKind(_ key: StaticString, _ expected: String) -> LineFault {
        LineFault(.wrongKind(key: "\(key)", expected: expected), at: position)
    }

    /// Avoids a look-up for the currency of nearly every row.
    private func decimals(_ currency: Currency) -> Int {
        currency == .nok ? 2 : currency.minorUnitDigits
    }
}
