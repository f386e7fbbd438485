/// Encodes texts for addresses and forms.
package enum URLText {
    /// Encodes one part of a path or one value of a query.
    ///
    /// Everything but unreserved characters (RFC 3986, section 2.3) is encoded, slashes too unless
    /// they are kept.
    package static func encoded(_ text: String, keepsSlashes: Bool = false) -> String {
        var result = String.UnicodeScalarView()
        for byte in text.utf8 {
            if isUnreserved(byte) || (keepsSlashes && byte == UInt8(ascii: "/")) {
                result.append(Unicode.Scalar(byte))
            } else {
                let hex = String(byte, radix: 16, uppercase: true)
                result.append(contentsOf: ("%" + (byte < 16 ? "0" : "") + hex).unicodeScalars)
            }
        }
        return String(result)
    }

    /// A form's body (`application/x-www-form-urlencoded`).
    package static func form(_ fields: [(name: String, value: String)]) -> [UInt8] {
        Array(fields.map { "\(encoded($0.name))=\(encoded($0.value))" }.joined(separator: "&").utf8)
    }

    /// Adds a value to the query of an address; the rest stays byte for byte.
    package static func adding(_ name: String, _ value: String, to url: String) -> String {
        url + (url.contains("?") ? "&" : "?") + "\(encoded(name))=\(encoded(value))"
    }

    /// A server's address and a path on it, whether or not the address ends in a slash.
    package static func join(_ server: String, _ path: String) -> String {
        let end = server.lastIndex { $0 != "/" }
        return (end.map { String(server[...$0]) } ?? "") + path
    }

    private static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case 48...57, 65...90, 97...122, 0x2D, 0x2E, 0x5F, 0x7E: true
        default: false
        }
    }
}
