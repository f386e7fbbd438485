public import Finance
import Foundation
public import HTTP

/// Accounts behind a SimpleFIN server, which reads them at banks once a day.
///
/// One poll is one request. A sign-in gives only the access address; it is read at each poll, so
/// that a new one needs no restart. Source: simplefin.github.com, protocol.md and protocol-v2.md.
public struct SimpleFINSource: BankSource {
    public let id: String
    private let accessURL: Secret?
    private let store: any SignInStore
    private let transport: any HTTPTransport
    private let clock: any WallClock
    var limits = PollBudget.Limits()

    /// - Parameters:
    ///   - accessURL: the access address, if it is stored elsewhere than in `store`.
    ///   - store: where ``SimpleFINClaim`` has stored it.
    public init(
        id: String, accessURL: Secret? = nil, store: any SignInStore,
        transport: any HTTPTransport, clock: any WallClock
    ) {
        self.id = id
        self.accessURL = accessURL
        self.store = store
        self.transport = transport
        self.clock = clock
    }

    public func fetch(_ request: FetchRequest) async -> Snapshot {
        var credentials: [Secret] = []
        let snapshot: Snapshot
        do throws(BankError) {
            try store.checkPause(at: clock.now)
            let access = try access()
            credentials = access.credentials
            let answer = try await answer(to: request, access)
            if answer.isNearQuota { await postpone(after: Self.nearQuota) }
            snapshot = answer.result.snapshot(source: id, at: clock.now)
        } catch { snapshot = error.snapshot(source: id, at: clock.now) }
        return snapshot.hiding(credentials)
    }

    /// How many requests servers allow in a day, before they disable the access.
    static let dailyRequests = 24

    /// Six reads a day, of those that servers allow.
    static let nearQuota = BankError.throttled(retryAfter: .seconds(4 * 3_600))

    /// Stores a pause; if the access address is in the settings, there is no sign-in to store it
    /// with.
    private func postpone(after error: BankError) async {
        await store.postpone(after: error, at: clock.now, if: isSame)
    }

    private var isSame: @Sendable (SignInState?) -> Bool {
        let isElsewhere = accessURL != nil
        return { isElsewhere || $0 != nil }
    }

    private func answer(
        to request: FetchRequest, _ access: SimpleFINAccess
    ) async throws(BankError) -> SimpleFINAnswer {
        do {
            // A stand-in of this machine has no quota, or says so itself.
            if access.base.hasPrefix("https") {
                await store.count(at: clock.now, of: Self.dailyRequests, if: isSame)
            }
            return try await read(request, access)
        } catch {
            await postpone(after: error)
            throw error
        }
    }

    private func read(
        _ request: FetchRequest, _ access: SimpleFINAccess
    ) async throws(BankError) -> SimpleFINAnswer {
        let budget = PollBudget(limits, clock: clock, request)
        let window = SimpleFINWindow(request, today: CalendarDay(of: clock.now, in: .gmt))
        // Without an end, which would be exclusive; `pending=0` would request pending rows too.
        let url =
            "\(access.base)/accounts?version=2&pending=1"
            + "&start-date=\(window.firstAsked.dayNumber * 86_400)"
        // The server may have to ask the banks first; the first read too is one request.
        let question = HTTPRequest(
            url: url, headers: [access.authorization, HTTPHeader("Accept", "application/json")],
            timeout: min(budget.remaining, limits.duration), maximumBodyBytes: limits.bytes)
        let problems = SimpleFINProblems(id: id, credentials: access.credentials)
        let api = BankAPI(transport: transport, problems: problems, budget: budget)
        let response = try await api.send(question, SimpleFINProblems.server)
        let answer = try SimpleFINAnswer(
            try await api.answer(in: response, to: "accounts"), problems, window: window,
            known: Set(request.knownThrough.keys))
        await budget.note(rows: answer.result.transactions.count)
        if let excess = await budget.excess { throw .failed(excess) }
        return answer
    }

    private func access() throws(BankError) -> SimpleFINAccess {
        let stored =
            try accessURL == nil
            ? store.loaded()?[SimpleFINAccess.part].map { Secret($0) } : accessURL
        guard let address = stored else { throw .signInRefused(.notSignedIn(at: id)) }
        guard let access = SimpleFINAccess(address) else {
            throw .signInRefused(SimpleFINProblems.unusableAccess(id))
        }
        return access
    }
}

