/// A non-negative decimal number, kept exactly.
///
/// ```swift
/// DecimalLiteral(digits: 800050, decimals: 2)   // 8000.50, equal to (80005, 1)
/// ```
public struct DecimalLiteral: Sendable, Hashable, CustomStringConvertible {
    /// The digits without point; trailing zeros of the fraction are cut off.
    public let digits: Int64
    /// How many of the digits are decimals.
    public let decimals: Int

    /// Makes a number and cuts off trailing zeros of its fraction.
    public init(digits: Int64, decimals: Int = 0) {
        var digits = digits
        var decimals = decimals
        while decimals > 0, digits % 10 == 0 {
            digits /= 10
            decimals -= 1
        }
        self.digits = digits
        self.decimals = decimals
    }

    /// The number in units of ten to the power −`places`; `nil` if it is finer or too large.
    public func scaled(to places: Int) -> Int64? {
        guard places >= decimals else { return nil }
        var value = digits
        for _ in decimals..<places {
            let (next, overflow) = value.multipliedReportingOverflow(by: 10)
            guard !overflow else { return nil }
            value = next
        }
        return value
    }

    /// The number as a whole one; `nil` if it has a fraction.
    public var whole: Int? { decimals == 0 ? Int(exactly: digits) : nil }

    /// The number with a point, and with two decimals if it has one: `8000.50`.
    public var description: String {
        guard decimals > 0 else { return String(digits) }
        let places = max(decimals, 2)
        let scaled = String(scaled(to: places) ?? digits)
        let padded = String(repeating: "0", count: max(0, places + 1 - scaled.count)) + scaled
        return "\(padded.dropLast(places)).\(padded.suffix(places))"
    }
}
