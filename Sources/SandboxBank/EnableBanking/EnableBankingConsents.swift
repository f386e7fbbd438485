import CryptoExtras
import Finance
import Foundation

/// The consents of persons through Enable Banking, and how often they were used.
struct EnableBankingConsents: Sendable {
    struct Consent: Sendable {
        let redirect: String
        let state: String
        let validUntil: Date
    }

    struct Session: Sendable {
        let openedAt: Date
        let validUntil: Date
        /// The ledger's accounts by their names in this session only.
        let accounts: [(uid: String, account: String)]
        var isClosed = false
    }

    /// Consents by the number that the bank's page has in its address, then by their code.
    private var begun: [String: Consent] = [:]
    private var codes: [String: Consent] = [:]
    private(set) var sessions: [String: Session] = [:]
    private var reads: [String: Int] = [:]

    mutating func begin(_ consent: Consent) -> String {
        let id = Self.newID()
        begun[id] = consent
        return id
    }

    /// The consent that a person gives or denies on the bank's page, once.
    mutating func decide(_ id: String) -> (consent: Consent, code: String)? {
        guard let consent = begun.removeValue(forKey: id) else { return nil }
        let code = Self.newID()
        codes[code] = consent
        return (consent, code)
    }

    /// Exchanges a code, which works once.
    mutating func open(
        code: String, accounts: [String], at now: Date
    ) -> (id: String, session: Session)? {
        guard let consent = codes.removeValue(forKey: code) else { return nil }
        let session = Session(
            openedAt: now, validUntil: consent.validUntil,
            accounts: accounts.map { (Self.newID(), $0) })
        let id = Self.newID()
        sessions[id] = session
        return (id, session)
    }

    mutating func close(_ id: String) -> Bool {
        guard sessions[id] != nil else { return false }
        sessions[id]?.isClosed = true
        return true
    }

    /// The session and the ledger's account for an account of the session.
    func account(uid: String) -> (session: Session, account: String)? {
        for session in sessions.values {
            if let found = session.accounts.first(where: { $0.uid == uid }) {
                return (session, found.account)
            }
        }
        return nil
    }

    /// Counts a read; returns how many there were today.
    mutating func count(_ what: String, of account: String, on day: CalendarDay) -> Int {
        reads["\(what) \(account) \(day)", default: 0] += 1
        return reads["\(what) \(account) \(day)"] ?? 0
    }

    private static func newID() -> String { UUID().uuidString.lowercased() }
}

/// An error as Enable Banking words it.
struct EnableBankingRefusal: Error {
    let status: Int
    let code: String
    var message = "Refused"
    var retryAfter: Int?

    var reply: WireReply {
        let reply = WireReply.json(
            status,
            [
                "code": .whole(status), "message": .string(message), "error": .string(code),
                "detail": nil,
            ])
        return retryAfter.map { reply.retryAfter($0) } ?? reply
    }
}

/// The application that the sandbox knows, with its invented key.
public enum EnableBankingApplication: Sendable {
    public static let id = "5a1d0fac-e000-4000-8000-000000000001"

    static let redirectURI = "http://localhost:8912/callback"

    /// Whether an address is registered with the application: all on this machine, and one elsewhere
    /// that a person copies.
    static func knows(redirect: String) -> Bool {
        redirect == "https://example.org/saldovakt"
            || redirect.hasSuffix("/callback")
                && ["http://localhost:", "http://127.0.0.1:"].contains { redirect.hasPrefix($0) }
    }

