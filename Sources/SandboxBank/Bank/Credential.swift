import Foundation

/// Reads the `Authorization` header.
enum Credential {
    /// Client id and secret behind `Basic …`, form-decoded as the bank does; `nil` if broken.
    static func basic(_ header: String) -> (id: String, secret: String)? {
        guard let encoded = value(of: header, scheme: "basic"),
            let data = Data(base64Encoded: encoded),
            let text = String(validating: data, as: UTF8.self)
        else { return nil }
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, let id = FormCoding.decode(String(parts[0])),
            let secret = FormCoding.decode(String(parts[1]))
        else { return nil }
        return (id, secret)
    }

    /// The token behind `Bearer …`.
    static func bearer(_ header: String) -> String? {
        value(of: header, scheme: "bearer")
    }

    private static func value(of header: String, scheme: String) -> String? {
        let parts = header.split(separator: " ", omittingEmptySubsequences: true)
        guard parts.count == 2, parts[0].lowercased() == scheme else { return nil }
        return String(parts[1])
    }
}
