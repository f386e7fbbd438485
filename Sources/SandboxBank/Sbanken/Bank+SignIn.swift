import Finance
import Foundation

extension Bank {
    /// Answers `POST /identityserver/connect/token`.
    mutating func signIn(_ request: WireRequest, now: Date) -> WireReply {
        if switches.isOn(.signInOutage) { return .empty(503) }
        guard request.method == "POST" else { return .empty(405, headers: [("Allow", "POST")]) }
        guard isCustomer(request), !isRefusedOnce() else { return Self.oauth("invalid_client") }
        guard request.field("grant_type") == "client_credentials" else {
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
        let given = request.basicCredentials
        return given?.id == scenario.credentials.clientId
            && given?.secret == scenario.credentials.clientSecret.reveal()
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
