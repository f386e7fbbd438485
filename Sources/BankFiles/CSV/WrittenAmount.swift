import Finance

/// Which sign stands before the decimals.
///
/// `8.393` is eight thousand in one export and eight kroner with three decimals in another, so it is
/// never guessed from one number.
public enum DecimalSign: String, Sendable, Hashable, CaseIterable {
    /// A point, a blank or nothing sets thousands apart, in groups of three.
    case comma = ","
    /// Nothing sets thousands apart in what banks write; in a person's own profile a comma or a blank may.
    case point = "."
    /// A comma if any number of the file has one.
    case either
}

/// An amount as banks write it in files.
enum WrittenAmount {
    /// The amount in a currency; `nil` if the text is none, or has decimals that the currency lacks.
    ///
    /// Other than in an ``AmountFormat`` alone, there may be a plus sign and zeros in front, and the zero
    /// before decimals may be missing.
    ///
    /// - Parameter isGrouped: whether thousands may be set apart; as the sign says without it.
    static func read(
        _ text: String, _ sign: DecimalSign, _ currency: Currency, isGrouped: Bool? = nil
    ) -> Money? {
        let isSigned = text.first.map { "-+\u{2212}".contains($0) } ?? false
        let written = isSigned ? text.dropFirst() : text[...]
        guard !written.isEmpty else { return nil }
        let kept = written.drop { $0 == "0" }
        let number = kept.first?.isNumber ?? false ? kept : "0" + kept
        let groups: Set<Character> = [sign == .comma ? "." : ",", " ", "\u{A0}", "\u{202F}"]
        let format = AmountFormat(
            groupSeparators: isGrouped ?? (sign == .comma) ? groups : [],
            decimalSeparator: sign == .comma ? "," : ".")
        let minus = isSigned && text.first != "+" ? "-" : ""
        return try? Money(parsing: minus + number, as: format, currency: currency)
    }
}
