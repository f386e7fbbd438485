/// Percent-encoding of a text for a form, a header made of form fields, or a path.
enum FormEncoding {
    /// All bytes but letters, digits and `-._~` as `%XX` (RFC 3986, section 2.3).
    static func encoded(_ text: String) -> String {
        var result: [UInt8] = []
        for byte in text.utf8 {
            if isUnreserved(byte) {
                result.append(byte)
            } else {
                result += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    private static let digits = Array("0123456789ABCDEF".utf8)

    private static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case 48...57, 65...90, 97...122, 0x2d, 0x2e, 0x5f, 0x7e: true
        default: false
        }
    }
}
