import Finance
import Foundation

extension Bank {
    /// Answers `POST /identityserver/connect/token`.
    mutating func signIn(_ request: WireRequest, now: Date) -> WireReply {
        if switches.isOn(.signInOutage) { return .empty(503) }
        guard request.method == "POST" else { return .empty(405, headers: [("Allow", "POST")]) }
        guard isCustomer(request), !isRefusedOnce() else { return .oauth("invalid_client") }
        guard grantType(of: request) == "client_credentials" else {
            return .oauth("unsupported_grant_type")
        }
        if switches.isOn(.invalidScope) { return .oauth("invalid_scope") }
        let client = scenario.credentials.clientId
        let issued = tokens.issue(
            to: client, lifetime: switches.number(.tokenLifetime), now: now)
        var members: [(String, JSONOutput)] = [
            ("access_token", .string(issued.token)), ("expires_in", .whole(issued.lifetime)),
            ("token_type", .string("Bearer")),
        ]
        if switches.word(.tokenScope) == "listed" {
            members.append(("scope", .string(TokenMint.scopes.joined(separator: " "))))
        }
        var reply = WireReply.json(200, .object(members))
        reply.headers.append(("Cache-Control", "no-store, no-cache, max-age=0"))
        return reply
    }

    private func isCustomer(_ request: WireRequest) -> Bool {
        guard let given = request.header("authorization").flatMap(Credential.basic) else {
            return false
        }
        return given.id == scenario.credentials.clientId
            && given.secret == scenario.credentials.clientSecret.reveal()
    }

    private mutating func isRefusedOnce() -> Bool {
        if switches.isOn(.refuseSignIn) { return true }
        let left = switches.number(.freshSecret)
        guard left > 0 else { return false }
        // One less always lies in the range.
        try? switches.set(.freshSecret, .number(left - 1))
        return true
    }

    /// The grant type of a form; one client of the real bank sent it as multipart and got through.
    private func grantType(of request: WireRequest) -> String? {
        let text = String(decoding: request.body, as: UTF8.self)
        let type = request.header("content-type")?.lowercased() ?? ""
        if type.hasPrefix("application/x-www-form-urlencoded") {
            return FormCoding.pairs(of: text).last { $0.name == "grant_type" }?.value
        }
        guard type.hasPrefix("multipart/form-data"),
            let name = text.range(of: "name=\"grant_type\""),
            let blank = text[name.upperBound...].range(of: "\r\n\r\n"),
            let end = text[blank.upperBound...].range(of: "\r\n")
        else { return nil }
        return String(text[blank.upperBound..<end.lowerBound])
    }
}

extension WireReply {
    /// The tiny body of a refused sign-in.
    static func oauth(_ error: String) -> WireReply {
        .json(400, .object([("error", .string(error))]))
    }
}
