import Finance
import HTTP

/// Puts questions to the API, signed in.
struct SbankenClient: Sendable {
    let configuration: SbankenConfiguration
    let transport: any HTTPTransport
    let session: TokenSession
    /// How many rows are asked for at once; the bank allows 1 to 1000.
    var pageLength = 1_000
    var budget: PollBudget

    func single(_ endpoint: SbankenEndpoint) async throws(BankError) -> AnswerRow {
        try SbankenAnswer.single(
            in: try await json(endpoint), from: endpoint, configuration.dialect)
    }

    /// Asks for a whole list, page by page, and accepts it only if nothing is missing.
    func list(_ endpoint: SbankenEndpoint) async throws(BankError) -> [AnswerRow] {
        guard endpoint.isPaged else {
            let page = try await page(endpoint)
            try check(page.rows.count == page.availableItems, endpoint)
            return page.rows
        }
        var rows: [AnswerRow] = []
        var total: Int?
        while true {
            let page = try await page(endpoint, part: (rows.count, pageLength))
            let expected = min(pageLength, page.availableItems - rows.count)
            try check(page.rows.count == expected, endpoint)
            try check(total == nil || total == page.availableItems, endpoint)
            total = page.availableItems
            rows += page.rows
            if rows.count == page.availableItems { return rows }
        }
    }

    private func check(_ isWhole: Bool, _ endpoint: SbankenEndpoint) throws(BankError) {
        guard isWhole else {
            let what = "the list is not whole, or changed while it was read"
            throw SbankenProblems.malformed(endpoint, what)
        }
    }

    private func page(
        _ endpoint: SbankenEndpoint, part: (index: Int, length: Int)? = nil
    ) async throws(BankError) -> SbankenPage {
        let page = try SbankenPage(try await json(endpoint, part: part), from: endpoint)
        await budget.note(rows: page.rows.count)
        return page
    }

    /// What the bank answers; `part` is the first wanted row and how many, of a list in pages.
    private func json(
        _ endpoint: SbankenEndpoint, part: (index: Int, length: Int)? = nil
    ) async throws(BankError) -> JSONNode {
        var parameters = endpoint.query
        if let part {
            parameters += [("index", String(part.index)), ("length", String(part.length))]
        }
        let query = parameters.map { "\($0.name)=\($0.value)" }.joined(separator: "&")
        let url = configuration.apiBase + endpoint.path(in: configuration.dialect)
        let body = try await ask(query.isEmpty ? url : "\(url)?\(query)", for: endpoint)
        return try SbankenAnswer.json(in: body, from: endpoint)
    }

    private func ask(
        _ url: String, for endpoint: SbankenEndpoint
    ) async throws(BankError) -> [UInt8] {
        do {
            try await budget.check()
        } catch {
            throw .failed(error)
        }
        let token = try await session.validToken()
        var response = try await send(url, token, endpoint)
        if response.status == 401 {
            // The token may have been taken back early: one more try with a new one.
            await session.discard(token)
            response = try await send(url, try await session.validToken(), endpoint)
        }
        guard response.status != 401 else {
            throw .signInRefused(SbankenProblems.tokenWithoutScope)
        }
        guard (200...299).contains(response.status) else {
            throw SbankenAnswer.problem(in: response, from: endpoint)
        }
        await budget.note(bytes: response.body.count)
        return response.body
    }

    private func send(
        _ url: String, _ token: AccessToken, _ endpoint: SbankenEndpoint
    ) async throws(BankError) -> HTTPResponse {
        do {
            var request = HTTPRequest(url: url, headers: token.headers)
            request.timeout = min(request.timeout, budget.remaining)
            return try await transport.send(request)
        } catch {
            throw SbankenProblems.transport(endpoint, error)
        }
    }
}
