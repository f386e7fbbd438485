import Finance

/// Writes amounts as the bank's numbers: the shortest form that keeps one decimal.
enum AmountText {
    /// `-49.0`, `-10.21`, `12043.21`.
    static func shortest(_ amount: Money) -> JSONOutput {
        .number(shortest(amount.decimalText))
    }

    /// `10.625`, `1.0`.
    static func shortest(_ rate: SandboxRate) -> JSONOutput {
        .number(shortest(rate.text))
    }

    private static func shortest(_ text: String) -> String {
        guard text.contains(".") else { return text + ".0" }
        var digits = Substring(text)
        while digits.hasSuffix("0"), !digits.hasSuffix(".0") { digits.removeLast() }
        return String(digits)
    }
}
