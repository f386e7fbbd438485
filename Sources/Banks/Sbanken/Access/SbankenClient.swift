import Finance
import HTTP

/// Puts questions to the API, signed in.
struct SbankenClient: Sendable {
    /// Where and in which form.
    let configuration: SbankenConfiguration
    /// Who sends.
    let transport: any HTTPTransport
    /// Who has the token.
    let session: SbankenSession
    /// How many rows are asked for at once; the bank allows 1 to 1000.
    var pageLength = 1_000

    /// More pages than a year of any account has; a list that never ends stops here.
    private static let maximumPages = 200

    /// Asks for one object.
    func single(_ endpoint: SbankenEndpoint) async throws(SbankenTrouble) -> SbankenRow {
        let json = try await json(endpoint, query: endpoint.query)
        return try SbankenAnswer.single(in: json, from: endpoint, configuration.dialect)
    }

    /// Asks for a whole list, page by page, and accepts it only if nothing is missing.
    func list(_ endpoint: SbankenEndpoint) async throws(SbankenTrouble) -> [SbankenRow] {
        guard endpoint.isPaged else {
            let page = try await page(endpoint, query: endpoint.query)
            try check(page.rows.count == page.availableItems, endpoint)
            return page.rows
        }
        var rows: [SbankenRow] = []
        var total: Int?
        for _ in 0..<Self.maximumPages {
            let query =
                endpoint.query + [("index", String(rows.count)), ("length", String(pageLength))]
            let page = try await page(endpoint, query: query)
            let expected = min(pageLength, page.availableItems - rows.count)
            try check(page.rows.count == expected, endpoint)
            try check(total == nil || total == page.availableItems, endpoint)
            total = page.availableItems
            rows += page.rows
            if rows.count == page.availableItems { return rows }
        }
        throw .failed(SbankenProblems.malformed(endpoint, "the list does not end"))
    }

    private func check(_ isWhole: Bool, _ endpoint: SbankenEndpoint) throws(SbankenTrouble) {
        guard isWhole else {
            let what = "the list is not whole, or changed while it was read"
            throw .failed(SbankenProblems.malformed(endpoint, what))
        }
    }

    private func page(
        _ endpoint: SbankenEndpoint, query: [(name: String, value: String)]
    ) async throws(SbankenTrouble) -> SbankenPage {
        try SbankenPage(try await json(endpoint, query: query), from: endpoint)
    }

    private func json(
        _ endpoint: SbankenEndpoint, query: [(name: String, value: String)]
    ) async throws(SbankenTrouble) -> JSONNode {
        let token = try await session.validToken()
        var response = try await send(endpoint, query, token)
        if response.status == 401 {
            // The token may have been taken back early: one more try with a new one.
            await session.discard(token)
            response = try await send(endpoint, query, try await session.validToken())
        }
        guard response.status != 401 else {
            throw .signInRefused(SbankenProblems.tokenWithoutScope)
        }
        guard (200...299).contains(response.status) else {
            throw SbankenAnswer.trouble(in: response, from: endpoint)
        }
        return try SbankenAnswer.json(in: response, from: endpoint)
    }

    private func send(
        _ endpoint: SbankenEndpoint, _ query: [(name: String, value: String)],
        _ token: SbankenToken
    ) async throws(SbankenTrouble) -> HTTPResponse {
        var headers = [
            HTTPHeader("Authorization", "Bearer \(token.value.reveal())"),
            HTTPHeader("Accept", "application/json"),
        ]
        if configuration.dialect == .v1, let customer = configuration.customerID {
            headers.append(HTTPHeader("customerId", customer.reveal()))
        }
        let parameters = query.map { "\($0.name)=\($0.value)" }.joined(separator: "&")
        let path = endpoint.path(in: configuration.dialect)
        let url = configuration.apiBase + path + (parameters.isEmpty ? "" : "?" + parameters)
        do {
            return try await transport.send(HTTPRequest(url: url, headers: headers))
        } catch {
            throw SbankenProblems.transport(endpoint, error)
        }
    }
}
