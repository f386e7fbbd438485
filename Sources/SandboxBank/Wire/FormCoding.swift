/// Reads `application/x-www-form-urlencoded` text.
enum FormCoding {
    /// The pairs of `a=1&b=2`, decoded, names in lower case.
    ///
    /// A pair that cannot be decoded keeps its text as it is.
    static func pairs(of text: some StringProtocol) -> [(name: String, value: String)] {
        text.split(separator: "&").map { pair in
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = String(parts.first ?? "")
            let value = parts.count < 2 ? "" : String(parts[1])
            return ((decode(name) ?? name).lowercased(), decode(value) ?? value)
        }
    }

    /// The text behind `%C3%B8` and `+`; `nil` for a broken escape or what is no UTF-8.
    static func decode(_ text: String) -> String? {
        let bytes = Array(text.utf8)
        var decoded: [UInt8] = []
        var index = 0
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "+"): decoded.append(0x20)
            case UInt8(ascii: "%"):
                guard index + 2 < bytes.count, bytes[index + 1].isHexDigit,
                    bytes[index + 2].isHexDigit,
                    let byte = UInt8(
                        String(decoding: bytes[index + 1...index + 2], as: UTF8.self), radix: 16)
                else { return nil }
                decoded.append(byte)
                index += 2
            default: decoded.append(bytes[index])
            }
            index += 1
        }
        return String(validating: decoded, as: UTF8.self)
    }
}