/// The days that are requested: one request covers all accounts.
struct SimpleFINWindow: Sendable, Hashable {
    /// Servers cap their answers at 90, 60 or 45 days, and only say so in a remark.
    static let longestInDays = 44

    let today: CalendarDay
    /// The first day whose rows are accepted.
    let start: CalendarDay

    /// Figures before that day are older than those of a server that reads its banks daily.
    var stale: CalendarDay { today.adding(days: -3) }

    /// The day before, because the zone of the server's days is unknown.
    var firstAsked: CalendarDay { start.adding(days: -1) }

    init(_ request: FetchRequest, today: CalendarDay) {
        self.today = today
        let longest = today.adding(days: 1 - Self.longestInDays)
        // A new account is not known before the answer; nothing more is asked for it.
        let known = request.knownThrough.values.min()
        start = min(max(known?.askedAgainFrom ?? longest, longest), today)
    }
}

/// The parsed access address: credentials are sent in a header, never in an address.
struct SimpleFINAccess: Sendable {
    /// The part of the sign-in that contains the access address.
    static let part = "accessURL"

    /// Without credentials and without a slash at the end.
    let base: String
    let authorization: HTTPHeader
    /// What must not be shown where a server repeats it.
    let credentials: [Secret]

    init?(_ address: Secret) {
        guard var parts = Self.address(address.reveal()), let user = parts.user,
            let password = parts.password
        else { return nil }
        let written = parts.percentEncodedPassword ?? password
        parts.user = nil
        parts.password = nil
        guard let url = parts.string, parts.query == nil, parts.fragment == nil else { return nil }
        base = url.hasSuffix("/") ? String(url.dropLast()) : url
        let encoded = Data("\(user):\(password)".utf8).base64EncodedString()
        authorization = HTTPHeader("Authorization", "Basic \(encoded)")
        credentials = [encoded, "\(user):\(password)", password, written, user].map { Secret($0) }
    }

    /// The parts of an address that may be requested: an https one, or one of this machine.
    static func address(_ text: String) -> URLComponents? {
        let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard let parts = URLComponents(string: text), let host = parts.host, !host.isEmpty else {
            return nil
        }
        let isLocal = ["127.0.0.1", "localhost", "::1", "[::1]"].contains(host)
        return parts.scheme == "https" || (parts.scheme == "http" && isLocal) ? parts : nil
    }
}

/// The texts of this source's failures; only a server's own words come from the server.
struct SimpleFINProblems: BankProblems {
    static let server = "SimpleFIN server"

    /// The source's name.
    let id: String
    /// What is hidden in words of the server before they are cut.
    let credentials: [Secret]

    let nonsenseFix = "ask who runs the SimpleFIN server"
    var silenceFix: String { Self.silenceFix }

    static let silenceFix = "check this machine's connection"

    static func unusableAccess(_ id: String) -> SourceFailure {
        SourceFailure(
            kind: .refused, problem: "the access address is not https://USER:PASSWORD@HOST/PATH",
            fix: "saldovakt login \(id), or correct accessURL's secret")
    }

    func refused(_ what: String) -> BankError {
        .signInRefused(
            SourceFailure(
                kind: .refused, problem: what,
                fix: "make a new setup token at the SimpleFIN server, then saldovakt login \(id)"))
    }

    func error(in response: HTTPResponse, to what: String) -> BankError {
        switch response.status {
        case 401, 403:
            return refused("the SimpleFIN server no longer accepts the access (\(response.status))")
        case 402:
            return .signInRefused(
                SourceFailure(
                    kind: .refused, problem: "the SimpleFIN server asks for its fee (402)",
                    fix: "renew the subscription at the SimpleFIN server"))
        // Without a length, the shortest interval: each further request counts.
        case 429: return .throttled(retryAfter: response.retryAfter ?? .seconds(3_600))
        case 300...399: return malformed(what)("the address has moved")
        default: return Self.reported("the SimpleFIN server reported an error (\(response.status))")
        }
    }

