import Foundation

/// Issues access tokens and knows which of them still hold.
struct TokenMint: Sendable {
    private static let usualLifetime = 3_600
    private var expiries: [String: Date] = [:]

    /// A new token and the seconds it lives.
    ///
    /// The token has the shape of a JSON Web Token signed with RS256; its signature is random,
    /// so nobody can verify it and no two tokens are alike.
    mutating func issue(
        to client: String, lifetime: Int, now: Date
    ) -> (token: String, lifetime: Int) {
        let seconds = lifetime == 0 ? Self.usualLifetime : lifetime
        expiries = expiries.filter { $0.value > now }
        let token = Self.token(client: client, now: now, seconds: seconds)
        expiries[token] = now.addingTimeInterval(Double(seconds))
        return (token, seconds)
    }

    /// Whether a token was issued here and has not expired.
    func accepts(_ token: String, now: Date) -> Bool {
        expiries[token].map { $0 > now } ?? false
    }

    /// Ends all tokens.
    mutating func expireAll() {
        expiries = [:]
    }

    /// The scopes that a token grants, as they were named 2019-21.
    static let scopes = [
        "Exec.Bank.Accounts.read_access", "Exec.Bank.Transactions.read_access",
    ]

    private static func token(client: String, now: Date, seconds: Int) -> String {
        let issued = Int(now.timeIntervalSince1970)
        let issuer = "https://auth.sbanken.no/identityserver"
        let header = JSONOutput.object([
            ("alg", .string("RS256")),
            ("kid", .string(String(repeating: "0", count: 32) + "5A4DB0C5")),
            ("typ", .string("JWT")),
        ])
        let payload = JSONOutput.object([
            ("nbf", .whole(issued)), ("exp", .whole(issued + seconds)),
            ("iss", .string(issuer)), ("aud", .array([.string(issuer + "/resources")])),
            ("client_id", .string(client)), ("scope", .array(scopes.map(JSONOutput.string))),
        ])
        var random = SystemRandomNumberGenerator()
        let signature = (0..<256).map { _ in UInt8.random(in: 0...255, using: &random) }
        return [header.bytes, payload.bytes, signature].map(base64URL).joined(separator: ".")
    }

    private static func base64URL(_ bytes: [UInt8]) -> String {
        String(
            Data(bytes).base64EncodedString().compactMap { character -> Character? in
                switch character {
                case "+": "-"
                case "/": "_"
                case "=": nil
                default: character
                }
            })
    }
}
