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

    /// A number with zeros before it, so that it is at least so wide.
    package static func padded(_ value: Int, _ width: Int) -> String {
        let text = String(value)
        return String(repeating: "0", count: max(0, width - text.count)) + text
    }
}
