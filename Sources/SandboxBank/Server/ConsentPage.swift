import Foundation

extension WireReply {
    /// The page on which a person signs in and allows access, or does not.
    ///
    /// It is submitted to its own address, so that the query comes along.
    static func consentPage(_ bank: String) -> WireReply {
        .text(
            200,
            """
            <!DOCTYPE html>
            <html lang="no"><head><title>Logg inn</title></head>
            <body><h1>Sandbox \(bank)</h1><form method="post">
            <button name="answer" value="allow">Godta</button>
            <button name="answer" value="deny">Avbryt</button></form></body></html>

            """, type: "text/html; charset=utf-8")
    }

    /// Sends the browser to an address, with fields in its query.
    static func redirect(to address: String, _ fields: [(String, String)]) -> WireReply {
        let query = fields.map { name, value in
            let value = value.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
            return "\(name)=\(value)"
        }
        let separator = address.contains("?") ? "&" : "?"
        let target = address + separator + query.joined(separator: "&")
        return .empty(302, headers: [("Location", target)])
    }

    private static let unreserved = CharacterSet.alphanumerics.union(["-", ".", "_", "~"])
}

extension WireRequest {
    /// Whether the person pressed the button that allows access.
    var allowsConsent: Bool {
        FormCoding.pairs(of: String(decoding: body, as: UTF8.self)).contains {
            $0 == ("answer", "allow")
        }
    }
}