    /// Made for the sandbox; nothing real was ever signed with it.
    public static let privateKey = """
        -----BEGIN PRIVATE KEY-----
        MIIEvgIBADANBgkqhkiG9w0BAQEFAASCBKgwggSkAgEAAoIBAQCjPfG/928nCK7Q
        vsZo/If0EgBvLyvQ/eYOTzNDnpmK8tl+4JW00fWqICsNGI2bzR8aXOglXcT2eX7Z
        bdowIsw6AaZ3ydmklCAH4gPK12NJ4lqcCKt5iK4AvFg78mlVmTzSL582PRGdrbGg
        Eh4tPNwedugeERc3yriwcDL76xcFTLvWNnZyk9TazdBQ3E9455xkngcy0+1XM2nE
        Nk6JliIOovYhmgdqmFcsSovj2ZFfs5QRhfe3IxYCqdyb9EPyFlkfr59GlReg45pe
        Lov889Im3v1jKKzf8IwCrczcaT6rpkGHeReo68C8KLNifNbJmJxN4DQk93jvLpRY
        FvL5UQyPAgMBAAECggEAQwDl/bl+MjNqLdxgbC9bTl8lNn3SKlJM34q6rAKpW1Ma
        2u0sBbA4ecACa7msRksHfTatQskeU1zDKFPivudJlHWg8oIzh04VZ6bpj5Sg+G6k
        am9Ukun7Ieos/U4e1jezs0JAw26FkIb+5YkKQd89KnP8CntRYGEhNaqYArcYF+Ai
        0FKm5mS2C4GrmU5YGmiKHea2jK8VbEXVVOtpmIqdgWcV19SqelYlshlyIip0tkoW
        Nuv9Oz7jzFnNkC2E1Xi5eKgAoB34k1wWeygkxBRB26b905YLZyzYeypf4eA4LTZ6
        7FHZn7Z3RsYFaZoHFvVIQJQXA4UdW6/aM3ASOD+5AQKBgQDdVRa8OKk3QQToOpdw
        hUOfWAMyVWHaAYGfnIGYtfGfOcCSNyMNJ1C1BhAZR8/57IbTBMMqOOCm3jEA2b+w
        63wOa4gDMutOhlAbE72qkyQV5A+n7HPzp+9Gc9WvG7wxvt/xG3GZ9INCbP3XfiTg
        DKCCuM26TBo3qZCm/10uU0hQYQKBgQC8z5DepXWOQfeVy8qppqAGRrmfk7uGTY4k
        zeYin1YwHKxELarDwq8PluBhEHqCPVJSQ/meG2/H6/cvLrRuc/3/xl/vvysEIgft
        KLoLvdp9adIFw95qmVb2ruhNwKzNdCdE7+x7rBvWFGr2POSAEv8wGafuOK1vP8f5
        HbNH8DVC7wKBgDdknkYJIECV4zaDw3cDw0LT8ijcuZqoGdrqfnzLvGcPOyTc68bU
        +hv0In9RO7ne+ndBj963UXIx1a3S0Wjj5q5tNyMl0UJb1xyPuj5AiR15cHmkcfif
        JQFK6EXk+RqyHLXpGmtfiKJNSNJv3aa9Qka1HbfsZ/taUruY2adIbKbBAoGBAKCC
        zKOagb94MSR1ZUqoTm5HfdI9YzQfhnGfYL+aOUkZdxFWyU82mGBmYUXjHmLOAsfQ
        5coVhQeugCrqR5WGoi3o1PIZ0FXpIFfrQY5tzerEJTmlc9WnmhiIRRCkdcMLtb6T
        QLU6cUejf/LpfU+r1qlrhimsoTRsQnJzX1AO0xidAoGBANUP4eAY3ZW7bAiAg86V
        5Ho6XDrJbGzmFZzyw6smDoG0qKQNQ/JmjXTQh/CFftA/Fz8Qdo29hEUa1POUR4lc
        1fa61JyGOVNlWYbdHpuvLSPg4WEPz9eMqjVuLsekSjcGqOlFTQcVbktWMYBr+1t6
        t/H6KMXhB7TotBHn2OCNv/sX
        -----END PRIVATE KEY-----

        """

    private static let key = try? _RSA.Signing.PrivateKey(pemRepresentation: privateKey)

    /// Whether a token is one that the real service accepts: header, claims and signature.
    static func accepts(_ token: String, now: Date) -> Bool {
        let parts = token.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 3, let header = json(parts[0]), let claims = json(parts[1]),
            let signature = Data(base64URL: parts[2]), header["alg"]?.string == "RS256",
            header["typ"]?.string == "JWT", header["kid"]?.string == id,
            claims["iss"]?.string == "enablebanking.com",
            claims["aud"]?.string == "api.enablebanking.com",
            let issued = claims["iat"]?.number.flatMap(Int.init),
            let expires = claims["exp"]?.number.flatMap(Int.init)
        else { return false }
        let second = Int(now.timeIntervalSince1970)
        guard issued <= second + 60, expires > second, expires - issued <= 86_400 else {
            return false
        }
        return key?.publicKey.isValidSignature(
            _RSA.Signing.RSASignature(rawRepresentation: signature),
            for: Data("\(parts[0]).\(parts[1])".utf8), padding: .insecurePKCS1v1_5) ?? false
    }

    private static func json(_ part: String) -> JSONNode? {
        Data(base64URL: part).flatMap { PositionedJSON(Array($0), isStrict: true).root }
    }
}

extension SandboxHelp {
    /// The settings of a bank that is reached through Enable Banking, and the key for them.
    static func enableBanking(_ origin: String, _ scenario: SandboxScenario) -> [String] {
        [
            "Sandbox bank '\(scenario.name)' behind Enable Banking",
            #"  { "id": "sandbox", "type": "enablebanking", "bank": "DNB","#,
            #"    "applicationId": "\#(EnableBankingApplication.id)","#,
            #"    "privateKey": {"file": "enablebanking.pem"},"#,
            #"    "redirectURI": "\#(EnableBankingApplication.redirectURI)","#,
            #"    "apiURL": "\#(origin)/enablebanking" }"#,
            "  enablebanking.pem (invented):", EnableBankingApplication.privateKey,
        ]
    }
}
