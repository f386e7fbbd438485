import Finance
import Foundation

/// The sign-ins at the bank as SpareBank 1 keeps them: codes for two minutes, refresh tokens that
/// each use replaces.
struct SpareBank1Logins: Sendable {
    /// A code that was given to a browser.
    struct Code: Sendable {
        let redirectURI: String
        let until: Date
    }

    var codes: [String: Code] = [:]
    var refreshTokens: Set<String> = []
    /// When API calls were made within the latest hour.
    var calls: [Date] = []
    /// How many answers there were, because each has ids of its own.
    var answers = 0
}

extension Bank {
    /// Answers requests under `/oauth` and `/personal/banking`.
    mutating func spareBank1(_ request: WireRequest, _ path: [String], now: Date) -> BankAnswer {
        switch (path.first, path.dropFirst().first) {
        case ("oauth", "authorize"): .reply(authorize(request, now: now))
        case ("oauth", "token"): token(request, now: now)
        case ("personal", "banking"): spareBank1API(request, path.dropFirst(2), now: now)
        default: .reply(.empty(404))
        }
    }

    /// Ends every sign-in of a person at the bank.
    mutating func revokeSignIns() {
        spareBank1 = SpareBank1Logins()
        tokens.expireAll()
    }

    /// Shows the sign-in page, and redirects the browser once it is submitted.
    private mutating func authorize(_ request: WireRequest, now: Date) -> WireReply {
        guard let redirect = request.parameter("redirect_uri"), Self.isRegistered(redirect),
            let state = request.parameter("state"), !state.isEmpty,
            request.parameter("client_id") == scenario.credentials.clientId,
            request.parameter("response_type") == "code"
        else { return .text(400, "invalid_request", type: "text/plain") }
        let scopes = request.parameter("scope")?.split(separator: " ").map(String.init) ?? []
        guard request.parameter("fininst").map(Self.banks.contains) ?? true,
            scopes.allSatisfy(["openid", "accounts", "transactions"].contains)
        else { return .redirect(to: redirect, [("error", "access_denied"), ("state", state)]) }
        guard request.method == "POST" else { return .consentPage("SpareBank 1") }
        guard request.allowsConsent else {
            return .redirect(to: redirect, [("error", "access_denied"), ("state", state)])
        }
        let code = "code-\(UUID())"
        spareBank1.codes[code] = SpareBank1Logins.Code(
            redirectURI: redirect, until: now.addingTimeInterval(120))
        return .redirect(to: redirect, [("code", code), ("state", state)])
    }

    /// Answers `POST /oauth/token`.
    private mutating func token(_ request: WireRequest, now: Date) -> BankAnswer {
        if switches.isOn(.signInOutage) { return .reply(.empty(503)) }
        guard request.method == "POST", isClient(request) else {
            return .reply(Self.refusal("invalid_client", status: 401))
        }
        if switches.isOn(.refuseSignIn) { return .reply(Self.refusal("invalid_client")) }
        switch request.field("grant_type") {
        case "authorization_code":
            // A code can be used only once, whatever the result.
            let code = request.field("code").flatMap { spareBank1.codes.removeValue(forKey: $0) }
            guard let code, code.until > now, code.redirectURI == request.field("redirect_uri")
            else { return .reply(Self.refusal("invalid_grant")) }
            return .reply(grant(refreshToken: newRefreshToken(), now: now))
        case "refresh_token":
            guard let used = request.field("refresh_token"),
                spareBank1.refreshTokens.contains(used)
            else { return .reply(Self.refusal("invalid_grant")) }
            return refresh(used, now: now)
        default: return .reply(Self.refusal("unsupported_grant_type"))
        }
    }

    private mutating func refresh(_ used: String, now: Date) -> BankAnswer {
        switch switches.word(.refreshAnswer) {
        case "lost": return .close
        case "withoutToken": return .reply(grant(refreshToken: nil, now: now))
        case "forgotten": return .reply(grant(refreshToken: "refresh-\(UUID())", now: now))
        case "cut":
            rotate(used)
            return .close
        case "half": return .breakOff(grant(refreshToken: rotate(used), now: now))
        default: return .reply(grant(refreshToken: rotate(used), now: now))
        }
    }

    @discardableResult
    private mutating func rotate(_ used: String) -> String {
        spareBank1.refreshTokens.remove(used)
        return newRefreshToken()
    }

    private mutating func newRefreshToken() -> String {
        let token = "refresh-\(UUID())"
        spareBank1.refreshTokens.insert(token)
        return token
    }

    private mutating func grant(refreshToken: String?, now: Date) -> WireReply {
        let usual = switches.number(.tokenLifetime)
        let issued = tokens.issue(lifetime: usual == 0 ? 600 : usual, now: now)
        let answer: JSONOutput = [
            "access_token": .string(issued.token), "token_type": "Bearer",
            "expires_in": .whole(issued.lifetime), "refresh_token": .text(refreshToken),
            "financial_institution_id": "fid-smn",
        ]
        return .json(200, answer.withoutNulls)
    }

    /// Client id and secret in the form, or as a header.
    private func isClient(_ request: WireRequest) -> Bool {
        let basic = request.basicCredentials
        return (basic?.id ?? request.field("client_id")) == scenario.credentials.clientId
            && (basic?.secret ?? request.field("client_secret"))
                == scenario.credentials.clientSecret.reveal()
    }

    private static func refusal(_ error: String, status: Int = 400) -> WireReply {
        .json(status, ["error": .string(error), "error_description": "refused by the stand-in"])
    }

    /// Whether it is `http://localhost:PORT/callback`, the address that the stand-in's client has
    /// registered.
    private static func isRegistered(_ address: String) -> Bool {
        address.wholeMatch(of: /http:\/\/(localhost|127\.0\.0\.1):[0-9]{1,5}\/callback/) != nil
    }

    /// Names as in the bank's own description.
    private static let banks: Set = [
        "fid-ostlandet", "fid-nord-norge", "fid-sr-bank", "fid-smn", "fid-sor-norge",
        "fid-telemark", "fid-hallingdal-valdres", "fid-lom-skjaak", "fid-gudbrandsdal",
        "fid-nordvest", "fid-modum", "fid-bv", "fid-ringerike-hadeland", "fid-sore-sunnmore",
        "fid-ostfold-akershus", "fid-helgeland",
    ]
}
