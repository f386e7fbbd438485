/// How a text writes amounts: the signs between groups of digits, and the one before the decimals.
public struct AmountFormat: Sendable, Hashable {
    /// The signs allowed between groups of three digits.
    public let groupSeparators: Set<Character>
    /// The sign before the decimals.
    public let decimalSeparator: Character

    /// Declares a format; a sign can't have both meanings, so the decimal one takes precedence.
    public init(groupSeparators: Set<Character>, decimalSeparator: Character) {
        self.groupSeparators = groupSeparators.subtracting([decimalSeparator])
        self.decimalSeparator = decimalSeparator
    }

    /// `1234.50`, without groups.
    public static let plain = AmountFormat(groupSeparators: [], decimalSeparator: ".")
    /// `1 234,50`, with any of the usual spaces.
    public static let norwegian = AmountFormat(
        groupSeparators: [" ", "\u{A0}", "\u{2009}", "\u{202F}"], decimalSeparator: ",")
    /// `1.234,50`.
    public static let german = AmountFormat(groupSeparators: ["."], decimalSeparator: ",")
    /// `1,234.50`.
    public static let english = AmountFormat(groupSeparators: [","], decimalSeparator: ".")

    /// The number; `nil` for a text that is not in this format.
    func number(_ text: String) throws(DecimalNumber.Fault) -> DecimalNumber? {
        var rest = text[...]
        let isNegative = rest.first == "-" || rest.first == "\u{2212}"
        if isNegative { rest = rest.dropFirst() }
        let parts = rest.split(separator: decimalSeparator, omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), let whole = digits(grouped: parts[0]),
            parts.count == 1 || Self.areDigits(parts[1]), whole.count == 1 || whole.first != "0"
        else { return nil }
        let fraction = parts.count == 2 ? parts[1] : ""
        let number = try DecimalNumber(whole: whole.utf8, fraction: fraction.utf8)
        return isNegative
            ? DecimalNumber(digits: -number.digits, decimals: number.decimals) : number
    }

    /// The digits of `1 234 567`: at most three first, then threes, all separated by the same sign.
    private func digits(grouped text: Substring) -> String? {
        guard let separator = text.first(where: { groupSeparators.contains($0) }) else {
            return Self.areDigits(text) ? String(text) : nil
        }
        let groups = text.split(separator: separator, omittingEmptySubsequences: false)
        guard groups.allSatisfy(Self.areDigits), (1...3).contains(groups[0].count),
            groups.dropFirst().allSatisfy({ $0.count == 3 })
        else { return nil }
        return groups.joined()
    }

    private static func areDigits(_ text: Substring) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { (48...57).contains($0) }
    }
}

extension Money {
    /// Reads an amount in the declared format and no other, exactly.
    ///
    /// - Throws: ``MoneyError/notANumber(text:)`` for text in another format,
    ///   ``MoneyError/tooPrecise(text:currency:)`` or ``MoneyError/overflow``.
    public init(
        parsing text: String, as format: AmountFormat, currency: Currency
    ) throws(MoneyError) {
        let number: DecimalNumber?
        do { number = try format.number(text) } catch { throw .overflow }
        guard let number else { throw .notANumber(text: text) }
        self = try Money(number, as: text, in: currency)
    }
}
