import Finance

/// Keeps the token, and asks for a new one once however many callers need it.
actor SbankenSession {
    private typealias Outcome = Result<SbankenToken, SbankenTrouble>

    private let request: SbankenTokenRequest
    private let clock: any WallClock
    private var token: SbankenToken?
    private var renewal: Task<Void, Never>?
    private var generation = 0
    private var waiting: [Int: CheckedContinuation<Outcome, Never>] = [:]
    private var lastWaiter = 0

    /// Begins without a token.
    init(request: SbankenTokenRequest) {
        self.request = request
        clock = request.clock
    }

    /// A token that is good now; callers that come at the same time share one question.
    func validToken() async throws(SbankenTrouble) -> SbankenToken {
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
        do throws(SbankenTrouble) {
            outcome = .success(try await request.send())
        } catch {
            outcome = .failure(error)
        }
        // Given up meanwhile; whoever waits now waits for a later question.
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
