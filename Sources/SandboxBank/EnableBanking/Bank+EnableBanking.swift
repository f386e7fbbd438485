import Finance
import Foundation

extension Bank {
    /// Answers below `/enablebanking`.
    mutating func enableBanking(_ request: WireRequest, _ path: [String], now: Date) -> BankAnswer {
        // The bank's own page, in the person's browser.
        if path.first == "page", path.count == 2 { return .reply(page(path[1], request)) }
        return answering { bank in
            let failure = EnableBankingRefusal(status: 500, code: "INTERNAL").reply
            let fault = bank.fault(failure: failure) { pause in
                EnableBankingRefusal(
                    status: 429, code: "ASPSP_RATE_LIMIT_EXCEEDED", retryAfter: pause
                ).reply
            }
            if let fault { return fault }
            do throws(EnableBankingRefusal) {
                return .json(200, try bank.answer(request, path, now: now))
            } catch { return error.reply }
        }
    }

    /// Asks the person, and sends the browser back with a code or with the person's refusal.
    private mutating func page(_ id: String, _ request: WireRequest) -> WireReply {
        guard request.method == "POST" else { return .consentPage("Enable Banking") }
        guard let (consent, code) = consents.decide(id) else { return .empty(404) }
        let answer =
            request.allowsConsent
            ? [("code", code)] : [("error", "access_denied"), ("error_description", "Denied")]
        return .redirect(to: consent.redirect, answer + [("state", consent.state)])
    }

    private mutating func answer(
        _ request: WireRequest, _ path: [String], now: Date
    ) throws(EnableBankingRefusal) -> JSONOutput {
        guard let token = request.bearerToken, EnableBankingApplication.accepts(token, now: now)
        else { throw EnableBankingRefusal(status: 401, code: "UNAUTHORIZED_ACCESS") }
        let isActive = switches.word(.ebConsent) != "inactive"
        if path == ["application"] { return application(isActive: isActive) }
        guard isActive else { throw EnableBankingRefusal(status: 403, code: "ACCESS_DENIED") }
        let body = PositionedJSON(request.body, isStrict: true).root
        switch (request.method, path.first, path.count) {
        case ("GET", "aspsps", 1): return banks(request.parameter("country") ?? "NO")
        case ("POST", "auth", 1): return try begin(body, request, now: now)
        case ("POST", "sessions", 1): return try open(body, now: now)
        case ("GET", "sessions", 2): return try session(path[1], now: now)
        case ("DELETE", "sessions", 2):
            guard consents.close(path[1]) else { throw Self.noSession }
            return ["message": "OK"]
        case ("GET", "accounts", 3): return try read(path[2], uid: path[1], request, now: now)
        default: throw EnableBankingRefusal(status: 404, code: "NOT_FOUND")
        }
    }

    private static let noSession = EnableBankingRefusal(status: 404, code: "SESSION_DOES_NOT_EXIST")

    private func application(isActive: Bool) -> JSONOutput {
        [
            "name": "saldovakt", "kid": .string(EnableBankingApplication.id),
            "environment": "SANDBOX", "active": .bool(isActive), "countries": ["NO"],
            "redirect_urls": [.string(EnableBankingApplication.redirectURI)], "services": ["AIS"],
        ]
    }

    private func banks(_ country: String) -> JSONOutput {
        let names = country == "NO" ? [("DNB", 180), ("Nordea", 90), ("Nordea Business", 90)] : []
        return [
            "aspsps": .array(
                names.map { name, days in
                    [
                        "name": .string(name), "country": .string(country), "beta": false,
                        "psu_types": ["personal"], "bic": nil, "auth_methods": [],
                        "logo": .string("https://enablebanking.com/brands/\(country)/\(name)/"),
                        "maximum_consent_validity": .whole(days * 86_400),
                        "required_psu_headers": .texts(presenceHeaders),
                    ]
                })
        ]
    }

    /// The headers that the bank requires while a person is present.
    private var presenceHeaders: [String] {
        switch switches.word(.ebFault) {
        case "presence", "allOrNone": ["Psu-User-Agent", "Psu-Accept-language"]
        case "address": ["Psu-Ip-Address", "Psu-User-Agent"]
        default: []
        }
    }

    private mutating func begin(
        _ body: JSONNode?, _ request: WireRequest, now: Date
    ) throws(EnableBankingRefusal) -> JSONOutput {
        guard let body, let state = body["state"]?.string,
            let redirect = body["redirect_url"]?.string,
            let until = body["access"]?["valid_until"]?.string.flatMap({ text in
                Array(text.utf8).withUnsafeBufferPointer(InstantText.instant(of:))
            })
        else { throw EnableBankingRefusal(status: 422, code: "WRONG_REQUEST_PARAMETERS") }
        guard EnableBankingApplication.knows(redirect: redirect) else {
            throw EnableBankingRefusal(status: 400, code: "REDIRECT_URI_NOT_ALLOWED")
        }
        let days = ["DNB": 180, "Nordea": 90, "Nordea Business": 90]
        guard let longest = body["aspsp"]?["name"]?.string.flatMap({ days[$0] }) else {
            throw EnableBankingRefusal(status: 422, code: "WRONG_ASPSP_PROVIDED")
        }
        guard until > now, until <= now.addingTimeInterval(Double(longest) * 86_400) else {
            throw EnableBankingRefusal(
                status: 422, code: "WRONG_REQUEST_PARAMETERS",
                message: "ASPSP does not support consent validity more than"
                    + " \(longest * 86_400) seconds in the future")
        }
        let id = consents.begin(
            EnableBankingConsents.Consent(redirect: redirect, state: state, validUntil: until))
        let host = request.header("host") ?? "127.0.0.1"
        return [
            "url": .string("http://\(host)/enablebanking/page/\(id)"),
            "authorization_id": .string(id), "psu_id_hash": "00",
        ]
    }

