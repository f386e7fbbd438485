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
    /// - Parameter isGrouped: whether thousands may be set apart; as the sign says without it.
    static func read(
        _ text: String, _ sign: DecimalSign, _ currency: Currency, isGrouped: Bool? = nil
    ) -> Money? {
        let groups = sign == .comma ? "." : ","
        let blanks = " \u{A0}\u{202F}"
        return digits(text, sign, isGrouped ?? (sign == .comma) ? groups + blanks : "").flatMap {
            try? Money(parsing: $0, currency: currency)
        }
    }

    /// The number as JSON writes it; the zero before decimals may be missing.
    private static func digits(
        _ text: String, _ sign: DecimalSign, _ separators: String
    ) -> String? {
        var rest = text.unicodeScalars[...]
        var number = ""
        if let first = rest.first, "-+\u{2212}".unicodeScalars.contains(first) {
            if first != "+" { number = "-" }
            rest = rest.dropFirst()
        }
        let decimal: Unicode.Scalar = sign == .comma ? "," : "."
        let parts = rest.split(separator: decimal, maxSplits: 1, omittingEmptySubsequences: false)
        let isFraction = parts.count == 2 && parts[0].isEmpty
        guard let whole = isFraction ? "0" : Self.whole(parts[0], separators) else { return nil }
        let kept = whole.drop { $0 == "0" }
        number += kept.isEmpty ? "0" : kept
        guard parts.count == 2 else { return number }
        guard !parts[1].isEmpty, parts[1].allSatisfy(isDigit) else { return nil }
        return number + "." + String(parts[1])
    }

    /// The digits before the decimals; groups have three digits.
    private static func whole(
        _ text: Substring.UnicodeScalarView, _ separators: String
    ) -> String? {
        let groups = text.split(omittingEmptySubsequences: false) { !isDigit($0) }
        guard let first = groups.first, !first.isEmpty else { return nil }
        if groups.count > 1 {
            guard first.count <= 3, groups.dropFirst().allSatisfy({ $0.count == 3 }),
                text.allSatisfy({ isDigit($0) || separators.unicodeScalars.contains($0) })
            else { return nil }
        }
        return groups.reduce(into: "") { $0 += String($1) }
    }

    private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }
}
