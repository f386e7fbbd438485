extension UInt8 {
    /// Whether the byte is 0–9, a–f or A–F.
    var isHexDigit: Bool {
        (48...57).contains(self) || (65...70).contains(self) || (97...102).contains(self)
    }
}