    private mutating func open(
        _ body: JSONNode?, now: Date
    ) throws(EnableBankingRefusal) -> JSONOutput {
        let linked = ledger.accounts.dropLast(switches.word(.ebConsent) == "unlinked" ? 1 : 0)
        guard switches.word(.ebConsent) != "empty" else {
            throw EnableBankingRefusal(status: 422, code: "NO_ACCOUNTS_ADDED")
        }
        let code = body?["code"]?.string ?? ""
        let opened = consents.open(code: code, accounts: linked.map(\.id), at: now)
        guard let (id, session) = opened else {
            throw EnableBankingRefusal(status: 422, code: "WRONG_AUTHORIZATION_CODE")
        }
        return [
            "session_id": .string(id), "psu_type": "personal",
            "aspsp": ["name": "DNB", "country": "NO"],
            "access": [
                "valid_until": .instant(session.validUntil), "balances": true, "transactions": true,
            ],
            "accounts": .array(
                zip(linked, session.accounts).map { enableBankingAccount($0, uid: $1.uid) }),
        ]
    }

    private func session(_ id: String, now: Date) throws(EnableBankingRefusal) -> JSONOutput {
        guard let session = consents.sessions[id] else { throw Self.noSession }
        let word = state(of: session, now: now)
        return [
            "status": .string(word == "open" ? "AUTHORIZED" : word.uppercased()),
            "accounts": .texts(session.accounts.map(\.uid)),
            "access": ["valid_until": .instant(session.validUntil)],
        ]
    }

    private func state(of session: EnableBankingConsents.Session, now: Date) -> String {
        if session.isClosed { return "closed" }
        return session.validUntil <= now ? "expired" : switches.word(.ebSession)
    }

    private mutating func read(
        _ what: String, uid: String, _ request: WireRequest, now: Date
    ) throws(EnableBankingRefusal) -> JSONOutput {
        guard let (session, id) = consents.account(uid: uid),
            let account = ledger.accounts.first(where: { $0.id == id })
        else { throw EnableBankingRefusal(status: 404, code: "ACCOUNT_DOES_NOT_EXIST") }
        let state = state(of: session, now: now)
        guard state == "open" else {
            throw EnableBankingRefusal(status: 401, code: "\(state.uppercased())_SESSION")
        }
        let isPresent = try checkPresence(request)
        try fail(what, account)
        switch what {
        case "details":
            try count(what, of: account, isPresent: isPresent)
            return enableBankingAccount(account, uid: uid)
        case "balances":
            try count(what, of: account, isPresent: isPresent)
            return try enableBankingBalances(account)
        case "transactions":
            // Further pages cost nothing.
            if request.parameter("continuation_key") == nil {
                try count(what, of: account, isPresent: isPresent)
            }
            let age = now.timeIntervalSince(session.openedAt)
            return try enableBankingRows(of: account, request, sessionAge: age)
        default: throw EnableBankingRefusal(status: 404, code: "NOT_FOUND")
        }
    }

    /// Whether the request claims that the person is present; some of the headers are not enough.
    private func checkPresence(_ request: WireRequest) throws(EnableBankingRefusal) -> Bool {
        let isPresent = request.headers.contains { $0.name.hasPrefix("psu-") }
        let fault = switches.word(.ebFault)
        if fault == "refusesPresence", isPresent { throw Self.bankFault }
        let isWhole = presenceHeaders.allSatisfy { request.header($0) != nil }
        guard isWhole || fault == "allOrNone" && !isPresent else {
            throw EnableBankingRefusal(status: 422, code: "PSU_HEADER_NOT_PROVIDED")
        }
        return isPresent
    }

    private func fail(_ what: String, _ account: SandboxAccount) throws(EnableBankingRefusal) {
        let fault = switches.word(.ebFault)
        let isLast =
            fault == "lastAccount" && what == "transactions" && account == ledger.accounts.last
        if fault == "aspspError" || isLast { throw Self.bankFault }
        if fault == "timeout" { throw EnableBankingRefusal(status: 408, code: "ASPSP_TIMEOUT") }
        if fault == "action" {
            throw EnableBankingRefusal(status: 401, code: "ASPSP_PSU_ACTION_REQUIRED")
        }
    }

    static let bankFault = EnableBankingRefusal(
        status: 400, code: "ASPSP_ERROR", message: "Error interacting with ASPSP")

    /// Texts that banks were seen to use.
    private static let quotaTexts = [
        "daily": "Maximum daily access exceeded", "many": "Too many requests",
        "consent": "[HUB046] Allowed number of accesses exceeded for consent",
        "absent": "Daily PSU not present consultation limit has been exceeded",
        "multiplicity": "Accesses exceeding the consented multiplicity per day.",
    ]

    private mutating func count(
        _ what: String, of account: SandboxAccount, isPresent: Bool
    ) throws(EnableBankingRefusal) {
        let mode = switches.word(.ebQuota)
        guard mode != "off", !isPresent, consents.count(what, of: account.id, on: day) > 4 else {
            return
        }
        throw EnableBankingRefusal(
            status: 429, code: "ASPSP_RATE_LIMIT_EXCEEDED",
            message: Self.quotaTexts[mode] ?? "Access exceeded",
            retryAfter: mode == "retryAfter" ? 7_200 : nil)
    }
}
