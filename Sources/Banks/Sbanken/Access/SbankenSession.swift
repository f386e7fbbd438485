import Finance
import Foundation
import HTTP

/// Keeps the token, and asks for a new one once however many callers need it.
actor SbankenSession {
    private typealias Outcome = Result<SbankenToken, SbankenError>

    private let request: SbankenTokenRequest
    private let clock: any WallClock
    private var token: SbankenToken?
    private var renewal: Task<Void, Never>?
    private var generation = 0
    private var waiting: [Int: CheckedContinuation<Outcome, Never>] = [:]
    private var lastWaiter = 0

    init(request: SbankenTokenRequest) {
        self.request = request
        clock = request.clock
    }

    /// A token that is good now; callers that come at the same time share one question.
    func validToken() async throws(SbankenError) -> SbankenToken {
        if let token, token.isValid(at: clock.now) { return token }
        lastWaiter += 1
        let number = lastWaiter
        let outcome: Outcome = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                waiting[number] = continuation
                beginRenewal()
            }
        } onCancel: {
            Task { await self.giveUp(number) }
        }
        return try outcome.get()
    }

    /// Forgets a token that the bank refused, unless it has been replaced already.
    func discard(_ refused: SbankenToken) {
        if token?.headers == refused.headers { token = nil }
    }

    private func beginRenewal() {
        guard renewal == nil else { return }
        generation += 1
        let number = generation
        renewal = Task { await renew(number) }
    }

    private func renew(_ number: Int) async {
        let outcome: Outcome
        do throws(SbankenError) {
            outcome = .success(try await request.send())
        } catch {
            outcome = .failure(error)
        }
        // Given up meanwhile; callers that wait now wait for a later question.
        guard number == generation, renewal != nil else { return }
        renewal = nil
        if case .success(let renewed) = outcome { token = renewed }
        let all = waiting.values
        waiting = [:]
        for continuation in all { continuation.resume(returning: outcome) }
    }

    private func giveUp(_ number: Int) {
        guard let continuation = waiting.removeValue(forKey: number) else { return }
        continuation.resume(returning: .failure(.cancelled))
        guard waiting.isEmpty else { return }
        renewal?.cancel()
        renewal = nil
    }
}

/// Leave to ask, for a while.
struct SbankenToken: Sendable {
    /// What is sent with every question: the token itself, and what else the bank wants to know.
    let headers: [HTTPHeader]
    /// From when on a new one is asked for, a little before the bank would refuse this one.
    let renewAt: Date

    /// Makes a token with this value that was received at `instant` and lives for so many seconds.
    ///
    /// - Throws: ``TransportError/refusedHeader(_:)`` if something in it cannot be sent.
    init(
        value: String, lifetime: Int, receivedAt instant: Date,
        for configuration: SbankenConfiguration
    ) throws(TransportError) {
        var headers = [
            HTTPHeader("Authorization", "Bearer " + value),
            HTTPHeader("Accept", "application/json"),
        ]
        if configuration.dialect == .v1, let customer = configuration.customerID {
            headers.append(HTTPHeader("customerId", customer.reveal()))
        }
        try HTTPHeader.check(headers)
        self.headers = headers
        let margin = min(60, lifetime / 10)
        renewAt = instant.addingTimeInterval(TimeInterval(lifetime - margin))
    }

    /// Whether the token may still be used.
    func isValid(at instant: Date) -> Bool { instant < renewAt }
}

/// Shown without its headers, which are secret.
extension SbankenToken: CustomStringConvertible, CustomReflectable {
    /// Always `‹token›`.
    var description: String { "‹token›" }

    var customMirror: Mirror { Mirror(self, children: [:]) }
}

/// Asks the bank's identity server for a token (client credentials, RFC 6749, section 4.4).
struct SbankenTokenRequest: Sendable {
    let configuration: SbankenConfiguration
    let transport: any HTTPTransport
    /// Gives the moment the token's life begins.
    let clock: any WallClock

    func send() async throws(SbankenError) -> SbankenToken {
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
    ) throws(SbankenError) -> SbankenToken {
        let row = SbankenRow(try SbankenAnswer.json(in: response.body, from: .token), of: .token)
        guard let text = try row.text("access_token"), !text.isEmpty,
            text.utf8.allSatisfy({ (0x21...0x7e).contains($0) }),
            let lifetime = try row.whole("expires_in"), (1...86_400_000).contains(lifetime)
        else { throw .failed(SbankenProblems.malformed(.token, "the answer holds no token")) }
        do throws(TransportError) {
            return try SbankenToken(
                value: text, lifetime: lifetime, receivedAt: instant, for: configuration)
        } catch {
            throw SbankenProblems.transport(.token, error)
        }
    }

    private func refusal(_ response: HTTPResponse) -> SbankenError {
        guard (400...403).contains(response.status) else {
            return SbankenAnswer.problem(in: response, from: .token)
        }
        let json = try? SbankenAnswer.object(in: response.body, from: .token)
        switch json?["error"]?.string {
        case "invalid_client": return .signInRefused(SbankenProblems.invalidClient)
        case "invalid_scope": return .signInRefused(SbankenProblems.invalidScope)
        case let code:
            let word = code.flatMap { SbankenAnswer.isWord($0) ? $0 : nil }
            return .signInRefused(
                SbankenProblems.tokenRefused(code: word, status: response.status))
        }
    }
}
