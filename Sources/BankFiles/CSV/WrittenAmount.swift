import Finance

/// The sign before the decimals.
///
/// `8.393` is eight thousand in one export and eight kroner with three decimals in another, so it
/// is never guessed from one number.
public enum DecimalSign: String, Sendable, Hashable, CaseIterable {
    /// A point, a space or nothing separates thousands, in groups of three.
    case comma = ","
    /// Banks write no separator for thousands; a person's own profile may have a comma or a space.
    case point = "."
    /// A comma if any number of the file has one.
    case either
}

/// An amount as banks write it in files.
enum WrittenAmount {
    private static let plainComma = AmountFormat(groupSeparators: [], decimalSeparator: ",")
    private static let groupedComma = AmountFormat(
        groupSeparators: spaces.union(["."]), decimalSeparator: ",")
    private static let groupedPoint = AmountFormat(
        groupSeparators: spaces.union([","]), decimalSeparator: ".")
    private static let spaces: Set<Character> = [" ", "\u{A0}", "\u{202F}"]

    /// The amount in a currency; `nil` if the text is none, or has more decimals than the currency.
    ///
    /// Unlike an ``AmountFormat`` alone, it allows a plus sign, leading zeros, and a missing zero
    /// before the decimals.
    ///
    /// - Parameter isGrouped: whether thousands may be separated; the default depends on the sign.
    static func read(
        _ text: String, _ sign: DecimalSign, _ currency: Currency, isGrouped: Bool? = nil
    ) -> Money? {
        let isSigned = text.first.map { "-+\u{2212}".contains($0) } ?? false
        let written = isSigned ? text.dropFirst() : text[...]
        guard !written.isEmpty else { return nil }
        let kept = written.drop { $0 == "0" }
        let number = kept.first?.isNumber ?? false ? kept : "0" + kept
        let format =
            isGrouped ?? (sign == .comma)
            ? (sign == .comma ? groupedComma : groupedPoint)
            : (sign == .comma ? plainComma : AmountFormat.plain)
        let minus = isSigned && text.first != "+" ? "-" : ""
        return try? Money(parsing: minus + number, as: format, currency: currency)
    }
}
