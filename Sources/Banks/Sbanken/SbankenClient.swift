import Finance
import Foundation
import HTTP
import Settings

/// Sends requests to the API, signed in.
struct SbankenClient: Sendable {
    let configuration: SbankenConfiguration
    let tokens: SbankenTokens
    let api: BankAPI<SbankenProblems>
    /// How many rows are asked for at once; the bank allows 1 to 1000.
    var pageLength = 1_000

    init(
        _ configuration: SbankenConfiguration, _ transport: any HTTPTransport,
        _ tokens: SbankenTokens, _ budget: PollBudget
    ) {
        self.configuration = configuration
        self.tokens = tokens
        api = BankAPI(transport: transport, problems: SbankenProblems(), budget: budget)
    }

    /// The single object of an answer: bare, or under `item` in the first form.
    func single(_ endpoint: SbankenEndpoint) async throws(BankError) -> AnswerRow {
        let answer = try await ask(endpoint)
        guard configuration.settings.dialect == .v1 else { return answer }
        guard let item = answer.json["item"] else {
            throw malformed(endpoint)("the answer has no 'item'")
        }
        guard item.value != .null else { throw .notFound(SbankenProblems.notFound) }
        return AnswerRow(json: item, malformed: malformed(endpoint))
    }

    /// Requests a whole list, page by page, and accepts it only if nothing is missing.
    func list(_ endpoint: SbankenEndpoint) async throws(BankError) -> [AnswerRow] {
        var rows: [AnswerRow] = []
        var total: Int?
        while true {
            let page = try await page(endpoint, after: rows.count)
            let rest = page.total - rows.count
            guard page.rows.count == (endpoint.isPaged ? min(pageLength, rest) : rest),
                total == nil || total == page.total
            else {
                throw malformed(endpoint)("the list is not whole, or changed while it was read")
            }
            total = page.total
            rows += page.rows
            if rows.count == page.total { return rows }
        }
    }

    func malformed(_ endpoint: SbankenEndpoint) -> @Sendable (String) -> BankError {
        api.problems.malformed(endpoint.words)
    }

    /// A page of a list, with the total count; `items` may be null if there is nothing.
    private func page(
        _ endpoint: SbankenEndpoint, after index: Int
    ) async throws(BankError) -> (total: Int, rows: [AnswerRow]) {
        let part = [("index", String(index)), ("length", String(pageLength))]
        let answer = try await ask(endpoint, endpoint.isPaged ? part : [])
        guard let total = try answer.whole("availableItems"), total >= 0,
            let items = answer.json["items"],
            items.elements != nil || (items.value == .null && total == 0)
        else { throw malformed(endpoint)("the answer has no 'availableItems' and 'items'") }
        let rows = (items.elements ?? []).map {
            AnswerRow(json: $0, malformed: malformed(endpoint))
        }
        await api.budget?.note(rows: rows.count)
        return (total, rows)
    }

    private func ask(
        _ endpoint: SbankenEndpoint, _ part: SbankenEndpoint.Query = []
    ) async throws(BankError) -> AnswerRow {
        let query = (endpoint.query + part).map { "\($0.name)=\($0.value)" }
        let url = configuration.apiBase + endpoint.path
        let customer = configuration.settings.dialect == .v1 ? configuration.customerID : nil
        return try await api.ask(
            query.isEmpty ? url : "\(url)?\(query.joined(separator: "&"))", endpoint.words, tokens,
            headers: customer.map { [HTTPHeader("customerId", $0.reveal())] } ?? [])
    }
}

