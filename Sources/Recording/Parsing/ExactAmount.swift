/// Reads the usual forms of an amount without leaving the line's bytes.
enum ExactAmount {
    /// The amount in minor units; `nil` for every form that needs a closer look: exponents, more
    /// decimals than the currency has, more than 17 digits, or what is no number at all.
    static func minorUnits(_ bytes: UnsafeBufferPointer<UInt8>, decimals: Int) -> Int64? {
        var index = 0
        let isNegative = bytes.first == UInt8(ascii: "-")
        if isNegative { index = 1 }
        guard bytes.count - index <= 18 else { return nil }
        let wholeStart = index
        var value: Int64 = 0
        while index < bytes.count, bytes[index] &- 48 < 10 {
            value = value &* 10 &+ Int64(bytes[index] &- 48)
            index += 1
        }
        let whole = index - wholeStart
        guard whole > 0, whole == 1 || bytes[wholeStart] != 48 else { return nil }
        var missing = decimals
        if index < bytes.count {
            guard bytes[index] == UInt8(ascii: "."), index + 1 < bytes.count else { return nil }
            index += 1
            while index < bytes.count, bytes[index] &- 48 < 10, missing > 0 {
                value = value &* 10 &+ Int64(bytes[index] &- 48)
                index += 1
                missing -= 1
            }
            guard index == bytes.count else { return nil }
        }
        for _ in 0..<missing {
            let (scaled, overflow) = value.multipliedReportingOverflow(by: 10)
            guard !overflow else { return nil }
            value = scaled
        }
        return isNegative ? -value : value
    }
}
