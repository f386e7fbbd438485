import CryptoExtras
import Finance
import Foundation
import HTTP
import Settings

/// Sends requests to Enable Banking, each signed with the application's key.
struct EnableBankingClient: Sendable {
    let configuration: EnableBankingConfiguration
    let clock: any WallClock
    let api: BankAPI<EnableBankingProblems>
    /// The headers that the bank requires while the person is present.
    let presenceHeaders: [String]

    /// - Parameter budget: the budget of the poll; `nil` for a sign-in.
    init(
        _ configuration: EnableBankingConfiguration, _ transport: any HTTPTransport,
        _ clock: any WallClock, budget: PollBudget? = nil, presenceHeaders: [String] = []
    ) {
        self.configuration = configuration
        self.clock = clock
        self.presenceHeaders = presenceHeaders
        let problems = EnableBankingProblems(
            id: configuration.id, claimsPresence: configuration.settings.claimsPresence,
            clock: clock)
        api = BankAPI(transport: transport, problems: problems, budget: budget)
    }

    func ask(
        _ endpoint: EnableBankingEndpoint, _ body: JSONOutput? = nil
    ) async throws(BankError) -> AnswerRow {
        try await api.budget?.check()
        let key = ApplicationToken(
            applicationID: configuration.settings.applicationID, pem: configuration.privateKey)
        guard let token = key?.text(at: clock.now) else {
            throw .signInRefused(EnableBankingProblems.unusableKey)
        }
        var request = HTTPRequest(
            method: endpoint.method, url: URLText.join(configuration.apiBase, endpoint.path),
            headers: [.bearer(Secret(token)), HTTPHeader("Accept", "application/json")])
        request.isSentOnce = endpoint.method == .post
        if let body {
            request.headers.append(HTTPHeader("Content-Type", "application/json"))
            request.body = Array(body.text.utf8)
        }
        if endpoint.isRead, configuration.settings.claimsPresence { request.headers += presence }
        // A bank may be slow; the service itself gives up first.
        request.timeout = .seconds(60)
        return try await api.answer(
            in: try await api.send(request, endpoint.words), to: endpoint.words)
    }

    /// The headers that the bank demands, and one at least.
    ///
    /// The person's address and position are not known here, and none is invented.
    private var presence: [HTTPHeader] {
        let known = [
            "Psu-User-Agent": "saldovakt", "Psu-Referer": configuration.settings.redirectURI,
            "Psu-Accept": "application/json", "Psu-Accept-Charset": "utf-8",
            "Psu-Accept-Encoding": "identity", "Psu-Accept-language": "nb",
        ]
        let wanted = presenceHeaders.map { $0.lowercased() } + ["psu-user-agent"]
        return known.filter { wanted.contains($0.key.lowercased()) }
            .map { HTTPHeader($0.key, $0.value) }
    }
}

/// The JSON Web Token with which an application signs each request (RFC 7515, RS256).
///
/// Header and claims are those of the service's reference. Its lifetime may be a day at most;
/// clients use an hour.
struct ApplicationToken: Sendable {
    private static let lifetime = 3_600

    let applicationID: String
    private let key: _RSA.Signing.PrivateKey

    /// - Parameter pem: a key of 2048 bits or more, in either form of PEM.
    init?(applicationID: String, pem: Secret) {
        guard let key = try? _RSA.Signing.PrivateKey(pemRepresentation: pem.reveal()) else {
            return nil
        }
        self.applicationID = applicationID
        self.key = key
    }

    func text(at now: Date) -> String? {
        // The service's clock may be behind this one.
        let issued = Int(now.timeIntervalSince1970) - 60
        let header: JSONOutput = ["typ": "JWT", "alg": "RS256", "kid": .string(applicationID)]
        let claims: JSONOutput = [
            "iss": "enablebanking.com", "aud": "api.enablebanking.com", "iat": .whole(issued),
            "exp": .whole(issued + Self.lifetime),
        ]
        let signed = [header, claims].map { Data($0.text.utf8).base64URL }.joined(separator: ".")
        // Without a padding it would be PSS, which the service refuses.
        let signature = try? key.signature(for: Data(signed.utf8), padding: .insecurePKCS1v1_5)
        return signature.map { "\(signed).\($0.rawRepresentation.base64URL)" }
    }
}

/// A request that Enable Banking answers.
struct EnableBankingEndpoint: Sendable {
    /// The question in words, for messages; no identifier is in it.
    let words: String
    var method = HTTPRequest.Method.get
    let path: String
    /// Whether the bank itself is asked, so that it counts towards the quota.
    var isRead = false

    static func banks(country: String) -> EnableBankingEndpoint {
        let query = "country=\(URLText.encoded(country))&psu_type=personal&service=AIS"
        return EnableBankingEndpoint(words: "list of banks", path: "/aspsps?\(query)")
    }

    /// Begins a consent.
    static let authorization = EnableBankingEndpoint(words: "sign-in", method: .post, path: "/auth")
    /// Exchanges the bank's code for a session.
    static let session = EnableBankingEndpoint(words: "sign-in", method: .post, path: "/sessions")

    /// Reads what a session covers, or ends it; the bank is not asked.
    static func session(
        _ id: String, method: HTTPRequest.Method = .get
    ) -> EnableBankingEndpoint {
        EnableBankingEndpoint(
            words: "sign-in", method: method, path: "/sessions/\(URLText.encoded(id))")
    }

    static func balances(uid: String) -> EnableBankingEndpoint {
        EnableBankingEndpoint(
            words: "balances", path: "/accounts/\(URLText.encoded(uid))/balances", isRead: true)
    }

    /// The transactions of an account; with a continuation key, the page that it refers to.
    ///
    /// All other parameters must stay the same.
    static func transactions(
        uid: String, from day: CalendarDay, key: String?
    ) -> EnableBankingEndpoint {
        // No date_to: one bank refuses it.
        let path = "/accounts/\(URLText.encoded(uid))/transactions?date_from=\(day)"
        let rest = key.map { "&continuation_key=\(URLText.encoded($0))" } ?? ""
        return EnableBankingEndpoint(words: "transactions", path: path + rest, isRead: true)
    }
}
