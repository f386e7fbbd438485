import Finance
import Foundation

extension Bank {
    /// Answers `POST /identityserver/connect/token`.
    mutating func signIn(_ request: WireRequest, now: Date) -> WireReply {
        if switches.isOn(.signInOutage) { return .empty(503) }
        guard request.method == "POST" else { return .empty(405, headers: [("Allow", "POST")]) }
        guard isCustomer(request), !isRefusedOnce() else { return Self.oauth("invalid_client") }
        let form = FormCoding.pairs(of: String(decoding: request.body, as: UTF8.self))
        guard form.last(where: { $0.name == "grant_type" })?.value == "client_credentials" else {
            return Self.oauth("unsupported_grant_type")
        }
        if switches.isOn(.invalidScope) { return Self.oauth("invalid_scope") }
        let issued = tokens.issue(lifetime: switches.number(.tokenLifetime), now: now)
        var reply = WireReply.json(
            200,
            [
                "access_token": .string(issued.token), "expires_in": .whole(issued.lifetime),
                "token_type": "Bearer", "scope": .string(Self.scopes),
            ])
        reply.headers.append(("Cache-Control", "no-store, no-cache, max-age=0"))
        return reply
    }

    private static let scopes = "Exec.Bank.Accounts.read_access Exec.Bank.Transactions.read_access"

    private static func oauth(_ error: String) -> WireReply {
        .json(400, ["error": .string(error)])
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
}

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

    static func bearer(_ header: String) -> String? { value(of: header, scheme: "bearer") }

    private static func value(of header: String, scheme: String) -> String? {
        let parts = header.split(separator: " ", omittingEmptySubsequences: true)
        guard parts.count == 2, parts[0].lowercased() == scheme else { return nil }
        return String(parts[1])
    }
}

/// Issues access tokens and knows which of them are still valid.
struct TokenIssuer: Sendable {
    private static let usualLifetime = 3_600
    private var expiries: [String: Date] = [:]

    /// A new token and its lifetime in seconds.
    ///
    /// The token looks like the bank's, a JSON Web Token in three parts, none of which contains
    /// data.
    mutating func issue(lifetime: Int, now: Date) -> (token: String, lifetime: Int) {
        let seconds = lifetime == 0 ? Self.usualLifetime : lifetime
        expiries = expiries.filter { $0.value > now }
        let token = [36, 120, 256].map(Self.part).joined(separator: ".")
        expiries[token] = now.addingTimeInterval(Double(seconds))
        return (token, seconds)
    }

    func accepts(_ token: String, now: Date) -> Bool { expiries[token].map { $0 > now } ?? false }

    mutating func expireAll() { expiries = [:] }

    private static func part(bytes: Int) -> String {
        Data((0..<bytes).map { _ in UInt8.random(in: .min ... .max) }).base64URL
    }
}