/// The access that the bank's identity server gives for the application's credentials (RFC 6749,
/// section 4.4).
actor SbankenTokens: AccessTokens {
    private let endpoint: TokenEndpoint<SbankenProblems>
    private var grant: TokenEndpoint<SbankenProblems>.Grant?
    private let credentials: [Secret]

    /// The access token and the credentials that it is requested with.
    var secrets: [Secret] { credentials + [grant?.token].compactMap(\.self) }

    init(
        _ configuration: SbankenConfiguration, _ transport: any HTTPTransport,
        _ clock: any WallClock
    ) {
        // Both halves are form-encoded before they are joined; a bare special character is refused
        // by the bank as `invalid_client`.
        let halves = [configuration.clientID, configuration.clientSecret]
            .map { URLText.encoded($0.reveal()) }
        let encoded = Data(halves.joined(separator: ":").utf8).base64EncodedString()
        credentials =
            [configuration.clientID, configuration.clientSecret, configuration.customerID]
            .compactMap(\.self) + (halves + [encoded]).map { Secret($0) }
        endpoint = TokenEndpoint(
            api: BankAPI(transport: transport, problems: SbankenProblems()),
            url: configuration.tokenURL, clock: clock,
            authorization: Secret("Basic \(encoded)"),
            contentType: "application/x-www-form-urlencoded; charset=utf-8")
    }

    func token(insteadOf refused: Secret?) async throws(BankError) -> Secret {
        if let grant, grant.token != refused, isGood(grant) { return grant.token }
        switch try await endpoint.ask([("grant_type", "client_credentials")]) {
        case .granted(let renewed):
            grant = renewed
            return renewed.token
        case .refused(let word, let status):
            throw .signInRefused(SbankenProblems.refused(word, status: status))
        }
    }

    /// Whether a token is still used: a minute of its lifetime is left unused, or a tenth of a
    /// short one.
    private func isGood(_ grant: TokenEndpoint<SbankenProblems>.Grant) -> Bool {
        endpoint.clock.now < grant.ends.addingTimeInterval(-min(60, grant.lifetime / 10))
    }
}

/// A request that the bank answers.
struct SbankenEndpoint: Sendable {
    typealias Query = [(name: String, value: String)]

    /// The request in words, for messages; it contains no identifier of an account.
    let words: String
    let path: String
    /// The parameters beside those of paging; `endDate` is never today, which the bank handled
    /// badly.
    let query: Query
    let isPaged: Bool

    private init(
        _ words: String, _ path: String, of account: String? = nil, query: Query = [],
        isPaged: Bool = false
    ) {
        self.words = words
        self.path = path + (account.map { "/" + URLText.encoded($0) } ?? "")
        self.query = query
        self.isPaged = isPaged
    }

    static let accounts = SbankenEndpoint("accounts", "/Accounts")
    static let cards = SbankenEndpoint("cards", "/Cards")

    static func account(_ id: String) -> SbankenEndpoint {
        SbankenEndpoint("account", "/Accounts", of: id)
    }

    static func transactions(account: String, from day: CalendarDay) -> SbankenEndpoint {
        SbankenEndpoint(
            "transactions", "/Transactions", of: account, query: days(from: day), isPaged: true)
    }

    /// The booked rows of an account with stable identifiers, between two days or up to now.
    static func archive(
        account: String, from day: CalendarDay, through last: CalendarDay?
    ) -> SbankenEndpoint {
        SbankenEndpoint(
            "archive of transactions", "/Transactions/archive", of: account,
            query: days(from: day, through: last), isPaged: true)
    }

    static func payments(account: String) -> SbankenEndpoint {
        SbankenEndpoint("payments", "/Payments", of: account, isPaged: true)
    }

    static func standingOrders(account: String) -> SbankenEndpoint {
        SbankenEndpoint("standing orders", "/StandingOrders", of: account)
    }

    /// The second form has the word in the singular.
    static func eInvoices(
        _ dialect: SbankenSettings.Dialect, from day: CalendarDay, through last: CalendarDay
    ) -> SbankenEndpoint {
        SbankenEndpoint(
            "e-invoices", dialect == .v1 ? "/EFakturas" : "/Efaktura",
            query: [("status", "NEW")] + days(from: day, through: last), isPaged: true)
    }

    private static func days(from first: CalendarDay, through last: CalendarDay? = nil) -> Query {
        [("startDate", first.description)] + (last.map { [("endDate", $0.description)] } ?? [])
    }
}
