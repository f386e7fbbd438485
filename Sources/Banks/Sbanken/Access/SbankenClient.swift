import Finance
import HTTP

/// Puts questions to the API, signed in.
struct SbankenClient: Sendable {
    let configuration: SbankenConfiguration
    let transport: any HTTPTransport
    let session: SbankenSession
    /// How many rows are asked for at once; the bank allows 1 to 1000.
    var pageLength = 1_000
    /// How much this poll may still take in, lists that never end included.
    var budget: PollBudget

    func single(_ endpoint: SbankenEndpoint) async throws(SbankenError) -> SbankenRow {
        let json = try await json(SbankenQuestion(endpoint, of: configuration))
        return try SbankenAnswer.single(in: json, from: endpoint, configuration.dialect)
    }

    /// Asks for a whole list, page by page, and accepts it only if nothing is missing.
    func list(_ endpoint: SbankenEndpoint) async throws(SbankenError) -> [SbankenRow] {
        guard endpoint.isPaged else {
            let page = try await page(SbankenQuestion(endpoint, of: configuration))
            try check(page.rows.count == page.availableItems, endpoint)
            return page.rows
        }
        var rows: [SbankenRow] = []
        var total: Int?
        while true {
            let part = (index: rows.count, length: pageLength)
            let page = try await page(SbankenQuestion(endpoint, part: part, of: configuration))
            let expected = min(pageLength, page.availableItems - rows.count)
            try check(page.rows.count == expected, endpoint)
            try check(total == nil || total == page.availableItems, endpoint)
            total = page.availableItems
            rows += page.rows
            if rows.count == page.availableItems { return rows }
        }
    }

    private func check(_ isWhole: Bool, _ endpoint: SbankenEndpoint) throws(SbankenError) {
        guard isWhole else {
            let what = "the list is not whole, or changed while it was read"
            throw .failed(SbankenProblems.malformed(endpoint, what))
        }
    }

    private func page(_ question: SbankenQuestion) async throws(SbankenError) -> SbankenPage {
        let page = try SbankenPage(try await json(question), from: question.endpoint)
        await budget.note(rows: page.rows.count)
        return page
    }

    private func json(_ question: SbankenQuestion) async throws(SbankenError) -> JSONNode {
        try SbankenAnswer.json(in: try await ask(question), from: question.endpoint)
    }

    /// The body of an answer whose status is fine.
    private func ask(_ question: SbankenQuestion) async throws(SbankenError) -> [UInt8] {
        do {
            try await budget.check()
        } catch {
            throw .failed(error)
        }
        let token = try await session.validToken()
        var response = try await send(question, token)
        if response.status == 401 {
            // The token may have been taken back early: one more try with a new one.
            await session.discard(token)
            response = try await send(question, try await session.validToken())
        }
        guard response.status != 401 else {
            throw .signInRefused(SbankenProblems.tokenWithoutScope)
        }
        guard (200...299).contains(response.status) else {
            throw SbankenAnswer.problem(in: response, from: question.endpoint)
        }
        await budget.note(bytes: response.body.count)
        return response.body
    }

    private func send(
        _ question: SbankenQuestion, _ token: SbankenToken
    ) async throws(SbankenError) -> HTTPResponse {
        do {
            var request = HTTPRequest(url: question.url, headers: token.headers)
            request.timeout = min(request.timeout, budget.remaining)
            return try await transport.send(request)
        } catch {
            throw SbankenProblems.transport(question.endpoint, error)
        }
    }
}

/// A question to the bank as it is sent: what is asked, with the part of the list that is wanted.
struct SbankenQuestion: Sendable {
    let endpoint: SbankenEndpoint
    /// The whole address, parameters included.
    let url: String

    /// Puts the question in the bank's form.
    ///
    /// - Parameters:
    ///   - endpoint: what is asked.
    ///   - part: the first wanted row and how many are wanted, of a list that comes in pages.
    ///   - configuration: where the bank is and which form it speaks.
    init(
        _ endpoint: SbankenEndpoint, part: (index: Int, length: Int)? = nil,
        of configuration: SbankenConfiguration
    ) {
        self.endpoint = endpoint
        var url = configuration.apiBase + endpoint.path(in: configuration.dialect)
        var mark = "?"
        func add(_ name: String, _ value: String) {
            url += mark + name + "=" + value
            mark = "&"
        }
        for parameter in endpoint.query { add(parameter.name, parameter.value) }
        if let part {
            add("index", String(part.index))
            add("length", String(part.length))
        }
        self.url = url
    }
}
