import Finance
import HTTP

/// Puts questions to the API, signed in.
struct SpareBank1Client: Sendable {
    let configuration: SpareBank1Configuration
    let transport: any HTTPTransport
    let session: SpareBank1Session
    let budget: PollBudget

    /// An answer: its rows, and the bank's words for what it left out of them.
    struct List: Sendable {
        let rows: [AnswerRow]
        let missing: [String]
    }

    /// - Parameter what: the list in words, for messages.
    func list(_ path: String, _ name: String, _ what: String) async throws(BankError) -> List {
        do throws(SourceFailure) { try await budget.check() } catch { throw .failed(error) }
        let token = try await session.token()
        var response = try await send(path, token, what)
        if response.status == 401 {
            // It may have ended early, or been replaced by another program: one more try.
            let renewed = try await session.token(insteadOf: token)
            response = try await send(path, renewed, what)
        }
        guard response.status != 401 else { throw .signInRefused(problems.unauthorized) }
        guard response.status == 200 else { throw problems.status(response, what) }
        await session.confirm()
        return try await list(name, in: response, what)
    }

    var problems: SpareBank1Problems { SpareBank1Problems(id: configuration.id) }

    private func list(
        _ name: String, in response: HTTPResponse, _ what: String
    ) async throws(BankError) -> List {
        let malformed = problems.malformed(what)
        let json = try AnswerRow.object(in: response.body, malformed: malformed)
        guard let rows = json[name]?.elements else {
            throw malformed("the answer has no '\(name)'")
        }
        await budget.note(bytes: response.body.count, rows: rows.count)
        // The bank's words are a list of codes, or of objects with one.
        let missing = json["errors"]?.elements?.map { error in
            (error.string ?? error["code"]?.string).flatMap { AnswerRow.isWord($0) ? $0 : nil }
                ?? ""
        }
        return List(
            rows: rows.map { AnswerRow($0, malformed: malformed) }, missing: missing ?? [])
    }

    private func send(
        _ path: String, _ token: Secret, _ what: String
    ) async throws(BankError) -> HTTPResponse {
        var request = HTTPRequest(
            url: configuration.api(path),
            headers: [
                HTTPHeader("Authorization", "Bearer " + token.reveal()),
                // Any other form is answered with 406.
                HTTPHeader("Accept", "application/vnd.sparebank1.v1+json; charset=utf-8"),
            ])
        request.timeout = min(request.timeout, budget.remaining)
        do { return try await transport.send(request) } catch {
            throw problems.transport(what, error)
        }
    }
}
