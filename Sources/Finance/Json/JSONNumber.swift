/// The grammar of JSON numbers.
public enum JSONNumber: Sendable {
    /// Whether the bytes are a number by RFC 8259, section 6.
    ///
    /// ```swift
    /// JSONNumber.isWellFormed("-104.520".utf8)   // true, as is 1e2
    /// JSONNumber.isWellFormed("01".utf8)         // false, as are 1. and +1
    /// ```
    public static func isWellFormed(_ bytes: some Collection<UInt8>) -> Bool {
        var rest = bytes[...]
        _ = take(UInt8(ascii: "-"), from: &rest)
        let first = rest.first
        let wholeDigits = takeDigits(from: &rest)
        // A leading zero stands alone.
        guard wholeDigits == 1 || wholeDigits > 1 && first != 48 else { return false }
        if take(UInt8(ascii: "."), from: &rest), takeDigits(from: &rest) == 0 { return false }
        if take(UInt8(ascii: "e"), from: &rest) || take(UInt8(ascii: "E"), from: &rest) {
            if !take(UInt8(ascii: "+"), from: &rest) { _ = take(UInt8(ascii: "-"), from: &rest) }
            if takeDigits(from: &rest) == 0 { return false }
        }
        return rest.isEmpty
    }

    private static func take<Bytes: Collection<UInt8>>(
        _ byte: UInt8, from rest: inout Bytes
    ) -> Bool where Bytes == Bytes.SubSequence {
        guard rest.first == byte else { return false }
        rest.removeFirst()
        return true
    }

    private static func takeDigits<Bytes: Collection<UInt8>>(
        from rest: inout Bytes
    ) -> Int where Bytes == Bytes.SubSequence {
        let count = rest.prefix { (48...57).contains($0) }.count
        rest.removeFirst(count)
        return count
    }
}
