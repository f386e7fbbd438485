/// A decimal number read digit by digit, so that no amount ever passes through floating point.
///
/// Accepts the grammar of JSON numbers (RFC 8259, section 6) and nothing else.
struct DecimalNumber: Sendable {
    /// The digits without point and sign, as a negative number so that `Int64.min` fits.
    private let negatedDigits: Int64
    private let isNegative: Bool
    /// The value is the digits times ten to this power.
    private let exponent: Int

    /// Reads `text`.
    ///
    /// - Throws: ``MoneyError/notANumber(text:)`` for what JSON would not call a number,
    ///   ``MoneyError/overflow`` for more digits than 64 bits hold.
    init(parsing text: String) throws(MoneyError) {
        var scanner = DecimalScanner(text)
        guard let parts = scanner.parts() else { throw .notANumber(text: text) }
        var digits: Int64 = 0
        for digit in parts.digits {
            let (shifted, overflow) = digits.multipliedReportingOverflow(by: 10)
            let (next, underflow) = shifted.subtractingReportingOverflow(Int64(digit))
            guard !overflow, !underflow else { throw .overflow }
            digits = next
        }
        negatedDigits = digits
        isNegative = parts.isNegative
        exponent = parts.exponent
    }

    /// The number in units of ten to the power −`decimals`, or `nil` if that is not whole or too big.
    func scaled(by decimals: Int) -> Int64? {
        var value = negatedDigits
        var shift = exponent + decimals
        while shift > 0, value != 0 {
            let (next, overflow) = value.multipliedReportingOverflow(by: 10)
            guard !overflow else { return nil }
            value = next
            shift -= 1
        }
        while shift < 0, value != 0 {
            guard value % 10 == 0 else { return nil }
            value /= 10
            shift += 1
        }
        guard !isNegative else { return value }
        let (positive, overflow) = Int64(0).subtractingReportingOverflow(value)
        return overflow ? nil : positive
    }

    /// Whether the number has more decimals than `decimals`, trailing zeros aside.
    func isTooPrecise(for decimals: Int) -> Bool {
        var value = negatedDigits
        var shift = exponent + decimals
        while shift < 0, value != 0, value % 10 == 0 {
            value /= 10
            shift += 1
        }
        return shift < 0 && value != 0
    }
}

/// Splits the text of a JSON number into its sign, digits and power of ten.
private struct DecimalScanner {
    private let bytes: [UInt8]
    private var position = 0

    init(_ text: String) {
        bytes = Array(text.utf8)
    }

    mutating func parts() -> (isNegative: Bool, digits: [UInt8], exponent: Int)? {
        let isNegative = accept(UInt8(ascii: "-"))
        let whole = takeDigits()
        guard !whole.isEmpty, whole.count == 1 || whole[0] != 0 else { return nil }
        var fraction: [UInt8] = []
        if accept(UInt8(ascii: ".")) {
            fraction = takeDigits()
            guard !fraction.isEmpty else { return nil }
        }
        guard let power = takeExponent(), position == bytes.count else { return nil }
        while fraction.last == 0 { fraction.removeLast() }
        return (isNegative, whole + fraction, power - fraction.count)
    }

    private mutating func takeExponent() -> Int? {
        guard accept(UInt8(ascii: "e")) || accept(UInt8(ascii: "E")) else { return 0 }
        let isNegative = accept(UInt8(ascii: "-"))
        if !isNegative { _ = accept(UInt8(ascii: "+")) }
        let digits = takeDigits()
        guard !digits.isEmpty else { return nil }
        // Beyond four digits every value is either zero or out of range; the loop stays short.
        let power = digits.drop { $0 == 0 }.prefix(5).reduce(0) { $0 * 10 + Int($1) }
        return isNegative ? -power : power
    }

    private mutating func takeDigits() -> [UInt8] {
        let start = position
        while position < bytes.count, (48...57).contains(bytes[position]) { position += 1 }
        return bytes[start..<position].map { $0 - 48 }
    }

    private mutating func accept(_ byte: UInt8) -> Bool {
        guard position < bytes.count, bytes[position] == byte else { return false }
        position += 1
        return true
    }
}
