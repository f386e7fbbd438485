import Finance
import HTTP

/// The texts of this source's failures.
struct SbankenProblems: BankProblems {
    let nonsenseFix = "check apiURL, authURL and dialect in the settings"
    let silenceFix = "check apiURL and authURL in the settings, and this machine's connection"

    private static let unauthorized = SourceFailure(
        kind: .refused, problem: "a token was issued, but calls with it are refused (401)",
        fix: """
            tick the API's scope for this application in the developer portal and order a new \
            secret; with dialect v1, check customerId too
            """)

    static let notFound = SourceFailure(
        kind: .server, problem: "the bank has nothing at the address asked for (404)",
        fix: "check apiURL and dialect in the settings")

    /// Why the token endpoint gives no token.
    static func refused(_ word: String?, status: Int) -> SourceFailure {
        switch word {
        case "invalid_client":
            SourceFailure(
                kind: .refused, problem: "the token endpoint answered invalid_client",
                fix: """
                    check the client secret: it is wrong (copy it exactly, special characters as \
                    they are), or it has expired (the bank lets it live three months; order a new \
                    one), or it is new and not yet active (wait some minutes)
                    """)
        case "invalid_scope":
            SourceFailure(
                kind: .refused, problem: "the token endpoint answered invalid_scope",
                fix: "tick the API's scope for this application in the bank's developer portal")
        default:
            .tokenRefused(
                word, status: status,
                fix: "check authURL, clientId and clientSecret in the settings")
        }
    }

    func error(in response: HTTPResponse, to what: String) -> BankError {
        switch response.status {
        case 401: return .signInRefused(Self.unauthorized)
        case 403:
            return .failed(
                SourceFailure(
                    kind: .refused, problem: "\(what): the bank does not allow this (403)",
                    fix: "tick the scope for it in the bank's developer portal"))
        case 404: return .notFound(Self.notFound)
        case 429: return .throttled(retryAfter: response.retryAfter)
        case 300...399: return malformed(what)("the address has moved")
        default:
            let root = PositionedJSON(response.body, isStrict: true).root
            return root.flatMap { reported($0, by: what, status: response.status) }
                ?? .failed(server(what, status: response.status))
        }
    }

    func check(_ answer: JSONNode, to what: String) throws(BankError) {
        if let error = reported(answer, by: what, status: 200) { throw error }
    }

    /// Reads the bank's error: its envelope (v1) or problem details (RFC 7807, in any case).
    ///
    /// Of its type (`NotFound`, `Input`, `0`, …) and its trace number, which helps to ask the bank,
    /// only a word or a GUID is shown.
    private func reported(_ json: JSONNode, by what: String, status: Int) -> BankError? {
        guard json["isError"]?.value == .boolean(true) || Self.isProblem(json) else { return nil }
        let type = Self.member("errortype", of: json).flatMap { $0.string ?? $0.number }
            .flatMap { AnswerRow.isWord($0) || $0.utf8.count <= 2 ? $0 : nil }
        if type == "NotFound" { return .notFound(Self.notFound) }
        let nested = Self.member("extensions", of: json).flatMap { Self.member("traceid", of: $0) }
        let trace = (Self.member("traceid", of: json)?.string ?? nested?.string)
            .flatMap { Self.isGUID($0) ? "trace \($0)" : nil }
        let details = [type, trace].compactMap { $0.map { ", \($0)" } }.joined()
        return .failed(server(what, status: status, details: details))
    }

    private static func isProblem(_ json: JSONNode) -> Bool {
        member("items", of: json) == nil && member("title", of: json) != nil
            && (member("status", of: json) != nil || member("detail", of: json) != nil)
    }

    private static func member(_ name: String, of json: JSONNode) -> JSONNode? {
        json.members?.first { $0.key.lowercased() == name }?.value
    }

    private static func isGUID(_ text: String) -> Bool {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        return parts.map(\.utf8.count) == [8, 4, 4, 4, 12]
            && parts.joined().utf8.allSatisfy {
                (48...57).contains($0) || (97...102).contains($0 | 0x20)
            }
    }
}
