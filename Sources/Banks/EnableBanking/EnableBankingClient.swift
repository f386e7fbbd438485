import Finance
import Foundation
import HTTP

/// Puts questions to Enable Banking, each signed with the application's key.
struct EnableBankingClient: Sendable {
    let configuration: EnableBankingConfiguration
    let transport: any HTTPTransport
    let clock: any WallClock
    /// What a poll may still take; `nil` for a sign-in.
    var budget: PollBudget?
    /// The headers that the bank demands of a person who is present.
    var presenceHeaders: [String] = []

    func ask(
        _ endpoint: EnableBankingEndpoint, _ body: JSONOutput? = nil
    ) async throws(BankError) -> AnswerRow {
        do { try await budget?.check() } catch { throw .failed(error) }
        let response: HTTPResponse
        do {
            response = try await transport.send(try request(endpoint, body))
        } catch let error as TransportError {
            throw BankError(
                error, endpoint.words,
                fix: "check apiURL in the settings, and this machine's connection")
        } catch {
            throw .signInRefused(EnableBankingProblems.unusableKey)
        }
        guard (200...299).contains(response.status) else {
            throw EnableBankingErrorBody(response.body).error(
                response, from: endpoint, source: configuration.id,
                claimsPresence: configuration.claimsPresence, at: clock.now)
        }
        await budget?.note(bytes: response.body.count)
        let malformed: @Sendable (String) -> BankError = {
            EnableBankingProblems.malformed(endpoint, $0)
        }
        return AnswerRow(
            try AnswerRow.object(in: response.body, malformed: malformed), malformed: malformed)
    }

    private struct UnusableKey: Error {}

    private func request(
        _ endpoint: EnableBankingEndpoint, _ body: JSONOutput?
    ) throws -> HTTPRequest {
        let token = ApplicationToken(
            applicationID: configuration.applicationID, pem: configuration.privateKey)
        guard let text = token?.text(at: clock.now) else { throw UnusableKey() }
        var request = HTTPRequest(
            method: endpoint.method, url: URLText.join(configuration.apiBase, endpoint.path),
            headers: [
                HTTPHeader("Authorization", "Bearer \(text)"),
                HTTPHeader("Accept", "application/json"),
            ])
        if let body {
            request.headers.append(HTTPHeader("Content-Type", "application/json"))
            request.body = Array(body.text.utf8)
        }
        if endpoint.isRead, configuration.claimsPresence { request.headers += presence }
        // A bank may take its time; the service itself gives up first.
        request.timeout = min(.seconds(60), budget?.remaining ?? .seconds(60))
        return request
    }

    /// The headers that the bank demands, and one at least.
    ///
    /// The person's address and position are not known here, and none is invented.
    private var presence: [HTTPHeader] {
        let known = [
            "Psu-User-Agent": "saldovakt", "Psu-Referer": configuration.redirectURI,
            "Psu-Accept": "application/json", "Psu-Accept-Charset": "utf-8",
            "Psu-Accept-Encoding": "identity", "Psu-Accept-language": "nb",
        ]
        let wanted = presenceHeaders.map { $0.lowercased() } + ["psu-user-agent"]
        return known.filter { wanted.contains($0.key.lowercased()) }
            .map { HTTPHeader($0.key, $0.value) }
    }
}
