import Finance
import Foundation
import HTTP
import Threads

/// Keeps what a sign-in gave, and signs in once however many callers need it.
actor TokenSession {
    private typealias Outcome = Result<AccessToken, BankError>

    private let clock: any WallClock
    private let signIn: @Sendable () async throws(BankError) -> AccessToken
    private var token: AccessToken?
    private var renewal: Task<Void, Never>?
    private var waiting: [OneAnswer<Outcome>] = []

    init(
        clock: any WallClock,
        signIn: @escaping @Sendable () async throws(BankError) -> AccessToken
    ) {
        self.clock = clock
        self.signIn = signIn
    }

    /// A token that is good now; callers that come at the same time share one question.
    func validToken() async throws(BankError) -> AccessToken {
        if let token, token.isValid(at: clock.now) { return token }
        let answer = OneAnswer<Outcome>()
        waiting.append(answer)
        if renewal == nil { renewal = Task { await renew() } }
        let outcome = await withTaskCancellationHandler {
            await answer.value()
        } onCancel: {
            answer.give(.failure(.cancelled))
            Task { await self.cancelUnwanted() }
        }
        return try outcome.get()
    }

    /// Forgets a token that the bank refused, unless it has been replaced already.
    func discard(_ refused: AccessToken) {
        if token?.headers == refused.headers { token = nil }
    }

    private func renew() async {
        let outcome: Outcome
        do throws(BankError) {
            outcome = .success(try await signIn())
        } catch {
            outcome = .failure(error)
        }
        // Given up meanwhile; callers that wait now wait for a later question.
        guard !Task.isCancelled else { return }
        renewal = nil
        if case .success(let renewed) = outcome { token = renewed }
        for answer in waiting { answer.give(outcome) }
        waiting = []
    }

    private func cancelUnwanted() {
        waiting.removeAll(where: \.isGiven)
        guard waiting.isEmpty else { return }
        renewal?.cancel()
        renewal = nil
    }
}

/// Leave to ask, for a while; shown without its headers, which are secret.
struct AccessToken: Sendable, CustomStringConvertible, CustomReflectable {
    /// What is sent with every question: the token itself, and what else the bank wants to know.
    let headers: [HTTPHeader]
    private let renewAt: Date

    /// Makes a token that was received at `instant`.
    ///
    /// - Throws: ``TransportError/refusedHeader(_:)`` if something in it cannot be sent.
    init(
        headers: [HTTPHeader], lifetime: Duration, receivedAt instant: Date
    ) throws(TransportError) {
        try HTTPHeader.check(headers)
        self.headers = headers
        let margin = min(.seconds(60), lifetime / 10)
        renewAt = instant.addingTimeInterval((lifetime - margin) / .seconds(1))
    }

    func isValid(at instant: Date) -> Bool { instant < renewAt }

    var description: String { "‹token›" }

    var customMirror: Mirror { Mirror(self, children: [:]) }
}
