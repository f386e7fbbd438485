package import Finance
package import Rules

extension Money {
    /// Reads an amount as rules write it or as tables print it: `500`, `1 000,50 kr`, `500 USD`.
    ///
    /// Kroner unless said otherwise; `nil` for `1,000`, which may be a thousand or one. The sign of a
    /// printed amount is the direction, which filters do not look at.
    package init?(written text: String) {
        let scalars = Array(text.unicodeScalars.drop { $0 == "\u{2212}" })
        guard let written = WrittenNumber(startOf: scalars[...]),
            case .number(let number) = written.value
        else { return nil }
        let rest = String(String.UnicodeScalarView(scalars[written.length...]))
        let unit = rest.drop(while: \.isWhitespace).uppercased()
        guard let currency = unit.isEmpty || unit == "KR" ? .nok : Currency(code: unit),
            let minorUnits = number.scaled(to: currency.minorUnitDigits)
        else { return nil }
        self.init(minorUnits: minorUnits, currency: currency)
    }
}

extension MerchantCategory {
    /// The merchant codes that a word means: the name of a group, also its first word, or four digits.
    package static func codes(_ word: String) -> [ClosedRange<Int16>]? {
        if word.count == 4, let code = MerchantCategoryCode(word) {
            return [code.rawValue...code.rawValue]
        }
        let name = word.lowercased()
        return allCases.first { $0.rawValue == name || $0.firstWord == name }?.codes
    }

    /// The names of the groups, in one word each.
    package static var firstWords: [String] { allCases.map(\.firstWord) }

    private var firstWord: String { String(rawValue.prefix { $0 != " " }) }
}