    /// A text of the server on one line, cut.
    func shown(_ text: String) -> String {
        let line = VisibleText.line(text.hiding(credentials))
        return line.allSatisfy(\.isWhitespace) ? "an error without words" : String(line.prefix(200))
    }

    /// An error of the server, in its own words or the program's.
    static func reported(_ what: String, fix: String = BankError.nextPoll) -> BankError {
        .failed(SourceFailure(kind: .server, problem: what, fix: fix))
    }

    /// A warning before the server disables the access; nothing is missing from its answer.
    static func nearQuota(_ words: String) -> BankError {
        .failed(
            SourceFailure(
                kind: .throttled, problem: words,
                fix: "use a longer interval; the server disables an access that asks too often"))
    }

    /// An account in points of a shop or the like.
    static func privateCurrency(of account: String) -> BankError {
        reported(
            "the account '\(account)' is left out: its currency has no ISO code", fix: "nothing")
    }

    /// An account that was read before.
    static func lostCurrency(of account: String) -> BankError {
        reported(
            "the account '\(account)' is left out: its currency no longer has an ISO code",
            fix: "nothing if it passes; else look at the account at the SimpleFIN server")
    }

    /// A connection that the server no longer reads, without an error of its own.
    static func stale(_ account: String, since date: Date) -> BankError {
        let day = CalendarDay(of: date, in: .gmt)
        return reported(
            "the server has had no new figures of '\(account)' since \(day)",
            fix: "look at the connection at the SimpleFIN server")
    }
}

/// Signs in at a SimpleFIN server: exchanges a setup token, which works once, for the access address.
public struct SimpleFINClaim: Sendable {
    private let transport: any HTTPTransport
    private let store: any SignInStore

    /// - Parameter store: where the access address is stored for ``SimpleFINSource``.
    public init(transport: any HTTPTransport, store: any SignInStore) {
        self.transport = transport
        self.store = store
    }

    /// - Parameter setupToken: the token that the server's page shows: the claim address as base64.
    public func claim(setupToken: Secret) async throws(BankError) {
        let address = try Self.address(setupToken)
        let response: HTTPResponse
        do {
            var request = HTTPRequest(
                method: .post, url: address, body: [], maximumBodyBytes: 1 << 16)
            request.isSentOnce = true
            response = try await transport.send(request)
        } catch {
            throw BankError(error, SimpleFINProblems.server, fix: SimpleFINProblems.silenceFix)
                .duringSignIn(
                    fix: "try again; if the setup token is used up by then, make a new one")
        }
        try Self.check(response)
        let access = String(decoding: response.body, as: UTF8.self)
            .trimmingCharacters(in: .whitespacesAndNewlines)
        guard SimpleFINAccess(Secret(access)) != nil else {
            throw Self.refusal(
                "the SimpleFIN server answered the setup token with no access address",
                fix: "make a new setup token, or check that the server speaks SimpleFIN")
        }
        do { try store.save(SignInState([SimpleFINAccess.part: access])) } catch {
            throw Self.refusal(
                error.problem, fix: "\(error.fix); the setup token is used up: make a new one")
        }
    }

    private static func address(_ token: Secret) throws(BankError) -> String {
        let text = token.reveal().filter { !$0.isWhitespace }
        if let data = Data(base64Encoded: text), let url = String(validating: data, as: UTF8.self),
            SimpleFINAccess.address(url) != nil
        {
            return url.trimmingCharacters(in: .whitespacesAndNewlines)
        }
        throw refusal(
            "this is no setup token: it does not hold an https address",
            fix: "copy the whole token from the SimpleFIN server's page")
    }

    private static func check(_ response: HTTPResponse) throws(BankError) {
        switch response.status {
        case 200: return
        case 403:
            throw refusal(
                "this setup token was used before, or never was one: if you have not used it,"
                    + " somebody else may be reading your accounts",
                fix: "disable the token at the SimpleFIN server, then make a new one")
        case 429: throw .throttled(retryAfter: response.retryAfter)
        default:
            throw SimpleFINProblems.reported(
                "the SimpleFIN server refused the setup token (\(response.status))",
                fix: "try again later; if it stays so, make a new setup token")
        }
    }

    private static func refusal(_ what: String, fix: String) -> BankError {
        .signInRefused(SourceFailure(kind: .refused, problem: what, fix: fix))
    }
}
