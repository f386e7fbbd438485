/// The digits that dates and times are written with (ISO 8601).
package enum Digits: Sendable {
    /// The number that ASCII digits say; `nil` if something else is among them.
    package static func number(_ digits: ArraySlice<UInt8>) -> Int? {
        var value = 0
        for byte in digits {
            guard (48...57).contains(byte) else { return nil }
            value = value * 10 + Int(byte) - 48
        }
        return value
    }

    /// Appends a number with zeros before it, so that it has at least so many digits.
    static func write(_ value: Int, _ width: Int, to bytes: inout [UInt8]) {
        if value < 0 { bytes.append(UInt8(ascii: "-")) }
        write(value.magnitude, width, to: &bytes)
    }

    private static func write(_ value: UInt, _ width: Int, to bytes: inout [UInt8]) {
        let higher = value / 10
        if width > 1 || higher > 0 { write(higher, width - 1, to: &bytes) }
        bytes.append(UInt8(ascii: "0") + UInt8(value % 10))
    }
}
