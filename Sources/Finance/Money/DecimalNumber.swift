/// A decimal number, kept exactly; no amount ever passes through floating point.
///
/// Every figure of the program is read here: from JSON by ``init(json:)``, and from people's texts
/// by ``WrittenNumber``.
public struct DecimalNumber: Sendable, Hashable, CustomStringConvertible {
    /// The digits without point, with their sign; trailing zeros of the fraction are cut off.
    public let digits: Int64
    /// How many of the digits are decimals; negative where zeros are to be added, as in `1e30`.
    public let decimals: Int

    /// Why a text is no decimal number.
    public enum Fault: Error, Sendable, Equatable {
        /// It is not a decimal number.
        case notANumber
        /// It has more digits than 64 bits hold, with either sign.
        case overflow
    }

    /// Makes a number and cuts off trailing zeros of its fraction.
    public init(digits: Int64, decimals: Int = 0) {
        var digits = digits
        var decimals = digits == 0 ? 0 : decimals
        while decimals > 0, digits % 10 == 0 {
            digits /= 10
            decimals -= 1
        }
        self.digits = digits
        self.decimals = decimals
    }

    /// Reads the bytes of a JSON number (RFC 8259, section 6), and nothing else.
    public init(json bytes: Span<UInt8>) throws(Fault) {
        var scanner = JSONNumberScanner()
        self = try scanner.number(bytes)
    }

    /// Whether the bytes are a JSON number, however large.
    public static func isWellFormed(json bytes: Span<UInt8>) -> Bool {
        do {
            _ = try DecimalNumber(json: bytes)
            return true
        } catch { return error == .overflow }
    }

    /// Reads digits and decimals, both in ASCII.
    init(whole: some Sequence<UInt8>, fraction: some Sequence<UInt8>) throws(Fault) {
        var collector = DigitCollector()
        for byte in whole { collector.append(byte &- 48, isDecimal: false) }
        for byte in fraction { collector.append(byte &- 48, isDecimal: true) }
        self = try collector.number(isNegative: false, power: 0)
    }

    /// The number in units of ten to the power −`places`; `nil` if it is finer or too large.
    public func scaled(to places: Int) -> Int64? {
        guard places >= decimals else { return nil }
        var value = digits
        var missing = places - decimals
        while missing > 0, value != 0 {
            let (next, overflow) = value.multipliedReportingOverflow(by: 10)
            guard !overflow else { return nil }
            value = next
            missing -= 1
        }
        return value
    }

    /// The number as a whole one; `nil` if it has a fraction.
    public var whole: Int? { scaled(to: 0).flatMap { Int(exactly: $0) } }

    /// The number with a point, and with two decimals if it has one: `8000.50`.
    public var description: String {
        guard decimals > 0 else { return String(scaled(to: 0) ?? digits) }
        let places = max(decimals, 2)
        let padded = String((scaled(to: places) ?? digits).magnitude).zeroPadded(to: places + 1)
        return "\(digits < 0 ? "-" : "")\(padded.dropLast(places)).\(padded.suffix(places))"
    }
}

/// Gathers digits from left to right; zeros at the end of a fraction cost no room.
private struct DigitCollector {
    private var value: Int64 = 0
    private var decimals = 0
    private var zeros = 0
    private var hasOverflow = false

    mutating func append(_ digit: UInt8, isDecimal: Bool) {
        if isDecimal, digit == 0 {
            zeros += 1
            return
        }
        while zeros > 0 {
            push(0)
            decimals += 1
            zeros -= 1
        }
        push(digit)
        if isDecimal { decimals += 1 }
    }

    private mutating func push(_ digit: UInt8) {
        let (shifted, isTooLarge) = value.multipliedReportingOverflow(by: 10)
        let (next, isTooLong) = shifted.addingReportingOverflow(Int64(digit))
        if isTooLarge || isTooLong { hasOverflow = true } else { value = next }
    }

    func number(isNegative: Bool, power: Int) throws(DecimalNumber.Fault) -> DecimalNumber {
        guard !hasOverflow else { throw .overflow }
        return DecimalNumber(digits: isNegative ? -value : value, decimals: decimals - power)
    }
}

/// Scans the bytes of a JSON number once.
private struct JSONNumberScanner {
    private var position = 0
    private var collector = DigitCollector()

    mutating func number(_ bytes: Span<UInt8>) throws(DecimalNumber.Fault) -> DecimalNumber {
        let isNegative = accept(UInt8(ascii: "-"), bytes)
        let hasLeadingZero = position < bytes.count && bytes[position] == 48
        let whole = digits(bytes, areDecimals: false)
        guard whole == 1 || whole > 1 && !hasLeadingZero else { throw .notANumber }
        if accept(UInt8(ascii: "."), bytes), digits(bytes, areDecimals: true) == 0 {
            throw .notANumber
        }
        guard let power = exponent(bytes), position == bytes.count else { throw .notANumber }
        return try collector.number(isNegative: isNegative, power: power)
    }

    private mutating func digits(_ bytes: Span<UInt8>, areDecimals: Bool) -> Int {
        let start = position
        while position < bytes.count, bytes[position] &- 48 < 10 {
            collector.append(bytes[position] &- 48, isDecimal: areDecimals)
            position += 1
        }
        return position - start
    }

    private mutating func exponent(_ bytes: Span<UInt8>) -> Int? {
        guard accept(UInt8(ascii: "e"), bytes) || accept(UInt8(ascii: "E"), bytes) else { return 0 }
        let isNegative = accept(UInt8(ascii: "-"), bytes)
        if !isNegative { _ = accept(UInt8(ascii: "+"), bytes) }
        let start = position
        var power = 0
        while position < bytes.count, bytes[position] &- 48 < 10 {
            // Beyond this limit every value is either zero or out of range, and loops stay short.
            power = min(power * 10 + Int(bytes[position] &- 48), 99_999)
            position += 1
        }
        guard position > start else { return nil }
        return isNegative ? -power : power
    }

    private mutating func accept(_ byte: UInt8, _ bytes: Span<UInt8>) -> Bool {
        guard position < bytes.count, bytes[position] == byte else { return false }
        position += 1
        return true
    }
}
