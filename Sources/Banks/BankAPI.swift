import Finance
import HTTP

/// Sends requests to a bank's web interface and reads its answers, within a poll's budget.
struct BankAPI<Problems: BankProblems>: Sendable {
    let transport: any HTTPTransport
    let problems: Problems
    /// The budget of the poll; `nil` for a sign-in.
    var budget: PollBudget?

    /// Sends a request with an access token; a refused token is replaced once, because it may have
    /// expired early.
    ///
    /// - Parameter what: the request in words, for messages; it contains no identifier.
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

/// Recognises one bank's error answers, with the fix for each.
///
/// No text contains anything of an answer's facts but names of accounts.
protocol BankProblems: Sendable {
    /// The fix for malformed answers, beside waiting.
    var nonsenseFix: String { get }
    /// The fix if no answer comes, beside waiting.
    var silenceFix: String { get }

    /// The error of a response with a status other than 200 to 299.
    func error(in response: HTTPResponse, to what: String) -> BankError

    /// Throws the error that an answer with a good status reports.
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

    /// A server error of the bank, which passes; `details` begin with a comma.
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
    /// The fix for a failure that passes.
    static let nextPoll = "nothing; it is asked again at the next poll"
}

/// Checks of a list of accounts.
extension [AccountObservation] {
    /// Throws for an empty list, and for one that contains an account twice.
    func checkList(_ malformed: (String) -> BankError) throws(BankError) {
        guard !isEmpty else { throw malformed("the list of accounts is empty") }
        guard Set(map(\.id)).count == count else { throw malformed("an account is listed twice") }
    }
}

extension AnswerRow {
    /// The same row of a list of accounts, whose unreadable fields are errors about that account.
    ///
    /// - Parameter number: its place in the list, from 1, for an account without a readable name.
    func asAccount(_ number: Int, _ problems: some BankProblems) -> AnswerRow {
        let name = VisibleText.line(json["name"]?.string ?? "").prefix(100)
        let part = name.allSatisfy(\.isWhitespace) ? "number \(number) of the list" : "'\(name)'"
        return AnswerRow(json: json, malformed: problems.malformed("account \(part)"))
    }
}

extension AccountObservation { var id: String { details.bankAccountID } }

extension CalendarDay {
    /// The first day to ask for if everything up to this day is known.
    ///
    /// It is fourteen days earlier, because bookings come late and are dated back.
    var askedAgainFrom: CalendarDay { adding(days: -14) }
}
