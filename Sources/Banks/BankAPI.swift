import Finance
import HTTP

/// Puts questions to a bank's web interface and reads its answers, within what a poll may take.
struct BankAPI<Problems: BankProblems>: Sendable {
    let transport: any HTTPTransport
    let problems: Problems
    /// What a poll may still take; `nil` for a sign-in.
    var budget: PollBudget?

    /// Asks with an access token; one that is refused is replaced once, because it may have ended early.
    ///
    /// - Parameter what: the question in words, for messages; no identifier is in it.
    func ask(
        _ url: String, _ what: String, accept: String = "application/json",
        _ tokens: some AccessTokens, headers: [HTTPHeader] = []
    ) async throws(BankError) -> AnswerRow {
        try await budget?.check()
        var request = HTTPRequest(url: url, headers: [HTTPHeader("Accept", accept)] + headers)
        let token = try await tokens.token(insteadOf: nil)
        request.headers.append(.bearer(token))
        var response = try await send(request, what)
        if response.status == 401 {
            request.headers.removeLast()
            request.headers.append(.bearer(try await tokens.token(insteadOf: token)))
            response = try await send(request, what)
        }
        return try await answer(in: response, to: what)
    }

    func send(_ request: HTTPRequest, _ what: String) async throws(BankError) -> HTTPResponse {
        var request = request
        if let budget { request.timeout = min(request.timeout, budget.remaining) }
        do { return try await transport.send(request) } catch {
            throw BankError(error, what, fix: problems.silenceFix)
        }
    }

    func answer(in response: HTTPResponse, to what: String) async throws(BankError) -> AnswerRow {
        guard (200...299).contains(response.status) else {
            throw problems.error(in: response, to: what)
        }
        await budget?.note(bytes: response.body.count)
        let answer = try AnswerRow(response.body, malformed: problems.malformed(what))
        try problems.check(answer.json, to: what)
        return answer
    }
}

/// What one bank's interface says in place of data, and what a person can do about it.
///
/// No sentence holds anything of an answer's facts.
protocol BankProblems: Sendable {
    /// What to do about answers that make no sense, beside waiting.
    var nonsenseFix: String { get }
    /// What to do where no answer comes, beside waiting.
    var silenceFix: String { get }

    /// The error that a response with another status than 200 to 299 reports.
    func error(in response: HTTPResponse, to what: String) -> BankError

    /// Throws the error that an answer reports although its status is fine.
    func check(_ answer: JSONNode, to what: String) throws(BankError)
}

extension BankProblems {
    func check(_ answer: JSONNode, to what: String) throws(BankError) {}

    func malformed(_ what: String) -> @Sendable (String) -> BankError {
        let fix = "nothing if it passes; else \(nonsenseFix)"
        return { problem in
            .failed(SourceFailure(kind: .malformed, problem: "\(what): \(problem)", fix: fix))
        }
    }

    /// An error of the bank's own, which passes; `details` begin with a comma.
    func server(_ what: String, status: Int, details: String = "") -> SourceFailure {
        SourceFailure(
            kind: .server, problem: "\(what): the bank reported an error (\(status)\(details))",
            fix: BankError.nextPoll)
    }
}

extension HTTPHeader {
    static func bearer(_ token: Secret) -> HTTPHeader {
        HTTPHeader("Authorization", "Bearer " + token.reveal())
    }
}

extension BankError {
    /// What to do about a failure that passes.
    static let nextPoll = "nothing; it is asked again at the next poll"
}

/// How a bank says that a list can't be right.
extension [AccountObservation] {
    /// Refuses an empty list, and one that has an account twice.
    func checkList(_ malformed: (String) -> BankError) throws(BankError) {
        guard !isEmpty else { throw malformed("the list of accounts is empty") }
        guard Set(map(\.id)).count == count else { throw malformed("an account is listed twice") }
    }
}

extension AccountObservation { var id: String { details.bankAccountID } }

extension CalendarDay {
    /// The first day to ask for where everything up to this day is known: fourteen days before it,
    /// because bookings come late and dated back.
    var askedAgainFrom: CalendarDay { adding(days: -14) }
}
