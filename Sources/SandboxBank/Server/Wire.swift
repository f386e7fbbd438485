import Finance
import Foundation

/// An HTTP request, taken apart.
public struct WireRequest: Sendable {
    let method: String
    let path: String
    /// The parameters of the query, decoded, names in lower case.
    let parameters: [(name: String, value: String)]
    /// The header lines, names in lower case.
    let headers: [(name: String, value: String)]
    public let body: [UInt8]

    /// Takes apart a request whose target is `/path?query`, or a whole address.
    init(method: String, target: String, headers: [(String, String)], body: [UInt8]) {
        let parts = Self.withoutOrigin(target).split(
            separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        self.method = method
        path = String(parts.first ?? "/")
        parameters = parts.count < 2 ? [] : FormCoding.pairs(of: parts[1])
        self.headers = headers.map { ($0.0.lowercased(), $0.1) }
        self.body = body
    }

    var segments: [String] { path.split(separator: "/").map(String.init) }

    /// The first header of that name, in any letter case.
    public func header(_ name: String) -> String? {
        headers.first { $0.name == name.lowercased() }?.value
    }

    func parameter(_ name: String) -> String? { parameters.last { $0.name == name }?.value }

    /// The fields of a form in the body, decoded, names in lower case.
    var form: [(name: String, value: String)] {
        FormCoding.pairs(of: String(decoding: body, as: UTF8.self))
    }

    func field(_ name: String) -> String? { form.last { $0.name == name }?.value }

    private static func withoutOrigin(_ target: String) -> Substring {
        guard !target.hasPrefix("/") else { return target[...] }
        // `http://host/path`: what follows the third slash.
        let parts = target.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
        return parts.count == 4 ? "/" + parts[3] : "/"
    }
}

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

    /// Decodes `%C3%B8` and `+`; `nil` for a broken escape or invalid UTF-8.
    static func decode(_ text: String) -> String? {
        text.replacing("+", with: " ").removingPercentEncoding
    }
}

/// An HTTP answer.
struct WireReply: Sendable {
    var status: Int
    var headers: [(String, String)]
    var body: [UInt8]

    static func empty(_ status: Int, headers: [(String, String)] = []) -> WireReply {
        WireReply(status: status, headers: headers, body: [])
    }

    /// Asks the client to come back after so many seconds.
    func retryAfter(_ seconds: Int) -> WireReply {
        WireReply(status: status, headers: headers + [("Retry-After", String(seconds))], body: body)
    }

    static func json(
        _ status: Int, _ json: JSONOutput, type: String = "application/json; charset=utf-8"
    ) -> WireReply { .text(status, json.text, type: type) }

    static func text(_ status: Int, _ text: String, type: String) -> WireReply {
        WireReply(status: status, headers: [("Content-Type", type)], body: Array(text.utf8))
    }
}

/// The handling of a request.
enum BankAnswer: Sendable {
    case reply(WireReply)
    /// It is kept until switch `hang` is turned off.
    case hold
    /// The connection is closed without an answer.
    case close
    /// The connection is closed in the middle of this answer.
    case breakOff(WireReply)
}

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
    var allowsConsent: Bool { form.contains { $0 == ("answer", "allow") } }

    /// Client id and secret behind `Basic …`, form-decoded as the bank does; `nil` if broken.
    var basicCredentials: (id: String, secret: String)? {
        guard let encoded = authorization("basic"), let data = Data(base64Encoded: encoded),
            let text = String(validating: data, as: UTF8.self)
        else { return nil }
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, let id = FormCoding.decode(String(parts[0])),
            let secret = FormCoding.decode(String(parts[1]))
        else { return nil }
        return (id, secret)
    }

    var bearerToken: String? { authorization("bearer") }

    private func authorization(_ scheme: String) -> String? {
        let parts = (header("authorization") ?? "").split(separator: " ")
        guard parts.count == 2, parts[0].lowercased() == scheme else { return nil }
        return String(parts[1])
    }
}
