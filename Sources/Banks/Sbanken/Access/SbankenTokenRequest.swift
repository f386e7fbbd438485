import Finance
import Foundation
import HTTP

/// Asks the bank's identity server for a token (client credentials, RFC 6749, section 4.4).
struct SbankenTokenRequest: Sendable {
    let configuration: SbankenConfiguration
    let transport: any HTTPTransport
    let clock: any WallClock

    func send() async throws(BankError) -> AccessToken {
        // The life counts from before the question, so that a slow answer makes it no longer.
        let instant = clock.now
        let response: HTTPResponse
        do {
            response = try await transport.send(request)
        } catch {
            throw SbankenProblems.transport(.token, error)
        }
        guard response.status == 200 else { throw refusal(response) }
        return try token(from: response, receivedAt: instant)
    }

    private var request: HTTPRequest {
        HTTPRequest(
            method: .post, url: configuration.tokenURL,
            headers: [
                HTTPHeader("Authorization", "Basic \(credentials)"),
                HTTPHeader("Accept", "application/json"),
                HTTPHeader("Content-Type", "application/x-www-form-urlencoded; charset=utf-8"),
            ], body: Array("grant_type=client_credentials".utf8), maximumBodyBytes: 1 << 20)
    }

    /// Both halves are form-encoded before they are joined; a bare special character is refused
    /// by the bank as `invalid_client`.
    private var credentials: String {
        let name = URLText.encoded(configuration.clientID.reveal())
        let password = URLText.encoded(configuration.clientSecret.reveal())
        return Data("\(name):\(password)".utf8).base64EncodedString()
    }

    private func token(
        from response: HTTPResponse, receivedAt instant: Date
    ) throws(BankError) -> AccessToken {
        let row = AnswerRow(try SbankenAnswer.json(in: response.body, from: .token), of: .token)
        guard let text = try row.text("access_token"), !text.isEmpty,
            text.utf8.allSatisfy({ (0x21...0x7e).contains($0) }),
            let lifetime = try row.whole("expires_in"), (1...86_400_000).contains(lifetime)
        else { throw SbankenProblems.malformed(.token, "the answer holds no token") }
        var headers = [
            HTTPHeader("Authorization", "Bearer " + text), HTTPHeader("Accept", "application/json"),
        ]
        if configuration.dialect == .v1, let customer = configuration.customerID {
            headers.append(HTTPHeader("customerId", customer.reveal()))
        }
        do throws(TransportError) {
            return try AccessToken(
                headers: headers, lifetime: .seconds(lifetime), receivedAt: instant)
        } catch {
            throw SbankenProblems.transport(.token, error)
        }
    }

    private func refusal(_ response: HTTPResponse) -> BankError {
        guard (400...403).contains(response.status) else {
            return SbankenAnswer.problem(in: response, from: .token)
        }
        let json = try? SbankenAnswer.object(in: response.body, from: .token)
        switch json?["error"]?.string {
        case "invalid_client": return .signInRefused(SbankenProblems.invalidClient)
        case "invalid_scope": return .signInRefused(SbankenProblems.invalidScope)
        case let code:
            let word = code.flatMap { AnswerRow.isWord($0) ? $0 : nil }
            return .signInRefused(
                SbankenProblems.tokenRefused(code: word, status: response.status))
        }
    }
}
