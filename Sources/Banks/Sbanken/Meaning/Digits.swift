/// Small numbers in a bank's texts.
enum Digits {
    /// The value of up to nine ASCII digits; `nil` if anything else is there.
    static func number(_ bytes: some Collection<UInt8>) -> Int? {
        guard (1...9).contains(bytes.count) else { return nil }
        var value = 0
        for byte in bytes {
            guard (48...57).contains(byte) else { return nil }
            value = value * 10 + Int(byte) - 48
        }
        return value
    }
}
